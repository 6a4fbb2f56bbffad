"""GET and DELETE account/, and the names that outlive it."""

import json
import re
from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import Token, User, names_of
from tests.accounts.conftest import PASSWORD, Caller, assert_error

pytestmark = pytest.mark.django_db

Bearer = Callable[..., Caller]


def test_it_says_who_i_am(layla: User, bearer: Bearer) -> None:
    body = json.loads(bearer(layla, "read")("GET", "account/").content)
    assert body.pop("created_at").endswith("Z")
    assert body == {
        "id": str(layla.pk),
        "username": "Layla",
        "email": "layla@example.org",
        "kind": "human",
        "guest": False,
        "language": "",
        "country": "",
        "scopes": ["read"],
        "restrictions": {"talk": None, "ranked": None},
        "notices": [],
    }


def test_nobody_keeps_what_was_made_for_somebody(
    browser: Caller, bearer: Callable[..., Caller], layla: User
) -> None:
    for caller in (browser, bearer(layla, "read")):
        assert caller("GET", "account/")["Cache-Control"] == "no-store"
    for page in ("/account/email/", "/en/", "/matches/", "/en/players/Layla/"):
        answer = browser.http.get(page)
        assert (answer.status_code, answer["Cache-Control"].count("no-store")) == (200, 1), page
    assert "Cache-Control" not in Caller()("GET", "rulesets/")


def test_strangers_are_nobody(db: None, stranger: Caller) -> None:
    assert_error(stranger("GET", "account/"), 401, "not_signed_in")


def test_deleting_wipes_the_person(layla: User, bearer: Bearer, browser: Caller, stranger: Caller) -> None:
    program = bearer(layla, "account", "read")
    assert program("DELETE", "account/", {"password": PASSWORD}).status_code == 204

    gone = User.objects.get(pk=layla.pk)
    assert re.fullmatch("deleted-[a-z0-9]{8}", gone.username)
    assert (gone.email, gone.is_active, gone.has_usable_password()) == ("", False, False)
    assert not Token.objects.exists()
    for caller in (program, browser):
        assert_error(caller("GET", "account/"), 401, "not_signed_in")
    for name in ("layla", gone.username):
        body = {"username": name, "password": PASSWORD}
        assert_error(stranger("POST", "session/", body), 401, "not_signed_in")
    again = {"username": "Layla", "email": "layla@example.org", "password": PASSWORD}
    assert stranger("POST", "accounts/", again).status_code == 201


def test_a_browser_can_delete(browser: Caller) -> None:
    csrf = {"X-CSRFToken": browser.http.cookies["csrftoken"].value}
    assert_error(browser("DELETE", "account/", {"password": PASSWORD}), 403, "forbidden")
    assert browser("DELETE", "account/", {"password": PASSWORD}, **csrf).status_code == 204
    assert_error(browser("GET", "account/"), 401, "not_signed_in")


@pytest.mark.parametrize("body", [{"password": "wrong"}, {"password": None}, {"password": 8}, {}, None])
def test_deleting_needs_the_password(layla: User, bearer: Bearer, body: object) -> None:
    assert_error(bearer(layla, "account")("DELETE", "account/", body), 400, "invalid", "password")
    layla.refresh_from_db()
    assert layla.is_active


def test_two_of_the_deleted_do_not_collide(layla: User, omar: User, bearer: Bearer) -> None:
    for user in (layla, omar):
        assert bearer(user, "account")("DELETE", "account/", {"password": PASSWORD}).status_code == 204


def test_names_are_resolved_in_one_query(
    layla: User, omar: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ids = [str(layla.pk), str(omar.pk), str(layla.pk), "easy", "", "00000000-0000-4000-8000-000000000000"]
    with django_assert_num_queries(1):
        assert names_of(ids) == {str(layla.pk): "Layla", str(omar.pk): "Omar"}
    with django_assert_num_queries(0):
        assert names_of(["easy"]) == {}


@pytest.mark.parametrize("written", ["Layla", "LAYLA", "lay1a", "láyla"])
def test_a_person_is_found_by_name(layla: User, written: str) -> None:
    assert User.objects.get_by_natural_key(written) == layla


@pytest.mark.parametrize("written", ["nobody", "", "\x00", "?", "x" * 1000])
def test_nobody_is_found_by_another(layla: User, written: str) -> None:
    with pytest.raises(User.DoesNotExist):
        User.objects.get_by_natural_key(written)
