"""Guests: play without an account, which they may become; forgotten when they stay away."""

import json
import re
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts import registration
from accounts.models import Token, User
from tests.accounts.conftest import PASSWORD, Caller, assert_error

pytestmark = pytest.mark.django_db

ZEINAB = {"username": "Zeinab", "email": "z@example.org", "password": PASSWORD}


def guest() -> tuple[User, Caller]:
    body = json.loads(Caller()("POST", "guests/").content)
    return User.objects.get(username=body["name"]), Caller(body["token"])


def test_a_guest_gets_a_name_and_a_token(stranger: Caller) -> None:
    response = stranger("POST", "guests/")
    body = json.loads(response.content)
    assert (response.status_code, body.keys()) == (201, {"name", "token"})
    assert re.fullmatch("guest-[a-z0-9]{8}", body["name"])
    me = json.loads(Caller(body["token"])("GET", "account/").content)
    assert (me["username"], me["guest"], me["scopes"]) == (body["name"], True, ["read", "play"])


def test_a_guest_manages_no_account() -> None:
    _user, caller = guest()
    for method, path in (("DELETE", "account/"), ("PATCH", "account/"), ("PUT", "players/x/follow/")):
        assert_error(caller(method, path, {}), 403, "scope_required")
    more = {"name": "x", "scopes": ["read"]}
    assert_error(caller("POST", "tokens/", more), 403, "scope_required")


@pytest.mark.parametrize("password", ["", "x", "!"])
def test_a_guest_has_no_password(stranger: Caller, password: str) -> None:
    user, _caller = guest()
    response = stranger("POST", "session/", {"username": user.username, "password": password})
    assert response.status_code in (400, 401)


@pytest.mark.parametrize("name", ["guest", "guest-abc", "GUEST_abcdefgh", "gue5t-x", "Guést-x"])
def test_nobody_else_looks_like_a_guest(stranger: Caller, name: str) -> None:
    assert_error(stranger("POST", "accounts/", ZEINAB | {"username": name}), 400, "invalid", "username")


def test_a_name_may_begin_like_the_word(stranger: Caller) -> None:
    assert stranger("POST", "accounts/", ZEINAB | {"username": "guesthouse"}).status_code == 201


def test_a_guest_becomes_an_account(stranger: Caller) -> None:
    user, caller = guest()
    response = caller("POST", "accounts/", ZEINAB)
    assert (response.status_code, json.loads(response.content)) == (
        201,
        {"id": str(user.pk), "username": "Zeinab"},
    )
    user.refresh_from_db()
    assert (user.is_guest, user.email) == (False, "z@example.org")
    assert json.loads(caller("GET", "account/").content)["username"] == "Zeinab"  # the token goes on
    assert stranger("POST", "session/", ZEINAB).status_code == 200


@pytest.mark.parametrize(
    ("field", "value"), [("username", "layla"), ("email", "layla@example.org"), ("password", "short")]
)
def test_what_is_refused_leaves_the_guest(layla: User, field: str, value: str) -> None:
    user, caller = guest()
    assert_error(caller("POST", "accounts/", ZEINAB | {field: value}), 400, "invalid", field)
    assert User.objects.get(pk=user.pk).is_guest
    assert caller("POST", "accounts/", ZEINAB).status_code == 201


def test_who_has_an_account_gets_another_one(layla: User) -> None:
    _token, text = Token.objects.issue(layla, "x", [])
    assert Caller(text)("POST", "accounts/", ZEINAB).status_code == 201
    assert User.objects.count() == 2


def test_a_bad_token_makes_nothing() -> None:
    assert_error(Caller("tarneeb_x")("POST", "accounts/", ZEINAB), 401, "not_signed_in")


def test_guests_who_stay_away_are_forgotten(layla: User) -> None:
    (gone, lost), (idle, _), (here, caller) = guest(), guest(), guest()
    settled, other = guest()
    other("POST", "accounts/", ZEINAB)
    long_ago = timezone.now() - timedelta(hours=25)
    User.objects.update(created_at=long_ago)
    Token.objects.filter(user=gone).update(last_used_at=long_ago)
    caller("GET", "account/")

    assert registration.forget_guests() == 2
    assert registration.forget_guests() == 0
    for user in (gone, idle):
        user.refresh_from_db()
        assert (user.is_active, user.username.startswith("deleted-")) == (False, True)
    assert_error(lost("GET", "account/"), 401, "not_signed_in")
    active = set(User.objects.filter(is_active=True).values_list("pk", flat=True))
    assert active == {layla.pk, here.pk, settled.pk}


def test_new_guests_are_not_forgotten() -> None:
    guest()
    assert registration.forget_guests() == 0


def test_an_address_gets_so_many_guests(settings: Settings) -> None:
    settings.THROTTLES = True
    address = f"2001:db8:{timezone.now().microsecond % 65536:x}:{timezone.now().second:x}::1"
    codes = [Caller(address=address)("POST", "guests/").status_code for _time in range(62)]
    assert codes[:60].count(201) == 60
    assert codes[-1] == 429


@pytest.mark.parametrize("body", [b"[]", b"{", b"null", b"\xff"])
def test_bad_bodies(stranger: Caller, body: bytes) -> None:
    assert_error(stranger("POST", "guests/", body), 400, "malformed")
    assert not User.objects.exists()
