"""What a page tells search engines, and those to whom it is shared."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, reverse, translate_url
from django.utils.encoding import escape_uri_path
from django.utils.translation import get_language, get_language_from_path
from django.views.decorators.http import require_safe

register = template.Library()


@register.simple_block_tag
def text(content: str) -> str:
    """`{% text as title %}…{% endtext %}`: what blocks say, to be said more than once."""
    return content


def about(request: HttpRequest) -> dict[str, Any]:
    """For templates: the page's address without its query, in other languages too, and who offers it."""
    origin, path = f"{request.scheme}://{request.get_host()}", escape_uri_path(request.path)
    return {
        "origin": origin,
        "address": origin + path,
        "alternates": {code: origin + other for code, other in _alternates(request, path).items()},
        "languages": settings.LANGUAGES,
    }


def _alternates(request: HttpRequest, path: str) -> dict[str, str]:
    """Language -> path, where each has one; `x-default` is the one that leads to the reader's own."""
    if request.resolver_match is None or not get_language_from_path(request.path_info):
        return {}
    found = {code: translate_url(path, code) for code, _name in settings.LANGUAGES}
    return found | {"x-default": path.removeprefix(f"/{get_language()}")}


class Pages(Sitemap):  # type: ignore[type-arg]
    """Those of the patterns that need no more than their name, in each language."""

    i18n = alternates = x_default = True

    def __init__(self, patterns: Iterable[URLPattern]) -> None:
        self.names = [str(page.name) for page in patterns if not page.pattern.converters]

    def items(self) -> list[str]:
        return self.names

    def location(self, item: str) -> str:
        return reverse(item)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Pages that are not to be found say so themselves: for that they must be read."""
    sitemap = request.build_absolute_uri(reverse("sitemap"))
    lines = ["User-agent: *", "Disallow: /api/", "Disallow: /admin/", "", f"Sitemap: {sitemap}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain")
