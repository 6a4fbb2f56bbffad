"""Opening a table, joining, leaving, filling, kicking: who may, and what it tells."""

from typing import Any

import pytest

from games import clock
from games.models import Match, MatchSeat
from games.rules.ruleset import PRESETS
from tests.conftest import Caller
from tests.games.conftest import OpenTable

BOTS = {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:random"}


def opened(caller: Caller, **body: Any) -> Any:
    return caller.post("matches/", {"ruleset": "levant-41", "seats": {"N": "me"}} | body)


@pytest.mark.parametrize("preset", PRESETS)
def test_it_starts_at_once_with_three_bots(four: dict[str, Caller], preset: str) -> None:
    answer = opened(four["N"], ruleset=preset, seats=BOTS)
    assert answer.status_code == 201
    body = answer.json()
    assert (body["status"], body["seq"], body["state"]["ruleset"]["id"]) == ("live", 7, preset)
    assert body["state"]["clock"] is None
    assert len(body["state"]["deal"]["hands"]["N"]) == 13
    types = [event["type"] for event in four["N"].get(f"matches/{body['id']}/events/").json()["events"]]
    assert types == ["match_created", *["seat_taken"] * 4, "match_started", "deal_started"]


def test_a_custom_rule_set_keeps_every_field(four: dict[str, Caller]) -> None:
    fields = PRESETS["levant-41"].as_dict() | {"target": 75, "no_trump": True}
    fields.pop("id")
    body = opened(four["N"], ruleset=fields).json()
    assert body["state"]["ruleset"] == fields | {"id": None}
    assert Match.objects.get(pk=body["id"]).ruleset == fields | {"id": None}


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"ending": "first"}, "ending"),
        ({"slam": "none", "unit": "card_points"}, "bids"),
        ({"slam_sides": "either", "slam": "none"}, "slam_sides"),
        ({"bids": [7, 8], "bid13": "kaboot"}, "bid13"),
        ({"forced_may_raise": True}, "forced_may_raise"),
        ({"target": 9}, "target"),
        ({"target": True}, "target"),
        ({"target": 10**30}, "target"),
        ({"bids": [8, 7]}, "bids"),
        ({"bids": []}, "bids"),
        ({"bids": [7.5]}, "bids"),
        ({"direction": "widdershins"}, "direction"),
        ({"hands": 3}, "hands"),
    ],
)
def test_an_impossible_rule_set_names_its_field(
    four: dict[str, Caller], fields: dict[str, Any], field: str
) -> None:
    answer = opened(four["N"], ruleset=fields)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "invalid", field)
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({"ruleset": "whist"}, 400, "invalid", "ruleset"),
        ({"ruleset": None}, 400, "invalid", "ruleset"),
        ({"ruleset": 31}, 400, "invalid", "ruleset"),
        ({"rated": True}, 400, "invalid", "rated"),
        ({"rated": "no"}, 400, "invalid", "rated"),
        ({"visibility": "secret"}, 400, "invalid", "visibility"),
        ({"clock": "none"}, 400, "invalid", "clock"),
        ({"clock": "fast"}, 400, "invalid", "clock"),
        ({"clock": {"turn_seconds": 0, "bank_seconds": 0}}, 400, "invalid", "clock"),
        ({"clock": {"turn_seconds": 601, "bank_seconds": 0}}, 400, "invalid", "clock"),
        ({"clock": {"turn_seconds": 10}}, 400, "invalid", "clock"),
        ({"clock": {"turn_seconds": True, "bank_seconds": 0}}, 400, "invalid", "clock"),
        ({"clock": 10}, 400, "invalid", "clock"),
        ({"client_seed": "xyz"}, 400, "invalid", "client_seed"),
        ({"client_seed": "a" * 65}, 400, "invalid", "client_seed"),
        ({"client_seed": None}, 400, "invalid", "client_seed"),
        ({"seats": None}, 400, "invalid", "seats"),
        ({"seats": []}, 400, "invalid", "seats"),
        ({"seats": {}}, 400, "invalid", "seats"),
        ({"seats": {"X": "me"}}, 400, "invalid", "seats"),
        ({"seats": {"N": "me", "S": "me"}}, 400, "invalid", "seats"),
        ({"seats": {"N": "bot:easy"}}, 400, "invalid", "seats"),
        ({"seats": {"N": "me", "E": 7}}, 400, "invalid", "seats"),
        ({"seats": {"N": "me", "E": "you"}}, 400, "invalid", "seats"),
        ({"seats": {"N": "me", "E": "invite:nobody-here"}}, 400, "invalid", "seats"),
        ({"seats": {"N": "me", "E": "invite:player-north"}}, 400, "invalid", "seats"),
        ({"seats": {"N": "me", "E": "bot:grandmaster"}}, 422, "unknown_bot", None),
    ],
)
def test_a_bad_table_is_refused(
    four: dict[str, Caller], body: dict[str, Any], status: int, code: str, field: str | None
) -> None:
    answer = opened(four["N"], **body)
    assert (answer.status_code, answer.json()["code"], answer.json().get("field")) == (status, code, field)
    assert not Match.objects.exists()


