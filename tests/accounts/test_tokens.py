"""tokens/ and what a token may do."""

import json
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Scope, Token, User
from tests.accounts.conftest import PASSWORD, Caller, assert_error

pytestmark = pytest.mark.django_db

Bearer = Callable[..., Caller]
LAYLA = {"username": "Layla", "password": PASSWORD, "name": "bot", "scopes": ["read", "play"]}
UNKNOWN = "tarneeb_" + "A" * 43
BARE = {"name": "child", "scopes": ["read"]}


def test_a_password_gets_a_token(layla: User, stranger: Caller) -> None:
    response = stranger("POST", "tokens/", LAYLA)
    body, token = json.loads(response.content), Token.objects.get()
    assert response.status_code == 201
    assert body == {"id": token.pk, "token": body["token"], "name": "bot", "scopes": ["read", "play"]}
    assert body["token"].startswith("tarneeb_")
    assert token.digest == sha256(body["token"].encode()).hexdigest()
    me = json.loads(Caller(body["token"])("GET", "account/").content)
    assert (me["id"], me["username"], me["scopes"]) == (str(layla.pk), "Layla", ["read", "play"])


def test_a_wrong_password_gets_none(layla: User, stranger: Caller) -> None:
    assert_error(stranger("POST", "tokens/", LAYLA | {"password": "wrong"}), 401, "not_signed_in")
    assert_error(stranger("POST", "tokens/", BARE), 401, "not_signed_in")
    assert not Token.objects.exists()


@pytest.mark.parametrize(
    "scopes", [[], ["admin"], ["read", "READ"], [1], [["read"]], [None], {}, "read", None, True]
)
def test_scopes_must_be_known(layla: User, stranger: Caller, scopes: Any) -> None:
    assert_error(stranger("POST", "tokens/", LAYLA | {"scopes": scopes}), 400, "invalid", "scopes")


def test_scopes_count_once_and_are_in_order(layla: User, stranger: Caller) -> None:
    response = stranger("POST", "tokens/", LAYLA | {"scopes": ["play", "read", "play"]})
    assert json.loads(response.content)["scopes"] == ["read", "play"]


def test_a_session_makes_tokens(browser: Caller) -> None:
    csrf = {"X-CSRFToken": browser.http.cookies["csrftoken"].value}
    assert_error(browser("POST", "tokens/", BARE), 403, "forbidden")
    assert browser("POST", "tokens/", BARE, **csrf).status_code == 201


def test_a_token_makes_none_that_can_do_more(layla: User, bearer: Bearer) -> None:
    parent = bearer(layla, "read", "account")
    assert parent("POST", "tokens/", BARE).status_code == 201
    assert_error(parent("POST", "tokens/", BARE | {"scopes": ["play"]}), 403, "scope_required")
    assert_error(bearer(layla, "read", "play")("POST", "tokens/", BARE), 403, "scope_required")


def test_a_token_makes_none_that_lives_longer(layla: User) -> None:
    soon = timezone.now() + timedelta(hours=1)
    _token, text = Token.objects.issue(layla, "short", [Scope.READ, Scope.ACCOUNT], soon)
    assert Caller(text)("POST", "tokens/", BARE).status_code == 201
    assert Token.objects.get(name="child").expires_at == soon


def test_one_lists_and_revokes_ones_own(layla: User, omar: User, bearer: Bearer) -> None:
    mine, theirs = bearer(layla, "read", "account"), bearer(omar, "account")
    [listed] = json.loads(mine("GET", "tokens/").content)["results"]
    assert listed.keys() == {"id", "name", "scopes", "created_at", "last_used_at"}
    assert_error(theirs("DELETE", f"tokens/{listed['id']}/"), 404, "not_found")
    assert mine("DELETE", f"tokens/{listed['id']}/").status_code == 204
    assert_error(mine("GET", "tokens/"), 401, "not_signed_in")


@pytest.mark.parametrize("unknown", ["nothing", "%00", "a b", "x" * 500, "%ff", "é"])
def test_an_unknown_id_is_not_found(layla: User, bearer: Bearer, unknown: str) -> None:
    assert_error(bearer(layla, "account")("DELETE", f"tokens/{unknown}/"), 404, "not_found")


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "bearer x",
        "Bearer tarneeb_",
        "Bearer é",
        "Bearer a b c",
        f"Bearer tarneeb_{'A' * 43}",
    ],
)
def test_a_header_that_holds_no_token_is_refused(layla: User, stranger: Caller, header: str) -> None:
    response = stranger("GET", "account/", Authorization=header)
    assert_error(response, 401, "not_signed_in")
    assert response.headers["WWW-Authenticate"] == "Bearer"


def test_a_token_ends(layla: User) -> None:
    token, text = Token.objects.issue(layla, "short", [Scope.READ], timezone.now() + timedelta(hours=1))
    assert Caller(text)("GET", "account/").status_code == 200
    Token.objects.filter(pk=token.pk).update(expires_at=timezone.now())
    assert_error(Caller(text)("GET", "account/"), 401, "not_signed_in")


def test_a_token_ends_with_its_account(layla: User, bearer: Bearer) -> None:
    caller = bearer(layla, "read")
    User.objects.update(is_active=False)
    assert_error(caller("GET", "account/"), 401, "not_signed_in")


def test_last_use_is_written_at_most_once_a_minute(layla: User, bearer: Bearer) -> None:
    caller = bearer(layla, "read")
    tokens = Token.objects.values_list("last_used_at", flat=True)
    assert tokens.get() is None
    caller("GET", "account/")
    first = tokens.get()
    assert first is not None
    caller("GET", "account/")
    assert tokens.get() == first
    long_ago = first - timedelta(minutes=1)
    Token.objects.update(last_used_at=long_ago)
    caller("GET", "account/")
    assert tokens.get() != long_ago


@pytest.mark.parametrize("scope", ["read", "play", "account"])
@pytest.mark.parametrize(
    ("method", "path", "needed"),
    [
        ("GET", "account/", "read"),
        ("DELETE", "account/", "account"),
        ("GET", "tokens/", "read"),
        ("DELETE", "tokens/x/", "account"),
    ],
)
def test_each_call_needs_its_scope(
    layla: User, bearer: Bearer, method: str, path: str, needed: str, scope: str
) -> None:
    response = bearer(layla, scope)(method, path)
    if scope == needed:
        assert response.status_code in (200, 400, 404)
    else:
        assert_error(response, 403, "scope_required")


def test_a_bearer_needs_no_csrf_token(layla: User) -> None:
    _token, text = Token.objects.issue(layla, "test", [Scope.ACCOUNT])
    assert_error(Caller(text, csrf=True)("DELETE", "tokens/x/"), 404, "not_found")
