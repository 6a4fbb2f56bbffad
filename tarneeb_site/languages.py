"""A reader's language: where pages with an address in each language are found, and how the others follow."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import get_language_from_path, get_language_from_request
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

View = Callable[[HttpRequest], HttpResponse]


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
def home(request: HttpRequest) -> HttpResponse:
    """The first address that people know. From others without a language Django's middleware leads on."""
    query = request.META.get("QUERY_STRING", "")
    return HttpResponseRedirect(reverse("home") + (f"?{query}" if query else ""))


def follow(get_response: View) -> View:
    """Who came to a page in a language finds tables and the account in it too, for this visit."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        language = get_language_from_path(request.path_info)
        has_chosen = settings.LANGUAGE_COOKIE_NAME in request.COOKIES
        if language and not has_chosen and response.status_code == 200:
            _remember(response, language, unless=get_language_from_request(request))
        return response

    return respond


def _remember(response: HttpResponse, language: str, unless: str) -> None:
    if language != unless:
        name, secure = settings.LANGUAGE_COOKIE_NAME, settings.LANGUAGE_COOKIE_SECURE
        response.set_cookie(name, language, secure=secure, samesite="Lax")
