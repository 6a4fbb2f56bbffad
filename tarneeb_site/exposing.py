"""Who may read what a process measures: at a port of its own, where one is set, and at /metrics."""

import secrets
from typing import Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest, start_http_server

_FORWARDED: Final = (
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-IP",
    "Forwarded",
    "Via",
)


def listen() -> None:
    """Answer at TARNEEB_METRICS_LISTEN, `address:port`, in a thread; whoever reaches it may read."""
    if not settings.METRICS_LISTEN:
        return
    address, _, port = settings.METRICS_LISTEN.rpartition(":")
    if not (address and port.isdecimal()):
        raise ImproperlyConfigured("TARNEEB_METRICS_LISTEN is an address and a port, as 127.0.0.1:9100")
    start_http_server(int(port), address.strip("[]"))


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever has the token, and for this machine where it does not ask through a proxy."""
    if not (_has_token(request) or _is_local(request)):
        return HttpResponse("forbidden\n", status=403, content_type="text/plain")
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _has_token(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").encode()
    return bool(settings.METRICS_TOKEN) and secrets.compare_digest(
        given, f"Bearer {settings.METRICS_TOKEN}".encode()
    )


def _is_local(request: HttpRequest) -> bool:
    """A proxy on this machine is local too, but those who ask through it are not."""
    forwarded = any(name in request.headers for name in _FORWARDED)
    return not forwarded and request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")
