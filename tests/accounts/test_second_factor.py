"""A second factor counts wherever a password does."""

from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from cryptography.fernet import InvalidToken
from django.core.management import call_command
from pytest_django import Settings

from accounts import second_factor
from accounts.models import Token, User
from accounts.sealing import unseal
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


def test_the_database_keeps_no_secret_in_the_clear(layla: User, secret: str) -> None:
    RecoveryCodes.activate(layla)
    kept = [str(data) for data in Authenticator.objects.values_list("data", flat=True)]
    assert len(kept) == 2
    assert all("sealed:" in data and secret not in data for data in kept)


def test_an_earlier_key_opens_what_it_has_sealed(
    layla: User, secret: str, stranger: Caller, settings: Settings
) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert second_factor.accepts(layla, code_of(secret))
    before = Authenticator.objects.get().data["secret"]
    call_command("seal_factors", stdout=StringIO())
    settings.SECRET_KEY_FALLBACKS = []
    assert unseal(Authenticator.objects.get().data["secret"]) == secret
    with pytest.raises(InvalidToken):
        unseal(before)


def test_what_was_never_sealed_can_be(layla: User, secret: str) -> None:
    RecoveryCodes.activate(layla)
    data = {
        kind: {"secret": secret, "seed": "x", "migrated_codes": ["a"]} for kind in ("totp", "recovery_codes")
    }
    for factor in Authenticator.objects.all():
        factor.data = data[factor.type]
        factor.save()
    assert second_factor.accepts(layla, code_of(secret))
    call_command("seal_factors", stdout=StringIO())
    for factor in Authenticator.objects.all():
        assert sorted(map(unseal, (factor.data["secret"], factor.data["seed"]))) == sorted([secret, "x"])
        assert [unseal(code) for code in factor.data["migrated_codes"]] == ["a"]
