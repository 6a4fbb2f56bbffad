"""Limits by address, person and guessed account; play goes on without Redis."""

import uuid
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import RequestFactory
from pytest_django import Settings
from redis.exceptions import ConnectionError as RedisConnectionError
from rest_framework.request import Request

from accounts.api import throttling
from accounts.models import Scope, Token, User
from tests.accounts.conftest import PASSWORD, Caller, assert_error

BODY = {"username": "x", "password": "y"}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def throttles(settings: Settings, without_brakes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """On, in a minute that does not end within the test."""
    settings.THROTTLES = True
    monkeypatch.setattr(throttling, "time", SimpleNamespace(time=lambda: 1_800_000_015.0))


@pytest.fixture
def address() -> Callable[[], str]:
    """A new one at each call, since counts outlive a test."""
    return lambda: f"2001:db8:{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}::1"


def sign_in(caller: Caller, name: str, password: str = "wrong") -> Any:
    return caller("POST", "session/", {"username": name, "password": password}).status_code


def test_guessing_ends_and_locks_nobody_out(layla: User, address: Callable[[], str]) -> None:
    guesser, person = Caller(address=address()), Caller(address=address())
    assert [sign_in(guesser, name) for name in ["layla", "LAYLA", "Lay1a"] * 3 + ["layla"]] == [401] * 10
    response = guesser("POST", "session/", {"username": "layla", "password": PASSWORD})
    assert_error(response, 429, "throttled")
    assert response.headers["Retry-After"] == "45"
    assert sign_in(person, "layla", PASSWORD) == 200


def test_one_address_gets_so_many_passwords_a_minute(address: Callable[[], str]) -> None:
    caller = Caller(address=address())
    assert [sign_in(caller, f"person{number}") for number in range(21)] == [401] * 20 + [429]


def test_registering_counts_too(address: Callable[[], str]) -> None:
    caller = Caller(address=address())
    bodies = [{"username": f"n{number}", "password": "x"} for number in range(21)]
    codes = [caller("POST", "accounts/", body).status_code for body in bodies]
    assert codes == [400] * 20 + [429]


def test_the_password_that_deletes_cannot_be_guessed(layla: User, address: Callable[[], str]) -> None:
    _token, text = Token.objects.issue(layla, "test", [Scope.ACCOUNT])
    caller = Caller(text, address())
    bodies = [{"password": "wrong", "username": f"n{number}"} for number in range(11)]
    codes = [caller("DELETE", "account/", body).status_code for body in bodies]
    assert codes == [400] * 10 + [429]


def test_reading_is_not_counted_as_guessing(layla: User, bearer: Callable[..., Caller]) -> None:
    caller = bearer(layla, "account", "read")
    assert {caller("GET", "account/").status_code for _time in range(30)} == {200}


def test_off_is_off(settings: Settings, address: Callable[[], str]) -> None:
    settings.THROTTLES = False
    caller = Caller(address=address())
    assert {sign_in(caller, "nobody") for _time in range(25)} == {401}


def test_headers_do_not_change_an_address(address: Callable[[], str]) -> None:
    caller = Caller(address=address())
    codes = [
        caller(
            "POST", "session/", {"username": "x", "password": "y"}, **{"X-Forwarded-For": address()}
        ).status_code
        for _time in range(11)
    ]
    assert codes == [401] * 10 + [429]


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", "unknown"),
        ("unix:", "unknown"),
    ],
)
def test_whom_an_address_counts(peer: str, counted: str) -> None:
    assert throttling.address_of(Request(RequestFactory().get("/", REMOTE_ADDR=peer))) == counted


def test_without_redis_requests_go_on(
    layla: User, address: Callable[[], str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_args: object, **_more: object) -> None:
        raise RedisConnectionError("refused")

    monkeypatch.setattr(cache, "add", refuse, raising=False)
    assert {sign_in(Caller(address=address()), "layla") for _time in range(12)} == {401}
    assert "throttle not counted" in caplog.text
