"""The site as an app: its manifest, its service worker, and the page it shows without a connection."""

from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language_bidi, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

LAST_SECONDS: Final = 300
# As in base.css: the ground of a page by day.
GROUND: Final = "#f3f2ed"
ICONS: Final = (
    ("icon.svg", "any", "any"),
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable-512.png", "512x512", "maskable"),
)


@require_safe
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """Browsers ask for it without cookies, so its language is in the address."""
    with override(_known(language)):
        body: dict[str, Any] = {
            "id": "/",
            "name": _("Tarneeb"),
            "short_name": _("Tarneeb"),
            "description": _("Tarneeb, four at a table"),
            "lang": language,
            "dir": "rtl" if get_language_bidi() else "ltr",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": GROUND,
            "theme_color": GROUND,
            "categories": ["games"],
            "icons": [_icon(*icon) for icon in ICONS],
        }
    return _kept(JsonResponse(body, content_type="application/manifest+json"))


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
    return {"src": staticfiles_storage.url(name), "sizes": sizes, "type": kind, "purpose": purpose}


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """At the root, so that it serves all pages. Each release has another text: browsers take it anew."""
    release = getattr(staticfiles_storage, "manifest_hash", "")
    with staticfiles_storage.open("games/service-worker.js") as file:
        script = file.read().decode()
    response = HttpResponse(f'const RELEASE="{release}";\n{script}', content_type="text/javascript")
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
def offline(request: HttpRequest, language: str) -> HttpResponse:
    """The same for everybody: it is kept in browsers."""
    with override(_known(language)):
        return _kept(render(request, "offline.html"))


def _known(language: str) -> str:
    if language not in dict(settings.LANGUAGES):
        raise Http404
    return language


def _kept(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, public=True, max_age=LAST_SECONDS)
    return response
