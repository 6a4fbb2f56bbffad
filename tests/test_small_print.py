"""Privacy, terms and licences: an address to write to, and every package whose work browsers are sent."""

import json

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/en/privacy/", "/en/terms/"])
def test_it_says_whom_to_write_to(client: Client, settings: Settings, path: str) -> None:
    settings.CONTACT = "people@example.org"
    assert 'href="mailto:people@example.org"' in client.get(path).content.decode()


def test_every_package_that_browsers_are_sent_has_its_licence() -> None:
    page = Client().get("/en/licences/").content.decode()
    package = json.loads((settings.BASE_DIR / "games/frontend/package.json").read_text())
    for name, version in package["dependencies"].items():
        assert f"{name} {version}" in page
    assert "Permission is hereby granted" in page
    assert "SIL OPEN FONT LICENSE" in page
