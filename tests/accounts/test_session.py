"""POST and DELETE session/."""

import json

import pytest

from accounts.models import User
from tests.accounts.conftest import PASSWORD, Caller, assert_error

pytestmark = pytest.mark.django_db

LAYLA = {"username": "layla", "password": PASSWORD}


def csrf_of(caller: Caller) -> str:
    return caller.http.cookies["csrftoken"].value


def test_it_signs_in(layla: User) -> None:
    caller = Caller(csrf=True)
    response = caller("POST", "session/", LAYLA)
    assert response.status_code == 200
    assert json.loads(response.content)["username"] == "Layla"
    assert caller.http.cookies["sessionid"]["httponly"]
    assert csrf_of(caller)
    assert json.loads(caller("GET", "account/").content)["scopes"] == ["read", "play", "account"]


def test_it_takes_a_new_session_key(browser: Caller) -> None:
    before, csrf_before = browser.http.cookies["sessionid"].value, csrf_of(browser)
    assert browser("POST", "session/", LAYLA).status_code == 200
    assert browser.http.cookies["sessionid"].value != before
    assert csrf_of(browser) != csrf_before


@pytest.mark.parametrize(
    "wrong",
    [
        {"password": "x"},
        {"username": "nobody"},
        {"username": "no name at all!"},
        {"username": "\u0130" * 150},
    ],
)
def test_wrong_credentials_are_one_error(layla: User, stranger: Caller, wrong: dict[str, str]) -> None:
    response = stranger("POST", "session/", LAYLA | wrong)
    assert_error(response, 401, "not_signed_in")
    assert response.headers["WWW-Authenticate"] == "Bearer"
    assert "sessionid" not in stranger.http.cookies


def test_unknown_names_cost_as_much_as_wrong_passwords(
    layla: User, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[str] = []

    def encode(_hasher: object, password: str, _salt: str) -> str:
        hashed.append(password)
        return "md5$x$x"

    monkeypatch.setattr("django.contrib.auth.hashers.MD5PasswordHasher.encode", encode)
    for name in ("Layla", "nobody", "?"):
        stranger("POST", "session/", {"username": name, "password": "wrong"})
    assert hashed == ["wrong"] * 3


def test_the_inactive_cannot_sign_in(layla: User, stranger: Caller) -> None:
    User.objects.update(is_active=False)
    assert_error(stranger("POST", "session/", LAYLA), 401, "not_signed_in")


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "", "http://[", "http://testserver.evil.example"]
)
def test_another_site_cannot_sign_a_browser_in(layla: User, stranger: Caller, origin: str) -> None:
    assert_error(stranger("POST", "session/", LAYLA, Origin=origin), 403, "forbidden")
    assert "sessionid" not in stranger.http.cookies


def test_our_own_pages_can(layla: User, stranger: Caller) -> None:
    assert stranger("POST", "session/", LAYLA, Origin="http://testserver").status_code == 200


def test_it_signs_out(browser: Caller) -> None:
    assert browser("DELETE", "session/", **{"X-CSRFToken": csrf_of(browser)}).status_code == 204
    assert_error(browser("GET", "account/"), 401, "not_signed_in")


def test_signing_out_needs_the_csrf_token(browser: Caller) -> None:
    assert_error(browser("DELETE", "session/"), 403, "forbidden")
    assert browser("GET", "account/").status_code == 200


def test_a_stranger_has_nothing_to_sign_out_of(stranger: Caller) -> None:
    assert_error(stranger("DELETE", "session/"), 401, "not_signed_in")
