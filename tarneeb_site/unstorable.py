"""NUL, which PostgreSQL cannot store: no name or id has one, so nothing is looked for by one."""

from collections.abc import Callable

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase


def refusing_nul(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: 404 for an address that has one in its path."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if "\x00" in request.path_info:
            raise Http404
        return get_response(request)

    return answer
