"""GET /version: what runs here."""

import platform

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tarneeb_site import schema

OURS = ("accounts", "games")


@never_cache
@require_safe
def version(request: HttpRequest) -> JsonResponse:
    """`commit` is null where it was built without one; `schema` names the migrations that this code needs."""
    return JsonResponse(
        {
            "version": settings.VERSION,
            "commit": settings.COMMIT or None,
            "schema": {app: name for app, name in sorted(schema.wanted()) if app in OURS},
            "schema_is_current": schema.is_current(),
            "python": platform.python_version(),
        }
    )
