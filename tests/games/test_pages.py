"""The pages about matches: both directions, a policy without anything inline, a guest's session."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import Token, User
from games import botlevels, bots
from tests.conftest import Caller
from tests.games.conftest import OpenTable, play_to

pytestmark = pytest.mark.django_db

OWN = {"Origin": "http://testserver"}
PAGES = ["/", "/rules/", "/account/login/"]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("ar", "rtl")])
def test_pages_render_in_both_directions(client: Client, path: str, language: str, direction: str) -> None:
    response = client.get(path, headers={"accept-language": language}, follow=True)
    assert response.status_code == 200
    assert f'<html lang="{language}" dir="{direction}">' in response.content.decode()


@pytest.mark.parametrize("path", [*PAGES, "/nothing/"])
def test_the_policy_allows_nothing_inline(client: Client, path: str) -> None:
    policy = client.get(path, follow=True).headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_a_table_has_a_page_and_no_card_in_it(open_table: Any, client: Client) -> None:
    match = open_table()
    page = client.get(f"/matches/{match}/")
    assert page.status_code == 200
    assert match in page.content.decode()
    nowhere = client.get(f"/matches/{uuid4()}/")
    assert nowhere.status_code == 404
    assert "Nothing here" in nowhere.content.decode()


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_a_replay_names_the_players_where_lists_do(
    four: dict[str, Caller], open_table: OpenTable, client: Client, visibility: str
) -> None:
    invited = {seat: f"invite:{four[seat].user}" for seat in "ESW"}
    match = open_table(visibility=visibility, invited=invited)
    play_to(four, match, "play")
    for seat in "NS":
        assert four[seat].post(f"matches/{match}/leave/", {}).status_code == 200
    page = client.get(f"/matches/{match}/?at=9").content.decode()
    assert 'id="replay"' in page
    assert (page.count("player-west") > 0) == (visibility == "public")
    assert ("noindex" in page) == (visibility != "public")
    assert (f'<link rel="canonical" href="http://testserver/matches/{match}/">' in page) == (
        visibility == "public"
    )


def test_every_level_of_bots_is_offered(client: Client, open_table: OpenTable) -> None:
    offered = [level for level in bots.LEVELS if level != "random"]
    home = client.get("/en/").content.decode()
    assert [level for level in bots.LEVELS if f'<option value="{level}"' in home] == offered
    assert f'<option value="{botlevels.DEFAULT}" selected>' in home
    page = client.get(f"/matches/{open_table(seats='N')}/").content.decode()
    assert all(f"&quot;{level}&quot;" in page for level in offered)
    assert f'data-level="{botlevels.DEFAULT}"' in page


def test_the_scripts_words_come_in_the_language_asked_for(client: Client) -> None:
    words = client.get("/words/ar.js").content.decode()
    assert json.dumps("آخر لمّة") in words
    assert json.dumps("آخر لمّة") not in client.get("/words/en.js").content.decode()
    assert client.get("/words/xx.js").status_code == 404


def test_a_guest_from_our_page_has_a_session(client: Client) -> None:
    name = client.post("/api/v1/guests/", {}, content_type="application/json", headers=OWN).json()["name"]
    me = client.get("/api/v1/account/").json()
    assert (me["username"], me["guest"]) == (name, True)
    assert name in client.get("/en/").content.decode()


@pytest.mark.parametrize("headers", [{}, {"Origin": "https://elsewhere.example"}, {"Origin": "null"}])
def test_other_guests_have_a_token_only(client: Client, headers: dict[str, str]) -> None:
    made = client.post("/api/v1/guests/", {}, content_type="application/json", headers=headers)
    assert made.status_code == 201
    assert client.get("/api/v1/account/").status_code == 401


def test_a_person_is_not_signed_out_for_a_guest(client: Client, layla: User) -> None:
    client.force_login(layla)
    client.post("/api/v1/guests/", {}, content_type="application/json", headers=OWN)
    assert client.get("/api/v1/account/").json()["username"] == "layla"


def test_a_guests_session_keeps_them_from_being_forgotten(client: Client) -> None:
    client.post("/api/v1/guests/", {}, content_type="application/json", headers=OWN)
    Token.objects.update(last_used_at=None)
    client.get("/api/v1/account/")
    assert Token.objects.get().last_used_at is not None


def test_a_guest_signs_up_on_the_page_and_stays_who_they_are(client: Client) -> None:
    client.post("/api/v1/guests/", {}, content_type="application/json", headers=OWN)
    before = client.get("/api/v1/account/").json()["id"]
    secret = "sahlab-w-tamr"
    form = {"username": "Zeinab", "email": "z@example.org", "password1": secret, "password2": secret}
    assert client.get("/account/signup/").status_code == 200
    assert client.post("/account/signup/", form).status_code == 302
    me = client.get("/api/v1/account/").json()
    assert (me["id"], me["username"], me["guest"]) == (before, "Zeinab", False)


@pytest.fixture
def layla(sign_up: Any) -> User:
    caller: Caller = sign_up("layla")
    assert caller.user is not None
    return caller.user
