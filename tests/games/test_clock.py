"""Turn clocks, forfeits and their way back, outages: driven by the sweep, as in service."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.utils import timezone

from games import clock, tasks, turns
from games.models import Heartbeat, Match, MatchSeat
from games.notify import wake_bot
from tests.conftest import Caller
from tests.games.conftest import OpenTable, play_to, turn_of, types_after

Later = Callable[[float], None]
ONE_SECOND = {"turn_seconds": 1, "bank_seconds": 0}


def sweep_in_time() -> None:
    """A sweep that follows the one before within a second, whatever the test did to the clock."""
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": timezone.now() - timedelta(seconds=1)})
    clock.sweep()


def test_nothing_expires_before_its_deadline(
    four: dict[str, Caller], open_table: OpenTable, later: Later
) -> None:
    match = open_table(clock={"turn_seconds": 20, "bank_seconds": 10})
    later(29)
    sweep_in_time()
    assert four["N"].state(match)["seq"] == 7
    later(1.5)
    sweep_in_time()
    assert types_after(four["N"], match, 7)[0] == "turn_expired"


def test_a_turn_that_expires_is_played_by_a_bot(
    four: dict[str, Caller], open_table: OpenTable, later: Later
) -> None:
    match = open_table(clock=ONE_SECOND)
    seat, caller, _ = turn_of(four, match)
    later(1.2)
    sweep_in_time()
    first, second, *_ = caller.get(f"matches/{match}/events/?after=7").json()["events"]
    assert (first["type"], first["data"]) == ("turn_expired", {"seat": seat})
    assert second["type"] in ("passed", "bid_made")
    assert (second["data"]["seat"], second["data"]["auto"]) == (seat, True)


def test_the_bank_is_spent_after_the_turns_own_seconds(
    four: dict[str, Caller], open_table: OpenTable, later: Later
) -> None:
    match = open_table(clock={"turn_seconds": 10, "bank_seconds": 30})
    seat, caller, legal = turn_of(four, match)
    later(25)
    assert caller.act(match, **legal[0]).status_code == 201
    now = four["N"].state(match)["now"]
    assert 14_000 < now["bank"][seat] <= 15_000
    assert {now["bank"][other] for other in "NESW" if other != seat} == {30_000}


def expire_twice(four: dict[str, Caller], match: str, later: Later) -> tuple[str, Caller]:
    """The seat on turn now lets its clock run out twice in one deal; the others act as listed."""
    play_to(four, match, "play")
    seat, caller, _ = turn_of(four, match)
    for _ in range(2):
        while (now := turn_of(four, match))[0] != seat:
            assert now[1].act(match, **now[2][0]).status_code == 201
        later(1.2)
        sweep_in_time()
    return seat, caller


def test_the_second_expiry_in_a_deal_forfeits_the_seat_and_a_bot_plays_on(
    four: dict[str, Caller], open_table: OpenTable, later: Later
) -> None:
    match = open_table(clock=ONE_SECOND)
    seat, caller = expire_twice(four, match, later)
    seq = caller.state(match)["seq"]
    assert types_after(caller, match, seq - 3) == ["turn_expired", "seat_forfeited", "seat_substituted"]
    body = caller.state(match)
    assert body["state"]["seats"][seat]["forfeited"] is True
    assert body["state"]["seats"][seat]["player"] == {"kind": "bot", "id": "bot:medium", "name": "medium"}
    assert body["now"]["deadline"] is None
    assert len(body["state"]["deal"]["hands"][seat]) > 0  # the view is kept while the seat may come back
    assert body["now"]["legal"] == []
    assert caller.act(match, action="pass").json()["code"] == "not_seated"
    tasks.play_bot(match, seq)
    assert caller.state(match)["seq"] > seq


def test_a_seat_lost_to_the_clock_comes_back_once(
    four: dict[str, Caller], open_table: OpenTable, later: Later, stranger: Caller
) -> None:
    match = open_table(clock=ONE_SECOND)
    seat, caller = expire_twice(four, match, later)
    assert stranger.post(f"matches/{match}/reclaim/").json()["code"] == "not_seated"
    assert caller.get("account/playing/").json()["matches"][0]["forfeited"] is True
    back = caller.post(f"matches/{match}/reclaim/")
    assert back.json()["state"]["seats"][seat]["player"]["name"] == caller.user.username  # type: ignore[union-attr]
    assert caller.post(f"matches/{match}/reclaim/").json()["code"] == "not_seated"
    assert back.json()["now"]["turn"] == seat
    later(1.2)
    sweep_in_time()
    assert caller.post(f"matches/{match}/reclaim/").json()["code"] == "cannot_reclaim"
    body = caller.state(match)
    assert body["state"]["deal"]["hands"] == dict.fromkeys("NESW")  # for good: as a spectator
    row = MatchSeat.objects.get(match_id=match, seat=seat)
    assert (row.forfeited, row.reclaimable, row.person) == (True, False, caller.user)


def test_resigning_is_for_good_and_the_last_of_a_side_loses(
    four: dict[str, Caller], open_table: OpenTable
) -> None:
    match = open_table()
    first = four["N"].act(match, action="resign")
    assert [event["type"] for event in first.json()["events"]] == ["seat_forfeited", "seat_substituted"]
    assert four["N"].post(f"matches/{match}/reclaim/").json()["code"] == "cannot_reclaim"
    last = four["S"].post(f"matches/{match}/leave/")
    assert [event["type"] for event in last.json()["events"]] == ["seat_forfeited", "match_finished"]
    assert last.json()["events"][0]["data"]["reason"] == "left"
    body = four["E"].state(match)
    assert body["state"]["result"] == {"winner": "EW", "reason": "forfeit"}
    assert four["E"].act(match, action="resign").json()["code"] == "match_over"


def test_a_match_without_people_is_aborted(four: dict[str, Caller]) -> None:
    seats = {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:easy"}
    match = four["N"].post("matches/", {"ruleset": "cardems", "seats": seats}).json()["id"]
    four["N"].act(match, action="resign")
    assert four["N"].state(match)["state"]["result"] == {"winner": None, "reason": "aborted"}


def test_without_a_clock_a_day_of_idling_forfeits(four: dict[str, Caller], later: Later) -> None:
    seats = {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:easy"}
    match = four["N"].post("matches/", {"ruleset": "cardems", "seats": seats}).json()["id"]
    tasks.play_bot(match, 7)
    seq = four["N"].state(match)["seq"]
    later(23.9 * 3600)
    sweep_in_time()
    assert four["N"].state(match)["seq"] == seq
    later(0.2 * 3600)
    sweep_in_time()
    assert types_after(four["N"], match, seq) == ["turn_expired", "seat_forfeited", "match_finished"]


def test_an_outage_of_days_ends_no_match_without_a_clock_and_no_open_table(
    four: dict[str, Caller], open_table: OpenTable, later: Later
) -> None:
    seats = {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:easy"}
    solo = four["N"].post("matches/", {"ruleset": "cardems", "seats": seats}).json()["id"]
    tasks.play_bot(solo, 7)
    heads = {match: four["N"].state(match)["seq"] for match in (solo, open_table(seats="N"))}
    sweep_in_time()
    later(60 * 3600)
    clock.sweep()
    assert {match: four["N"].state(match)["seq"] for match in heads} == heads
    later(24 * 3600)
    sweep_in_time()
    assert {four["N"].state(match)["status"] for match in heads} == {"finished"}


def test_after_an_outage_open_turns_are_extended_not_expired(
    four: dict[str, Caller], open_table: OpenTable, later: Later
) -> None:
    match = open_table(clock={"turn_seconds": 20, "bank_seconds": 30})
    sweep_in_time()
    later(600)
    clock.sweep()
    (extended,) = four["N"].get(f"matches/{match}/events/?after=7").json()["events"]
    assert extended["type"] == "clock_extended"
    assert extended["data"]["reason"] == "outage"
    now = four["N"].state(match)["now"]
    assert now["deadline"] == extended["data"]["deadline"]
    left = timezone.datetime.fromisoformat(now["deadline"]) - timezone.now()  # type: ignore[attr-defined]
    assert timedelta(seconds=45) < left <= timedelta(seconds=51)
    _, caller, legal = turn_of(four, match)
    assert caller.act(match, **legal[0]).status_code == 201
    assert set(four["N"].state(match)["now"]["bank"].values()) == {30_000}


def test_an_outage_is_over_however_long_the_extensions_take(
    four: dict[str, Caller], open_table: OpenTable, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_table(clock={"turn_seconds": 20, "bank_seconds": 30})
    sweep_in_time()
    later(600)
    extend = turns.extend_turn

    def slowly(match_id: UUID, since_ms: int) -> None:
        extend(match_id, since_ms)
        later(10)

    monkeypatch.setattr(turns, "extend_turn", slowly)
    clock.sweep()
    clock.sweep()
    events = four["N"].get(f"matches/{match}/events/?after=7").json()["events"]
    assert [event["type"] for event in events] == ["clock_extended"]


def test_one_of_two_clocks_makes_good_for_an_outage(
    four: dict[str, Caller], open_table: OpenTable, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_table(clock={"turn_seconds": 20, "bank_seconds": 30})
    sweep_in_time()
    later(600)
    extend = turns.extend_turn

    def with_another(match_id: UUID, since_ms: int) -> None:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(sweep_elsewhere).result()
        extend(match_id, since_ms)

    monkeypatch.setattr(turns, "extend_turn", with_another)
    clock.sweep()
    clock.sweep()
    events = four["N"].get(f"matches/{match}/events/?after=7").json()["events"]
    assert [event["type"] for event in events] == ["clock_extended"]


def sweep_elsewhere() -> None:
    """On a connection of its own, which goes at once."""
    try:
        clock.sweep()
    finally:
        connection.close()


def test_a_bot_whose_call_was_lost_is_found_by_the_sweep(
    four: dict[str, Caller], later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:easy"}
    match = four["N"].post("matches/", {"ruleset": "cardems", "seats": seats}).json()["id"]
    if four["N"].state(match)["now"]["turn"] == "N":
        four["N"].act(match, action="bid", amount=7)
    seq = four["N"].state(match)["seq"]
    called: list[tuple[str, int]] = []
    monkeypatch.setattr("games.notify.app.send_task", lambda name, args, **_: called.append(tuple(args)))
    later(5)
    sweep_in_time()
    assert called == [(match, seq)]
    for seconds in (0, 2):
        later(seconds)
        sweep_in_time()
        assert called == [(match, seq)]  # it may be thinking: it is left alone for longer than any bot does
    tasks.play_bot(*called[0])
    tasks.play_bot(*called[0])  # done twice, it does nothing
    assert four["N"].state(match)["seq"] > seq


def test_what_is_due_is_claimed_by_one_sweep(open_table: OpenTable, later: Later) -> None:
    open_table(clock=ONE_SECOND)
    later(2)
    now = timezone.now()
    assert len(clock._claim_due(now)) == 1
    assert clock._claim_due(now) == []
    assert Match.objects.get().wake_at == now + clock.LEASE


def test_no_broker_is_no_error(monkeypatch: pytest.MonkeyPatch, open_table: OpenTable) -> None:
    def refused(*_: object, **__: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("games.notify.app.send_task", refused)
    monkeypatch.setattr("games.doorbell.AWAY_SECONDS", 0)  # the next test's bells are rung
    wake_bot(Match.objects.get(pk=open_table(seats="N")).pk, 2, 0)
