"""What the service keeps of people, on which terms it is used, and whose work it is made of."""

import json
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import retention
from tarneeb_site import backups


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    cookies = [
        settings.SESSION_COOKIE_NAME,
        settings.CSRF_COOKIE_NAME,
        settings.LANGUAGE_COOKIE_NAME,
    ]
    kept = {
        "talk": retention.MESSAGES.days,
        "seeks": retention.SEEKS.days,
        "reports": retention.REPORTS.days,
        "backups": backups.KEPT_DAYS,
    }
    return render(request, "privacy.html", {"contact": settings.CONTACT, "cookies": cookies, **kept})


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "terms.html", {"contact": settings.CONTACT})


@require_safe
def licences(request: HttpRequest) -> HttpResponse:
    """Our own, and those that the build found beside what it bundled."""
    own = (settings.BASE_DIR / "LICENSE").read_text()
    solver = (settings.BASE_DIR / "games" / "solver" / "LICENCES.txt").read_text()
    return render(request, "licences.html", {"own": own, "solver": solver, "packages": _packages()})


def _packages() -> Any:
    with staticfiles_storage.open("games/licences.json") as file:
        return json.load(file)
