"""What browsers and proxies may keep of answers: nothing of those that were made for somebody."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


def keeping_nothing(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: an answer that says nothing about it is not kept, where its reader said who they are."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers:
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return answer
