"""Accounts of programs: marked for ever, at casual tables with everybody, ranked among themselves."""

from collections.abc import Callable
from typing import Any

import pytest

from games.matchmaking import hall
from games.models import Match, MatchSeat, RatingChange
from tests.conftest import Caller
from tests.games.conftest import OpenTable
from tests.games.ranked import Four, count, paired, play_tricks, seek

SignUp = Callable[[str], Caller]


def become_bot(caller: Caller) -> Any:
    return caller("PATCH", "account/", {"kind": "bot"})


@pytest.fixture
def bots(sign_up: SignUp) -> Four:
    made = {seat: sign_up(f"robot-{seat}") for seat in "NESW"}
    for caller in made.values():
        assert become_bot(caller).json()["kind"] == "bot"
    return made


def test_an_account_becomes_a_bots_for_ever(stranger: Caller) -> None:
    assert become_bot(stranger).status_code == 200
    assert become_bot(stranger).json()["kind"] == "bot"
    back = stranger("PATCH", "account/", {"kind": "human"})
    assert (back.status_code, back.json()["field"]) == (400, "kind")
    assert stranger.get("players/stranger/").json()["kind"] == "bot"


def test_who_has_sat_at_a_table_stays_a_person(four: Four, open_table: OpenTable, nobody: Caller) -> None:
    open_table(seats="N")
    assert become_bot(four["N"]).json()["code"] == "forbidden"
    guest = Caller(None, nobody.post("guests/").json()["token"])
    assert become_bot(guest).status_code == 403
    assert four["N"].get("account/").json()["kind"] == "human"


def test_people_and_bots_never_meet_in_ranked_play(four: Four, bots: Four) -> None:
    for caller in (four["N"], four["E"], bots["N"], bots["E"]):
        assert seek(caller).status_code == 201
    assert hall.pair_waiting() == 0
    refused = seek(four["S"], partner="robot-S")
    assert (refused.status_code, refused.json()["field"]) == (400, "partner")
    for caller in (four["S"], four["W"], bots["S"], bots["W"]):
        assert seek(caller).status_code == 201
    assert hall.pair_waiting() == 2
    for match in Match.objects.all():
        kinds = {seat.person.kind for seat in MatchSeat.objects.filter(match=match) if seat.person}
        assert len(kinds) == 1


def test_bots_are_rated_on_a_ladder_of_their_own(bots: Four) -> None:
    match, sitting = paired(bots)
    play_tricks(match, 1)
    sitting["N"].act(match, action="resign")
    sitting["S"].act(match, action="resign")
    count()
    assert set(RatingChange.objects.values_list("ladder", flat=True)) == {"bots:levant-41"}
    assert set(bots["N"].get("players/robot-N/").json()["ratings"]) == {"bots:levant-41"}
    assert bots["N"].get("leaderboards/bots:levant-41/").status_code == 200


def test_a_bot_is_marked_wherever_it_sits(
    four: Four, bots: Four, open_table: OpenTable, nobody: Caller
) -> None:
    match = open_table(seats="N")
    assert bots["E"].post(f"matches/{match}/join/", {"seat": "E"}).status_code == 200
    seats = nobody.get(f"matches/{match}/").json()["state"]["seats"]
    assert (seats["E"]["program"], seats["N"]["program"]) == (True, False)
    (listed,) = nobody.get("matches/").json()["results"]
    assert (listed["seats"]["E"]["program"], listed["seats"]["N"]["program"]) == (True, False)