def test_four_bots_may_play_among_themselves(four: dict[str, Caller]) -> None:
    answer = opened(four["N"], seats=dict.fromkeys("NESW", "bot:random"))
    assert answer.json()["status"] == "live"
    assert answer.json()["state"]["deal"]["hands"] == dict.fromkeys("NESW")


def test_people_join_until_it_starts(
    four: dict[str, Caller], stranger: Caller, open_table: OpenTable
) -> None:
    match = open_table(seats="NES")
    path = f"matches/{match}/join/"
    assert stranger.post(path, {"seat": "E"}).json()["code"] == "seat_taken"
    assert four["S"].post(path, {"seat": "W"}).json()["code"] == "already_playing"
    assert stranger.post(path, {"seat": "X"}).json()["field"] == "seat"
    assert stranger.post(path, {"seat": "W", "client_seed": "Z"}).json()["field"] == "client_seed"
    joined = four["W"].post(path, {"seat": "W", "client_seed": "c0ffee"})
    assert (joined.status_code, joined.json()["status"]) == (200, "live")
    assert len(joined.json()["state"]["deal"]["hands"]["W"]) == 13
    assert stranger.post(path, {"seat": "W"}).json()["code"] == "already_started"
    assert four["N"].get(f"matches/{match}/fairness/").json()["client_seeds"]["W"] == "c0ffee"


def test_an_invitation_keeps_the_seat(four: dict[str, Caller], stranger: Caller) -> None:
    seats = {"N": "me", "W": "invite:PLAYER-WEST"}
    match = opened(four["N"], seats=seats, visibility="private").json()["id"]
    assert four["N"].state(match)["state"]["invited"] == {"W": "player-west"}
    assert stranger.post(f"matches/{match}/join/", {"seat": "E"}).json()["code"] == "forbidden"
    assert stranger.get(f"matches/{match}/").json()["code"] == "forbidden"
    filled = four["N"].post(f"matches/{match}/fill/").json()
    assert filled["status"] == "open"
    assert filled["state"]["seats"]["E"]["player"]["kind"] == "bot"
    assert filled["state"]["seats"]["W"] is None
    assert four["N"].post(f"matches/{match}/fill/").json()["code"] == "seat_taken"
    assert four["W"].post(f"matches/{match}/join/", {"seat": "W"}).json()["status"] == "live"
    assert four["N"].state(match)["state"]["invited"] == {}


def test_a_kept_seat_is_taken_for_others(four: dict[str, Caller], stranger: Caller) -> None:
    match = opened(four["N"], seats={"N": "me", "W": "invite:player-west"}).json()["id"]
    assert stranger.post(f"matches/{match}/join/", {"seat": "W"}).json()["code"] == "seat_taken"
    assert four["N"].post(f"matches/{match}/kick/", {"seat": "W"}).status_code == 200
    assert stranger.post(f"matches/{match}/join/", {"seat": "W"}).status_code == 200


