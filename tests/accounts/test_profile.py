"""PATCH account/."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounts import countries
from accounts.models import User
from tests.accounts.conftest import Caller, assert_error

pytestmark = pytest.mark.django_db


def test_it_changes_what_is_named(layla: User, bearer: Callable[..., Caller]) -> None:
    caller = bearer(layla, "account", "read")
    for body, shown in (
        ({"country": "LB", "language": "ar"}, ("LB", "ar")),
        ({"language": "pt"}, ("LB", "pt")),
        ({"country": "", "username": "other", "is_staff": True}, ("", "pt")),
        ({}, ("", "pt")),
    ):
        changed = caller("PATCH", "account/", body)
        assert changed.status_code == 200
        for answer in (changed, caller("GET", "account/")):
            me = json.loads(answer.content)
            assert (me["username"], me["country"], me["language"]) == ("Layla", *shown)
    layla.refresh_from_db()
    assert not layla.is_staff


@pytest.mark.parametrize("field", ["country", "language"])
@pytest.mark.parametrize("value", ["lb", "XX", "LBN", "AR!", "english", "a", None, 8, ["LB"], {}, True])
def test_other_values_are_refused(layla: User, bearer: Callable[..., Caller], field: str, value: Any) -> None:
    body = {"country": "LB", "language": "ar"} | {field: value}
    assert_error(bearer(layla, "account")("PATCH", "account/", body), 400, "invalid", field)
    layla.refresh_from_db()
    assert (layla.country, layla.language) == ("", "")


def test_it_needs_the_scope(layla: User, bearer: Callable[..., Caller]) -> None:
    assert_error(bearer(layla, "read", "play")("PATCH", "account/", {}), 403, "scope_required")


def test_all_countries_are_there() -> None:
    assert len(countries.CODES) == 249
    assert {"PS", "LB", "SY", "JO", "EG"} < countries.CODES


@pytest.mark.parametrize("field", ["country", "language"])
def test_a_refused_change_makes_nobody_a_bot(layla: User, bearer: Callable[..., Caller], field: str) -> None:
    body = {"kind": "bot", field: "xx"}
    assert_error(bearer(layla, "account")("PATCH", "account/", body), 400, "invalid", field)
    layla.refresh_from_db()
    assert layla.kind == User.Kind.HUMAN
