"""Each request has an id, which its lines, its answer and its tasks bear; it is counted and told."""

import logging
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.functional import SimpleLazyObject
from structlog.contextvars import clear_contextvars

from tarneeb_site import meters
from tarneeb_site.logs import note

logger = logging.getLogger(__name__)
HEADER: Final = "X-Request-ID"
_WELL_FORMED: Final = re.compile(r"[A-Za-z0-9_.:=+/-]{8,64}")
_METHODS: Final = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def request_id(given: str | None) -> str:
    """The one that a proxy has given, else a new one."""
    return given if given and _WELL_FORMED.fullmatch(given) else uuid.uuid4().hex


class RequestLog:
    """The outermost middleware. It asks for nothing: a person is named once the request has found them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        clear_contextvars()
        id_ = request_id(request.headers.get(HEADER))
        note(request=id_)
        response = self._get_response(request)
        response[HEADER] = id_
        _tell(request, response.status_code, time.perf_counter() - began)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:
        if "match_id" in kwargs:
            note(match=str(kwargs["match_id"]))
        request.user = SimpleLazyObject(partial(_noted, request.user))  # type: ignore[assignment]


@contextmanager
def socket(kind: str, scope: Mapping[str, Any]) -> Iterator[str]:
    """The same for a socket, from its opening to its end: its id."""
    began = time.perf_counter()
    id_ = request_id(dict(scope["headers"]).get(HEADER.lower().encode(), b"").decode("latin-1"))
    match = scope["url_route"]["kwargs"].get("match_id")
    note(request=id_, **({"match": str(match)} if match else {}))
    meters.SOCKETS.labels(kind).inc()
    try:
        yield id_
    finally:
        meters.SOCKETS.labels(kind).dec()
        if settings.ACCESS_LOG:
            about = {"kind": kind, "ms": round((time.perf_counter() - began) * 1000, 1)}
            logger.info("socket", extra=about)


def _noted(user: Any) -> Any:
    if user.is_authenticated:
        note(person=str(user.pk))
    return user


def _tell(request: HttpRequest, status: int, seconds: float) -> None:
    found = request.resolver_match
    route = found.route if found else "-"
    method = request.method if request.method in _METHODS else "other"
    meters.REQUESTS.labels(method, route, status).inc()
    meters.REQUEST_SECONDS.observe(seconds)
    if settings.ACCESS_LOG:
        about = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        logger.info("request", extra=about)