def test_filling_and_kicking_are_the_hosts(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table(seats="NE")
    for call in ("fill", "kick"):
        answer = four["E"].post(f"matches/{match}/{call}/", {"seat": "N"})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert four["N"].post(f"matches/{match}/kick/", {"seat": "N"}).json()["code"] == "invalid"
    assert four["N"].post(f"matches/{match}/kick/", {"seat": "W"}).json()["code"] == "invalid"
    assert four["N"].post(f"matches/{match}/kick/", {"seat": "E"}).json()["state"]["seats"]["E"] is None
    assert four["N"].post(f"matches/{match}/fill/", {"bot": "genius"}).json()["code"] == "unknown_bot"
    assert four["N"].post(f"matches/{match}/fill/", {"bot": "random"}).json()["status"] == "live"
    assert four["N"].post(f"matches/{match}/fill/").json()["code"] == "already_started"
    assert four["N"].post(f"matches/{match}/kick/", {"seat": "E"}).json()["code"] == "already_started"


def test_a_host_who_leaves_hands_the_table_on(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table(seats="NE")
    assert four["N"].post(f"matches/{match}/leave/").status_code == 200
    assert four["N"].post(f"matches/{match}/leave/").json()["code"] == "not_seated"
    assert four["E"].post(f"matches/{match}/fill/").json()["status"] == "live"


def test_a_table_that_empties_is_aborted(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table(seats="N")
    left = four["N"].post(f"matches/{match}/leave/")
    assert [event["type"] for event in left.json()["events"]] == ["seat_left", "match_finished"]
    body = four["N"].state(match)
    assert (body["status"], body["state"]["result"]) == ("finished", {"winner": None, "reason": "aborted"})
    assert four["E"].post(f"matches/{match}/join/", {"seat": "E"}).json()["code"] == "match_over"


def test_an_open_table_expires(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table(seats="NE")
    row = Match.objects.get(pk=match)
    assert row.wake_at is not None
    assert (row.wake_at - row.created_at).total_seconds() == 30 * 60
    Match.objects.filter(pk=match).update(wake_at=row.created_at)
    clock.sweep()
    assert four["N"].state(match)["state"]["result"] == {"winner": None, "reason": "aborted"}


def test_ten_casual_tables_are_the_most(four: dict[str, Caller]) -> None:
    for _ in range(10):
        assert opened(four["N"]).status_code == 201
    assert opened(four["N"]).json()["code"] == "already_playing"
    others = opened(four["E"], seats={"E": "me"}).json()["id"]
    assert four["N"].post(f"matches/{others}/join/", {"seat": "N"}).json()["code"] == "already_playing"


def test_lists_show_what_one_may_see(
    four: dict[str, Caller], nobody: Caller, stranger: Caller, open_table: OpenTable
) -> None:
    shown = {
        visibility: open_table(seats="N", visibility=visibility)
        for visibility in ("public", "unlisted", "private")
    }
    assert [row["id"] for row in nobody.get("matches/").json()["results"]] == [shown["public"]]
    assert [row["id"] for row in stranger.get("matches/?status=open").json()["results"]] == [shown["public"]]
    own = four["N"].get("matches/?player=player-north&ruleset=levant-41").json()["results"]
    assert {row["id"] for row in own} == set(shown.values())
    assert own[0]["seats"]["N"]["player"]["name"] == "player-north"
    assert nobody.get("matches/?status=live").json()["results"] == []
    assert nobody.get("matches/?status=paused").json()["field"] == "status"
    assert nobody.get("matches/?player=no-such-name").json()["code"] == "not_found"
    assert nobody.get(f"matches/{shown['private']}/").json()["code"] == "forbidden"
    assert nobody.get(f"matches/{shown['unlisted']}/").status_code == 200


def test_lists_come_in_pages(four: dict[str, Caller], nobody: Caller) -> None:
    made = [opened(four["N"]).json()["id"] for _ in range(3)]
    first = nobody.get("matches/?limit=2").json()
    assert [row["id"] for row in first["results"]] == made[:0:-1]
    rest = nobody.get(first["next"].split("/api/v1/")[1]).json()
    assert [row["id"] for row in rest["results"]] == made[:1]


def test_my_open_seats(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table(seats="NE")
    assert four["E"].get("account/playing/").json()["matches"] == [
        {"id": match, "seat": "E", "status": "open", "rated": False, "forfeited": False}
    ]
    assert four["W"].get("account/playing/").json()["matches"] == []


def test_rulesets_are_listed_with_every_field(nobody: Caller) -> None:
    results = nobody.get("rulesets/").json()["results"]
    assert {row["id"]: {name: row[name] for name in PRESETS[row["id"]].as_dict()} for row in results} == {
        name: preset.as_dict() for name, preset in PRESETS.items()
    }
    assert {row["id"] for row in results if row["ranked"]} == {"cardems", "levant-41", "kaboot-41"}
    assert all(row["name"] and row["description"] for row in results)


def test_a_person_sits_once_in_the_rows_too(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table(seats="NE")
    rows = {row.seat: row for row in MatchSeat.objects.filter(match_id=match)}
    assert (rows["N"].person, rows["E"].person, rows["S"].person) == (four["N"].user, four["E"].user, None)
