"""A second factor counts wherever a password does."""

from typing import Any

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

from accounts.models import Token, User
from tests.accounts.conftest import PASSWORD, Caller, assert_error
from tests.accounts.test_pages import code_of

pytestmark = pytest.mark.django_db

CALLS = ["session/", "tokens/"]
LAYLA = {"username": "layla", "password": PASSWORD, "name": "x", "scopes": ["read"]}


@pytest.fixture
def secret(layla: User) -> str:
    secret = str(generate_totp_secret())
    TOTP.activate(layla, secret)
    return secret


@pytest.mark.parametrize("path", CALLS)
@pytest.mark.parametrize("code", [None, "000000", "x", "\u0661" * 6])
def test_a_password_alone_is_not_enough(secret: str, stranger: Caller, path: str, code: str | None) -> None:
    body = LAYLA if code is None else LAYLA | {"code": code}
    assert_error(stranger("POST", path, body), 403, "second_factor_required")
    assert "sessionid" not in stranger.http.cookies
    assert not Token.objects.exists()


@pytest.mark.parametrize("path", CALLS)
@pytest.mark.parametrize("code", [1, None, "", "x" * 33, ["1"], True])
def test_a_code_is_text(secret: str, stranger: Caller, path: str, code: Any) -> None:
    assert_error(stranger("POST", path, LAYLA | {"code": code}), 400, "invalid", "code")


@pytest.mark.parametrize("path", CALLS)
def test_a_code_is_good_once(secret: str, stranger: Caller, path: str) -> None:
    body = LAYLA | {"code": code_of(secret)}
    assert stranger("POST", path, body).status_code in (200, 201)
    assert_error(stranger("POST", path, body), 403, "second_factor_required")


@pytest.mark.parametrize("path", CALLS)
def test_a_recovery_code_is_good_once(layla: User, secret: str, stranger: Caller, path: str) -> None:
    first, second, *_rest = RecoveryCodes.activate(layla).generate_codes()
    for code in (first, second):
        assert stranger("POST", path, LAYLA | {"code": code}).status_code in (200, 201)
    assert_error(stranger("POST", path, LAYLA | {"code": first}), 403, "second_factor_required")


def test_a_wrong_password_is_told_first(secret: str, stranger: Caller) -> None:
    body = LAYLA | {"password": "wrong", "code": code_of(secret)}
    assert_error(stranger("POST", "session/", body), 401, "not_signed_in")


def test_who_has_none_needs_no_code(layla: User, stranger: Caller) -> None:
    assert stranger("POST", "session/", LAYLA | {"code": "000000"}).status_code == 200


def test_codes_of_another_are_wrong(layla: User, omar: User, secret: str, stranger: Caller) -> None:
    TOTP.activate(omar, other := generate_totp_secret())
    assert_error(
        stranger("POST", "session/", LAYLA | {"code": code_of(other)}), 403, "second_factor_required"
    )
