"""What a page tells search engines, and those to whom it is shared."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, reverse, translate_url
from django.utils.translation import get_language, get_language_from_path
from django.views.decorators.http import require_safe

register = template.Library()


@register.simple_block_tag
def text(content: str) -> str:
    """`{% text as title %}…{% endtext %}`: what blocks say, to be said more than once."""
    return content


def about(request: HttpRequest) -> dict[str, Any]:
    """For templates: the page's address without its query, in other languages too, and who offers it."""
    return {
        "origin": f"{request.scheme}://{request.get_host()}",
        "address": request.build_absolute_uri(request.path),
        "alternates": _alternates(request),
        "languages": settings.LANGUAGES,
    }


def _alternates(request: HttpRequest) -> dict[str, str]:
    """Language -> address, where each has one; `x-default` is the one that leads to the reader's own."""
    if request.resolver_match is None or not get_language_from_path(request.path_info):
        return {}
    found = {code: translate_url(request.path, code) for code, _name in settings.LANGUAGES}
    found["x-default"] = request.path.removeprefix(f"/{get_language()}")
    return {code: request.build_absolute_uri(path) for code, path in found.items()}


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
