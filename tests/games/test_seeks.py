"""Seeks through the API: who may, who is seated, and how a seek ends."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from games.matchmaking import hall
from games.models import Match, Seek, Seeker, Strike
from tests.conftest import Caller
from tests.games.conftest import Connect
from tests.games.ranked import Four, count, paired, play_tricks, seek, seek_as_pair
from tests.games.streaming import PATIENCE_SECONDS

Later = Callable[[float], None]


def status(caller: Caller, id_: str) -> str:
    return str(caller.get(f"seeks/{id_}/").json()["status"])


def test_ranked_play_may_need_a_confirmed_address(four: Four, settings: Any) -> None:
    settings.EMAIL_CONFIRMATION = "mandatory"
    refused = seek(four["N"])
    assert (refused.status_code, refused.json()["code"]) == (403, "email_unconfirmed")
    assert seek(four["N"], rated=False).status_code == 201
    EmailAddress.objects.create(user=four["S"].user, email="south@example.org", verified=True)
    assert seek(four["S"]).status_code == 201


def test_guests_play_casual_only(four: Four, nobody: Caller) -> None:
    guest = Caller(None, nobody.post("guests/").json()["token"])
    refused = seek(guest)
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert seek(four["N"], partner=guest.get("account/").json()["username"]).json()["field"] == "partner"
    assert seek(guest, rated=False).status_code == 201


def test_people_who_blocked_each_other_never_meet(four: Four, stranger: Caller) -> None:
    assert four["E"]("PUT", "players/player-south/block/", "").status_code == 204
    assert seek(four["S"], partner="player-east").json()["field"] == "partner"
    for caller in four.values():
        seek(caller)
    assert hall.pair_waiting() == 0
    seek(stranger)
    assert hall.pair_waiting() == 1
    sat = {seat.person for seat in Match.objects.get().seats.all()}
    assert stranger.user in sat
    assert not {four["E"].user, four["S"].user} <= sat


def test_four_who_seek_play(four: Four, stranger: Caller) -> None:
    made = {seat: seek(caller, client_seed="0f").json() for seat, caller in four.items()}
    assert [body["status"] for body in made.values()] == ["waiting"] * 4
    assert four["N"].get("account/playing/").json()["seeks"] == [made["N"]]
    assert hall.pair_waiting() == 1
    found = [four[seat].get(f"seeks/{body['id']}/").json() for seat, body in made.items()]
    assert {(body["status"], body["match"]) for body in found} == {("matched", str(Match.objects.get().pk))}
    detail = four["N"].get(f"matches/{found[0]['match']}/").json()
    assert (detail["status"], detail["state"]["rated"], detail["state"]["visibility"]) == (
        "live",
        True,
        "public",
    )
    assert detail["state"]["clock"] == {"turn_seconds": 20, "bank_seconds": 90}
    assert stranger.get(f"seeks/{made['N']['id']}/").json()["code"] == "not_found"
    assert four["N"].get("account/playing/").json()["seeks"] == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"rulesets": ["levant-31"]}, "rulesets"),
        ({"rulesets": []}, "rulesets"),
        ({"rulesets": "levant-41"}, "rulesets"),
        ({"rulesets": [["levant-41"]]}, "rulesets"),
        ({"rated": None}, "rated"),
        ({"rated": 1}, "rated"),
        ({"clocks": ["none"]}, "clocks"),
        ({"clocks": []}, "clocks"),
        ({"partner": "nobody-here"}, "partner"),
        ({"partner": "player-north"}, "partner"),
        ({"partner": 8}, "partner"),
        ({"client_seed": "XYZ"}, "client_seed"),
    ],
)
def test_a_seek_that_cannot_be(four: Four, body: Any, field: str) -> None:
    answer = seek(four["N"], **body)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "invalid", field)
    assert not Seek.objects.exists()


def test_one_seek_and_one_rated_match_a_person(four: Four) -> None:
    assert seek(four["N"]).status_code == 201
    again = seek(four["N"], rated=False)
    assert (again.status_code, again.json()["code"]) == (409, "already_seeking")
    for seat in "ESW":
        seek(four[seat])
    hall.pair_waiting()
    again = seek(four["N"])
    assert (again.status_code, again.json()["code"]) == (409, "already_playing")
    assert seek(four["N"], rated=False).status_code == 201  # casual tables are others


def test_a_partner_accepts_first(four: Four, stranger: Caller) -> None:
    made = seek(four["N"], partner="player-south").json()
    path = f"seeks/{made['id']}/"
    assert (made["partner"], made["accepted"]) == ("player-south", False)
    for seat in "EW":
        seek(four[seat])
    assert hall.pair_waiting() == 0
    assert [each["id"] for each in four["S"].get("account/playing/").json()["seeks"]] == [made["id"]]
    assert stranger.post(f"{path}accept/").json()["code"] == "not_found"
    assert four["S"].post(f"{path}accept/").json()["accepted"]
    assert four["S"].post(f"{path}accept/").status_code == 200
    assert seek(four["S"]).json()["code"] == "already_seeking"
    assert hall.pair_waiting() == 1
    seats = {seat.person_id: seat.seat for seat in Match.objects.get().seats.all()}
    assert "".join(sorted(seats[four[name].user.pk] for name in "NS")) in ("NS", "EW")  # type: ignore[union-attr]


def test_a_partner_who_declines_or_an_owner_who_withdraws(four: Four) -> None:
    for decider in "SN":
        id_ = seek(four["N"], partner="player-south").json()["id"]
        assert four[decider]("DELETE", f"seeks/{id_}/", "").json()["status"] == "cancelled"
        assert status(four["N"], id_) == "cancelled"
        assert four["S"].post(f"seeks/{id_}/accept/").json()["code"] == "not_found"
    assert seek(four["N"]).status_code == 201


def test_pairs_meet_pairs(four: Four, sign_up: Callable[[str], Caller]) -> None:
    """Two who came alone fit as well, but a pair is there."""
    others = {seat: sign_up(f"other-{seat}") for seat in "NESW"}
    for caller in (others["E"], others["W"]):
        seek(caller)
    seek_as_pair(four["N"], four["S"])
    seek_as_pair(others["N"], others["S"])
    assert hall.pair_waiting() == 1
    assert {seat.person for seat in Match.objects.get().seats.all()} == {
        caller.user for caller in (four["N"], four["S"], others["N"], others["S"])
    }


def test_who_has_no_rule_set_or_clock_in_common_waits(four: Four) -> None:
    for seat in "NES":
        seek(four[seat], clocks=["blitz", "slow"])
    seek(four["W"], clocks=["normal"])
    assert hall.pair_waiting() == 0
    four["W"]("DELETE", f"seeks/{four['W'].get('account/playing/').json()['seeks'][0]['id']}/", "")
    seek(four["W"], clocks=["normal", "slow"], rulesets=["cardems", "levant-41"])
    assert hall.pair_waiting() == 1
    match = Match.objects.get()
    assert (match.ruleset_id, match.clock) == ("levant-41", {"turn_seconds": 60, "bank_seconds": 300})


def test_casual_seeks_fill_with_bots_after_20_seconds(four: Four, later: Later) -> None:
    made = [seek(four[seat], rated=False, rulesets=["saudi-41"]).json()["id"] for seat in "NE"]
    assert hall.pair_waiting() == 0
    later(21)
    for seat, id_ in zip("NE", made, strict=True):
        status(four[seat], id_)
    assert hall.pair_waiting() == 1
    match = Match.objects.get()
    assert not match.rated
    assert sorted(seat.player_kind for seat in match.seats.all()) == ["bot", "bot", "human", "human"]


def test_a_ranked_seek_never_fills_with_bots(four: Four, later: Later) -> None:
    id_ = seek(four["N"]).json()["id"]
    for _ in range(5):
        later(20)
        assert status(four["N"], id_) == "waiting"
        assert hall.pair_waiting() == 0


def test_a_seek_dies_with_presence(four: Four, later: Later) -> None:
    alone = seek(four["E"]).json()["id"]
    pair = seek_as_pair(four["N"], four["S"])
    later(25)
    status(four["E"], alone)
    status(four["N"], pair)
    later(10)  # the partner has not asked for 35 s
    hall.pair_waiting()
    assert (status(four["E"], alone), status(four["N"], pair)) == ("waiting", "cancelled")
    assert seek(four["S"]).status_code == 201


def test_a_seek_expires_after_ten_minutes(four: Four, later: Later) -> None:
    id_ = seek(four["N"]).json()["id"]
    for _ in range(29):
        later(20)
        assert status(four["N"], id_) == "waiting"
        hall.pair_waiting()
    later(20)
    hall.pair_waiting()
    assert status(four["N"], id_) == "expired"


def test_an_open_socket_keeps_a_seek(four: Four, connect: Connect) -> None:
    id_ = seek(four["N"]).json()["id"]
    lobby = connect(None, four["N"])
    long_ago = timezone.now() - timedelta(seconds=31)
    Seeker.objects.update(seen_at=long_ago)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while Seeker.objects.get().seen_at == long_ago:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert lobby.head() == 0
    hall.pair_waiting()
    assert status(four["N"], id_) == "waiting"


def test_the_lobby_tells_of_seeks_and_pairings(four: Four, connect: Connect) -> None:
    lobby = connect(None, four["N"])
    lobby.next("tables")
    made = seek(four["N"]).json()
    assert lobby.next("seek")["seek"] == made
    for seat in "ESW":
        seek(four[seat])
    hall.pair_waiting()
    match = str(Match.objects.get().pk)
    told = lobby.next("seek")["seek"]
    assert (told["status"], told["match"]) == ("matched", match)
    assert lobby.next("paired") == {"type": "paired", "match": match}


def test_who_leaves_before_it_counts_is_struck_and_the_others_keep_their_place(four: Four) -> None:
    match, seats = paired(four)
    places = dict(Seek.objects.values_list("pk", "queued_at"))
    assert seats["E"].post(f"matches/{match}/leave/").status_code == 200
    assert count() == 1
    assert Match.objects.get().reason == "aborted"
    assert [strike.person for strike in Strike.objects.all()] == [seats["E"].user]
    waiting = Seek.objects.filter(status="waiting")
    assert {seeker.person for seek_ in waiting for seeker in seek_.seekers.all()} == {
        seats[seat].user for seat in "NSW"
    }
    assert all(places[each.pk] == each.queued_at for each in waiting)
    paused = seek(seats["E"])
    assert (paused.status_code, paused.json()["code"]) == (403, "ranked_paused")
    assert paused.json()["until"] > "2026"
    assert seek(seats["E"], rated=False).status_code == 201
    assert all(seats[seat].get(f"players/{seats[seat].user}/").json()["ratings"] == {} for seat in "NESW")


def test_a_pair_of_whom_one_left_does_not_wait_again(four: Four) -> None:
    match, _ = paired(four, pairs=["NS"])
    assert four["N"].post(f"matches/{match}/leave/").status_code == 200
    count()
    assert {seeker.person for seeker in Seeker.objects.filter(active=True)} == {
        four["E"].user,
        four["W"].user,
    }
    assert seek(four["S"]).status_code == 201


def test_an_abort_after_the_first_trick_sends_nobody_back(four: Four) -> None:
    match, seats = paired(four)
    play_tricks(match, 1)
    for seat in "NESW":
        seats[seat].act(match, action="resign")
    count()
    assert not Seek.objects.filter(status="waiting").exists()
