"""A table told by frames alone."""

import json

import pytest
from frames import PASS, events, snapshot

from tarneeb import ApiError, Disconnected, Table

HANDS = {"N": ["SA", "D2"], "E": None, "S": None, "W": None}


DEAL = (
    "deal_started",
    {"deal": 1, "dealer": "W", "opener": "N", "hands": HANDS, "score": {"NS": 3, "EW": 0}},
)


@pytest.fixture
def table() -> Table:
    """With a snapshot at 5 and a deal at 6."""
    table = Table("m")
    assert table.resumption == {}
    table.hear(snapshot())
    table.hear(events(6, DEAL))
    return table


def error(id_: str | None, code: str) -> str:
    return json.dumps({"type": "error", "code": code, "detail": "No.", **({"id": id_} if id_ else {})})


def test_the_state_follows_the_events(table: Table) -> None:
    table.hear(
        events(
            7,
            ("bid_made", {"seat": "N", "amount": 7, "no_trump": False}),
            ("passed", {"seat": "E"}),
            ("auction_won", {"seat": "N", "amount": 7, "no_trump": False, "forced": False}),
            ("trump_named", {"seat": "N", "trump": "S"}),
            ("card_played", {"seat": "N", "card": "SA"}),
            ("card_played", {"seat": "E", "card": "S2"}),
        )
    )
    deal = table.state["deal"]
    assert deal is not None and table.seq == 12
    assert [call["call"] for call in deal["calls"]] == [7, "pass"]
    assert deal["contract"] is not None and deal["contract"]["trump"] == "S"
    assert deal["hands"]["N"] == ["D2"] and deal["hands"]["E"] is None
    assert deal["counts"] == {"N": 12, "E": 12, "S": 13, "W": 13}
    assert deal["trick"]["leader"] == "N"
    assert deal["trick"]["plays"] == [{"seat": "N", "card": "SA"}, {"seat": "E", "card": "S2"}]
    table.hear(events(13, ("trick_won", {"seat": "N", "trick": 1})))
    assert deal["last_trick"] is not None and deal["last_trick"]["winner"] == "N"
    assert deal["tricks"] == {"NS": 1, "EW": 0} and deal["trick"]["plays"] == []


def test_an_event_that_comes_twice_is_taken_in_once(table: Table) -> None:
    table.hear(events(7, ("passed", {"seat": "N"})))
    table.hear(events(7, ("passed", {"seat": "N"}), ("passed", {"seat": "E"})))
    deal = table.state["deal"]
    assert deal is not None and [call["seat"] for call in deal["calls"]] == ["N", "E"]
    assert table.resumption == {"after": 8}


def test_an_event_of_a_kind_to_come_is_passed_over(table: Table) -> None:
    table.hear(events(7, ("sun_rose", {})))
    assert table.seq == 7


def test_one_acts_once_at_each_seq(table: Table) -> None:
    assert table.legal == [PASS]
    id_ = table.begin({"action": "pass"})
    assert table.unconfirmed == {id_: {"action": "pass", "expected_seq": 6}}
    assert table.legal == []
    table.hear(json.dumps({"type": "ack", "id": id_, "seq": 7}))
    assert table.unconfirmed == {} and table.legal == []
    table.hear(events(7, ("passed", {"seat": "N"}), turn="E", legal=[]))
    assert table.legal == []
    table.hear(events(8, ("passed", {"seat": "E"})))
    assert table.legal == [PASS]


def test_an_action_that_came_too_late_waits_for_what_happened_instead(table: Table) -> None:
    id_ = table.begin({"action": "pass"})
    table.hear(error(id_, "stale_seq"))
    assert table.unconfirmed == {} and table.legal == []
    table.hear(events(7, ("clock_extended", {"seat": "N"})))
    assert table.legal == [PASS]


@pytest.mark.parametrize("code", ["must_follow_suit", "not_seated"])
def test_a_refused_action_is_raised_and_may_be_mended(table: Table, code: str) -> None:
    id_ = table.begin({"action": "play", "card": "SA"})
    with pytest.raises(ApiError, match=code):
        table.hear(error(id_, code))
    assert table.legal == [PASS] and table.unconfirmed == {}


def test_an_action_that_could_not_be_sent_may_be_tried_again(table: Table) -> None:
    id_ = table.begin({"action": "pass"})
    with pytest.raises(Disconnected):
        table.settle(id_, Disconnected("away"))
    assert table.legal == [PASS] and table.unconfirmed == {}


def test_an_error_of_the_whole_stream_is_raised(table: Table) -> None:
    with pytest.raises(ApiError, match="not_signed_in"):
        table.hear(error(None, "not_signed_in"))


def test_resigning_is_bound_to_no_seq(table: Table) -> None:
    id_ = table.begin({"action": "resign"})
    assert json.loads(table.action_frame(id_)) == {
        "type": "action", "id": id_, "action": "resign", "expected_seq": None,
    }  # fmt: skip


def test_the_end(table: Table) -> None:
    assert not table.is_over
    end = {"winner": "NS", "reason": "target", "score": {"NS": 41, "EW": 2}, "server_seed": ""}
    table.hear(events(7, ("match_finished", end), phase="finished"))
    assert table.is_over
    assert table.state["result"] == {"winner": "NS", "reason": "target"}
    assert table.state["score"] == {"NS": 41, "EW": 2}


def test_who_comes_and_goes(table: Table) -> None:
    table.hear(json.dumps({"type": "presence", "seat": "N", "connected": False}))
    assert table.state["seats"]["N"] is not None and not table.state["seats"]["N"]["connected"]
    player = {"kind": "bot", "id": "b", "name": "easy"}
    table.hear(
        events(
            7,
            ("seat_forfeited", {"seat": "E", "reason": "left"}),
            ("seat_substituted", {"seat": "S", "player": player}),
            ("seat_left", {"seat": "W"}),
        )
    )
    seats = table.state["seats"]
    assert seats["E"] is not None and seats["E"]["forfeited"]
    assert seats["S"] == {"player": player, "connected": True, "forfeited": True, "program": False}
    assert seats["W"] is None


def test_a_service_restored_from_a_backup_is_believed(table: Table) -> None:
    table.hear(events(7, ("bid_made", {"seat": "N", "amount": 7, "no_trump": False})))
    late = table.begin(PASS)
    table.hear(snapshot(5))
    table.hear(error(late, "stale_seq"))
    table.hear(events(6, DEAL))
    table.hear(events(7, ("bid_made", {"seat": "N", "amount": 8, "no_trump": False})))
    assert table.legal == table.now["legal"] != []
