"""What accounts and matches have in common: guests, blocks, one's own data, housekeeping."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts import social
from accounts.models import Scope, Token, User
from games import tasks
from tests.conftest import Caller
from tests.games.conftest import OpenTable

Four = dict[str, Caller]


def test_a_guest_plays_and_keeps_the_match_as_an_account(nobody: Caller) -> None:
    guest = Caller(None, nobody.post("guests/").json()["token"])
    seats = {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:easy"}
    match = guest.post("matches/", {"ruleset": "levant-41", "seats": seats}).json()["id"]
    player = guest.state(match)["state"]["seats"]["N"]["player"]
    assert player["name"].startswith("guest-")

    account = {"username": "Zeinab", "email": "z@example.org", "password": "a long enough secret"}
    assert guest.post("accounts/", account).json()["id"] == player["id"]
    assert guest.state(match)["state"]["seats"]["N"]["player"] == player | {"name": "Zeinab"}
    assert [row["id"] for row in guest.get("account/playing/").json()["matches"]] == [match]


def test_who_is_blocked_cannot_invite(four: Four, open_table: OpenTable) -> None:
    north, east = four["N"].user, four["E"].user
    assert north is not None and east is not None
    assert four["E"]("PUT", f"players/{north.username}/block/").status_code == 204
    body = {"ruleset": "levant-41", "seats": {"N": "me", "E": f"invite:{east.username}"}}
    refused = four["N"].post("matches/", body)
    assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (400, "invalid", "seats")
    body = {"ruleset": "levant-41", "seats": {"E": "me", "N": f"invite:{north.username}"}}
    assert four["E"].post("matches/", body).status_code == 201  # the other way nothing is in the way
    social.unblock(east, north)
    assert open_table(seats="N", invited={"E": f"invite:{east.username}"})


def test_one_gets_all_of_ones_data(four: Four, open_table: OpenTable) -> None:
    north, east = four["N"].user, four["E"].user
    assert north is not None and east is not None
    social.follow(north, east)
    social.block(north, east)
    match = open_table()
    open_table(seats="NE")
    body = four["N"].get("account/export/").json()
    assert (body["profile"]["username"], body["profile"]["email"]) == (north.username, north.email)
    assert body["follows"] == body["blocks"] == [east.username]
    assert [token["name"] for token in body["tokens"]] == ["tests"]
    assert [(row["seat"], row["status"], row["result"]) for row in body["matches"]] == [
        ("N", "open", None),
        ("N", "live", None),
    ]
    assert body["matches"][1]["id"] == match
    text = four["N"].get("account/export/").content.decode()
    assert Token.objects.get(user=north).digest not in text
    assert north.password not in text


def test_ones_data_shows_how_a_match_ended(four: Four, open_table: OpenTable) -> None:
    match = open_table()
    for seat in "NS":
        four[seat].act(match, action="resign")
    [row] = four["N"].get("account/export/").json()["matches"]
    assert row["result"] == {"winner": "EW", "reason": "forfeit"}
    assert row["finished_at"]


def test_ones_data_needs_the_scope(four: Four, nobody: Caller) -> None:
    assert four["N"].user is not None
    _token, text = Token.objects.issue(four["N"].user, "x", [Scope.READ, Scope.PLAY])
    assert Caller(None, text).get("account/export/").json()["code"] == "scope_required"
    assert nobody.get("account/export/").json()["code"] == "not_signed_in"


@pytest.mark.usefixtures("transactional_db")
def test_housekeeping_forgets_guests(nobody: Caller, later: Callable[[float], Any]) -> None:
    name = nobody.post("guests/").json()["name"]
    tasks.housekeeping()
    assert User.objects.filter(username=name).exists()
    later(25 * 3600)
    tasks.housekeeping()
    assert not User.objects.filter(username=name).exists()
