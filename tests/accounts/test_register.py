"""POST accounts/."""

import json
from typing import Any

import pytest
from django.utils import translation

from accounts.models import User
from tarneeb_site import settings as site_settings
from tests.accounts.conftest import PASSWORD, Caller, assert_error

pytestmark = pytest.mark.django_db

LAYLA = {"username": "Layla", "email": "Layla@Example.ORG", "password": PASSWORD}


def test_it_makes_an_account(stranger: Caller) -> None:
    response = stranger("POST", "accounts/", LAYLA)
    user = User.objects.get()
    assert response.status_code == 201
    assert json.loads(response.content) == {"id": str(user.pk), "username": "Layla"}
    assert user.email == "Layla@example.org"
    assert not user.is_staff


def test_passwords_are_hashed_with_argon2() -> None:
    assert site_settings.PASSWORD_HASHERS == ["django.contrib.auth.hashers.Argon2PasswordHasher"]


def test_unknown_fields_are_ignored(stranger: Caller) -> None:
    assert stranger("POST", "accounts/", LAYLA | {"is_staff": True, "kind": "bot"}).status_code == 201
    assert (User.objects.get().is_staff, User.objects.get().kind) == (False, "human")


@pytest.mark.parametrize("name", ["layla", "LAYLA", "Lay1a", "láyla"])
def test_a_name_is_taken_with_its_look_alikes(stranger: Caller, layla: User, name: str) -> None:
    body = {"username": name, "email": "other@example.org", "password": PASSWORD}
    assert_error(stranger("POST", "accounts/", body), 400, "invalid", "username")
    assert User.objects.count() == 1


def test_an_address_is_taken_whatever_its_case(stranger: Caller, layla: User) -> None:
    body = {"username": "another", "email": "LAYLA@example.org", "password": PASSWORD}
    assert_error(stranger("POST", "accounts/", body), 400, "invalid", "email")


@pytest.mark.parametrize(
    ("field", "value"),
    [("username", value) for value in ("ab", "x" * 21, "admin", "Easy", "deleted-abc", "a b c", "mixеd")]
    + [("email", value) for value in ("nobody", "a@b", "a@b@example.org", "a b@example.org", "x" * 255)]
    + [("password", value) for value in ("short", "password123", "19283746501", "layla@example", "x" * 257)],
)
def test_it_says_which_field_is_refused(stranger: Caller, field: str, value: Any) -> None:
    assert_error(stranger("POST", "accounts/", LAYLA | {field: value}), 400, "invalid", field)
    assert not User.objects.exists()


def test_it_answers_in_the_language_of_the_request(stranger: Caller) -> None:
    with translation.override("es"):
        expected = str(translation.gettext("This password is too common."))
    response = stranger("POST", "accounts/", LAYLA | {"password": "password123"}, **{"Accept-Language": "es"})
    assert json.loads(response.content)["detail"] == expected != "This password is too common."
