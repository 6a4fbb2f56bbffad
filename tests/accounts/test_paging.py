"""Lists of more than a page, by the example of tokens."""

import json
from base64 import b64encode
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from accounts.models import Scope, Token, User
from tests.accounts.conftest import API, Caller, assert_error

pytestmark = pytest.mark.django_db


CURSORS = [b"p=yesterday", b"p=%00", b"p=2026-99-99T00:00:00Z", b"p=99999-01-01", b"p="]
CURSORS += [b"o=-1", b"o=x", b"r=x", b"o=" + b"9" * 5000, b"\xff"]


@pytest.fixture
def caller(layla: User, bearer: Callable[..., Caller]) -> Caller:
    for number in range(7):
        Token.objects.issue(layla, str(number), [Scope.READ])
    return bearer(layla, "read")


def page(caller: Caller, address: str) -> Any:
    return json.loads(caller("GET", address.partition(API)[2] or address).content)


def test_pages_hold_everything_once_newest_first(caller: Caller) -> None:
    first = page(caller, "tokens/?limit=3")
    second = page(caller, first["next"])
    third = page(caller, second["next"])
    names = [token["name"] for part in (first, second, third) for token in part["results"]]
    assert names == ["test", *"6543210"]
    assert (first["previous"], third["next"]) == (None, None)
    assert page(caller, third["previous"])["results"] == second["results"]


@pytest.mark.parametrize("limit", ["0", "201", "-1", "x", "", "1.5", "1e2", "9" * 30, "٣", "%00", "true"])
def test_a_limit_out_of_range(caller: Caller, limit: str) -> None:
    assert_error(caller("GET", f"tokens/?limit={quote(limit, safe='%')}"), 400, "invalid", "limit")


CURSORS = [b"p=yesterday", b"p=%00", b"p=2026-99-99T00:00:00Z", b"p=99999-01-01"]
CURSORS += [b"o=-1", b"o=x", b"r=x", b"o=" + b"9" * 5000, b"\xff"]


@pytest.mark.parametrize("cursor", ["x", "é", "🂡", *(b64encode(text).decode() for text in CURSORS)])
def test_a_cursor_that_is_none(caller: Caller, cursor: str) -> None:
    assert_error(caller("GET", f"tokens/?cursor={quote(cursor, safe='%')}"), 400, "invalid", "cursor")
