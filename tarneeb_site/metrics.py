"""GET /metrics: what this web process measures, and what is asked for the occasion."""

import secrets
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

_FORWARDED: Final = (
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-IP",
    "Forwarded",
    "Via",
)


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
