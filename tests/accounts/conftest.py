"""Callers of the account API: a stranger, a person, a browser, bearers of tokens."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import Scope, Token, User
from tests.shapes import check_answer

PASSWORD = "a long enough secret"
API = "/api/v1/"


class Caller:
    """Sends JSON, or the bytes it is given, as a program would: no cookies but those of its own session."""

    def __init__(self, token: str | None = None, address: str = "192.0.2.1", csrf: bool = False) -> None:
        self.http = Client(enforce_csrf_checks=csrf, REMOTE_ADDR=address, raise_request_exception=False)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        given = {**self.headers, **headers}
        response = self.http.generic(method, API + path, data, "application/json", headers=given)
        check_answer(method, API + path, response)
        return response


@pytest.fixture(autouse=True)
def without_brakes(settings: Settings) -> None:
    settings.THROTTLES = False
    settings.ACCOUNT_RATE_LIMITS = False
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def stranger() -> Caller:
    return Caller()


@pytest.fixture
def layla(db: None) -> User:
    return User.objects.create_user("Layla", "layla@example.org", PASSWORD)


@pytest.fixture
def omar(db: None) -> User:
    return User.objects.create_user("Omar", "omar@example.org", PASSWORD)


@pytest.fixture
def browser(layla: User) -> Caller:
    """Layla's, signed in; CSRF is checked."""
    caller = Caller(csrf=True)
    caller("POST", "session/", {"username": "layla", "password": PASSWORD})
    return caller


@pytest.fixture
def bearer() -> Callable[..., Caller]:
    """bearer(user, "read", "play") calls with a new token of these scopes."""

    def issue(user: User, *scopes: str) -> Caller:
        _token, text = Token.objects.issue(user, "test", [Scope(scope) for scope in scopes])
        return Caller(text)

    return issue


def assert_error(response: Any, status: int, code: str, field: str | None = None) -> None:
    body = json.loads(response.content)
    assert (response.status_code, body["code"], body.get("field")) == (status, code, field), body
    assert body["detail"]
