"""Match sockets over a real server: what is told, in which order, and what is refused."""

import json
from typing import Any

import pytest
from django.db import connection

from games import tasks
from games.rules.cards import CARD_NAMES
from tests.conftest import Caller
from tests.games.conftest import Connect, OpenTable, Socket, play_to, turn_of

Four = dict[str, Caller]


def _hand(caller: Caller, match: str, seat: str) -> set[str]:
    return set(caller.state(match)["state"]["deal"]["hands"][seat])


def test_a_snapshot_comes_first_as_the_detail_has_it(
    four: Four, open_table: OpenTable, connect: Connect
) -> None:
    match = open_table()
    for seat, caller in four.items():
        socket = connect(match, caller)
        shown = json.loads(str(socket.connection.recv(timeout=5)))
        detail = caller.state(match)
        assert shown["type"] == "snapshot"
        assert {"seq", "state", "now", "server_time"} <= shown.keys()
        for seats in (shown["state"]["seats"], detail["state"]["seats"]):
            for place in seats.values():
                del place["connected"]
        assert [shown[key] for key in ("seq", "state", "now")] == [
            detail[key] for key in ("seq", "state", "now")
        ]
        assert len(shown["state"]["deal"]["hands"][seat]) == 13


@pytest.mark.parametrize("after", [0, 1, 5, 7])
def test_after_brings_what_was_missed(
    four: Four, open_table: OpenTable, connect: Connect, after: int
) -> None:
    match = open_table()
    frame = json.loads(str(connect(match, four["E"], f"after={after}").connection.recv(timeout=5)))
    events = four["E"].get(f"matches/{match}/events/?after={after}").json()["events"]
    assert (frame["type"], frame["seq"], frame["events"]) == ("events", 7, events)
    assert frame["now"]["phase"] == "auction"


@pytest.mark.parametrize("after", ["8", "-1", "x", "", "99999999999999999999"])
def test_after_beyond_the_head_or_no_number_brings_a_snapshot(
    four: Four, open_table: OpenTable, connect: Connect, after: str
) -> None:
    socket = connect(open_table(), four["E"], f"after={after}")
    assert json.loads(str(socket.connection.recv(timeout=5)))["type"] == "snapshot"


def test_each_command_is_told_once_to_all_in_order(
    four: Four, open_table: OpenTable, connect: Connect
) -> None:
    match = open_table()
    sockets = {seat: connect(match, caller) for seat, caller in four.items()}
    sockets["nobody"] = connect(match)
    for socket in sockets.values():
        assert socket.next("snapshot")["seq"] == 7
    seqs = []
    for turn in range(12):
        seat, _, legal = turn_of(four, match)
        ack = sockets[seat].act(f"turn-{turn}", **legal[-1])
        assert ack["type"] == "ack"
        seqs.append(ack["seq"])
    log = four["N"].get(f"matches/{match}/events/?after=7").json()["events"]
    for socket in sockets.values():
        events = socket.events_to(seqs[-1]) if not _told(socket, "events") else []
        frames = _told(socket, "events")
        assert [frame["seq"] for frame in frames] == seqs
        told = [event for frame in frames for event in frame["events"]]
        assert [event["seq"] for event in told] == list(range(8, seqs[-1] + 1))
        assert told == log
        assert all(event in told for event in events)


def _told(socket: Socket, kind: str) -> list[Any]:
    """Frames of a kind so far."""
    socket.head()
    return [frame for raw in socket.raw if (frame := json.loads(raw))["type"] == kind]


def test_a_repeated_id_is_acknowledged_again_and_does_nothing(
    four: Four, open_table: OpenTable, connect: Connect
) -> None:
    match = open_table()
    _, caller, legal = turn_of(four, match)
    first = connect(match, caller).act("one", **legal[1])
    again = connect(match, caller, "after=7")
    assert again.act("one", **legal[1]) == first == {"type": "ack", "id": "one", "seq": 8}
    assert again.act("one", **legal[0])["code"] == "idempotency_conflict"
    assert again.act("one", **legal[1]) == first
    assert again.head() == 8
    rest = caller.post(f"matches/{match}/actions/", legal[1], **{"idempotency-key": "one"})
    assert (rest.status_code, rest.json()["seq"]) == (201, 8)


BAD_FRAMES: list[Any] = [
    "",
    "{",
    "null",
    "[]",
    "7",
    b'{"type": "ping"}',
    b"\xff\xfe",
    "[" * 8000,
    {},
    {"type": None},
    {"type": "dance"},
    {"type": ["ping"]},
    {"type": "action"},
    {"type": "action", "id": "a", "action": "dance"},
    {"type": "action", "id": "a", "action": "pass", "expected_seq": "7"},
    {"type": "action", "action": "pass"},
    {"type": "action", "action": "pass", "id": 7},
    {"type": "action", "action": "pass", "id": ""},
    {"type": "action", "action": "pass", "id": "k" * 101},
    {"type": "action", "action": "pass", "id": "nul\0"},
    '{"type": "action", "action": "pass", "id": "\\ud800"}',
    {"type": "ping", "ballast": "b" * (8 * 1024)},
    {"type": "ping", "ballast": "ب" * (4 * 1024)},
    "x" * 100_000,
]


def test_a_malformed_frame_gets_an_error_and_the_socket_stays_open(
    four: Four, open_table: OpenTable, connect: Connect
) -> None:
    match = open_table()
    _, caller, _ = turn_of(four, match)
    socket = connect(match, caller)
    for bad in BAD_FRAMES:
        socket.send(bad)
        error = socket.next("error")
        assert error["code"] == "malformed", bad
        assert isinstance(error["detail"], str)
    assert socket.head() == 7


def test_a_frame_of_eight_kib_is_read(four: Four, open_table: OpenTable, connect: Connect) -> None:
    socket = connect(open_table(), four["N"])
    ping = json.dumps({"type": "ping", "ballast": ""})
    socket.send(ping.replace('""', '"' + "b" * (8 * 1024 - len(ping)) + '"'))
    assert socket.next("pong", "error") == {"type": "pong", "head": 7}
    socket.send(ping.replace('""', '"' + "b" * (8 * 1024 - len(ping) + 1) + '"'))
    assert socket.next("pong", "error")["code"] == "malformed"


def test_refusals_have_the_rules_codes_and_keep_the_socket_open(
    four: Four, open_table: OpenTable, connect: Connect
) -> None:
    match = open_table()
    play_to(four, match, "play")
    seat, caller, legal = turn_of(four, match)
    other = next(other for name, other in four.items() if name != seat)
    missing = min(set(CARD_NAMES) - _hand(caller, match, seat))
    mine = connect(match, caller)
    head = mine.next("snapshot")["seq"]
    for body, code in (
        ({"action": "play", "card": missing}, "card_not_held"),
        ({"action": "pass"}, "wrong_phase"),
        ({**legal[0], "expected_seq": 3}, "stale_seq"),
    ):
        error = mine.act("refused", **body)
        assert (error["type"], error["id"], error["code"]) == ("error", "refused", code)
    assert connect(match, other).act("early", action="play", card=missing)["code"] == "not_your_turn"
    assert mine.head() == head
    # A refusal is not remembered under its id.
    assert mine.act("refused", **legal[0], expected_seq=head) == {
        "type": "ack",
        "id": "refused",
        "seq": head + 1,
    }


def test_moves_of_requests_and_workers_reach_the_socket(
    four: Four, open_table: OpenTable, connect: Connect
) -> None:
    match = open_table(seats="N")
    watcher, player = connect(match), connect(match, four["N"])
    assert watcher.next("snapshot")["seq"] == player.next("snapshot")["seq"] == 2
    assert four["N"].post(f"matches/{match}/fill/").status_code == 200
    assert [event["type"] for event in watcher.events_to(7)][-1] == "deal_started"
    dealt = player.events_to(7)[-1]["data"]["hands"]
    assert dealt == dict.fromkeys("ESW") | {"N": dealt["N"]}
    assert len(dealt["N"]) == 13
    while (turn := four["N"].state(match)["now"]["turn"]) != "N":
        seq = four["N"].state(match)["seq"]
        tasks.play_bot(match, seq)
        assert watcher.events_to(seq + 1)[0]["data"]["seat"] == turn
    seq = four["N"].state(match)["seq"]
    assert four["N"].act(match, action="pass").status_code in (201, 422)
    if four["N"].state(match)["seq"] > seq:
        told = {event["seq"]: event for event in player.events_to(seq + 1)}
        assert told[seq + 1]["data"]["seat"] == "N"  # what follows from it may be another seat's


def test_raw_frames_hold_no_hidden_card(four: Four, open_table: OpenTable, connect: Connect) -> None:
    match = open_table()
    sockets = {seat: connect(match, caller) for seat, caller in four.items()}
    sockets["nobody"] = connect(match)
    late = {seat: connect(match, caller, "after=0") for seat, caller in four.items()}
    for turn in range(40):
        seat, _, legal = turn_of(four, match)
        sockets[seat].act(f"turn-{turn}", **legal[0])
    log = four["N"].get(f"matches/{match}/events/").json()["events"]
    deals = [event for event in log if event["type"] == "deal_started"]
    played = {event["data"]["card"] for event in log if event["type"] == "card_played"}
    for seat, socket in [*sockets.items(), *late.items()]:
        socket.head()
        shown = {card for card in CARD_NAMES for raw in socket.raw if f'"{card}"' in raw}
        own = set()
        if seat in four:
            for deal in deals:
                own |= set(_dealt(four[seat], match, deal["seq"])[seat])
        assert shown <= own | played


def _dealt(caller: Caller, match: str, seq: int) -> Any:
    return caller.get(f"matches/{match}/events/?after={seq - 1}").json()["events"][0]["data"]["hands"]


def test_the_end_reveals_the_seed_and_all_hands_behind_it(
    four: Four, open_table: OpenTable, connect: Connect
) -> None:
    match = open_table()
    player, watcher = connect(match, four["N"]), connect(match)
    for seat in "NE":
        assert four[seat].act(match, action="resign").status_code == 201
    assert connect(match, four["S"]).act("bye", action="resign")["type"] == "ack"
    for socket in (player, watcher):
        while (finished := socket.next("events")["events"][-1])["type"] != "match_finished":
            assert finished["type"] in ("seat_forfeited", "seat_substituted")
        assert len(finished["data"]["server_seed"]) == 64
    whole = connect(match, None, "after=0").next("events")
    assert all(len(hand) == 13 for hand in whole["events"][6]["data"]["hands"].values())
    assert whole["now"]["phase"] == "finished"
    assert connect(match, four["S"]).act("late", action="pass")["code"] in ("match_over", "not_seated")


def test_a_refusal_is_told_in_the_language_of_the_browser(open_table: OpenTable, connect: Connect) -> None:
    socket = connect(open_table(), **{"Accept-Language": "ar"})
    socket.send({"type": "nothing"})
    assert socket.next("error")["detail"] == "لم نفهم محتوى الطلب."


def test_an_error_of_the_database_is_told_and_the_socket_stays_open(
    four: Four, open_table: OpenTable, connect: Connect
) -> None:
    match = open_table()
    _, caller, legal = turn_of(four, match)
    socket = connect(match, caller)
    assert socket.head() == 7
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user "
            "AND datname = current_database() AND pid <> pg_backend_pid()"
        )
    error = answer = socket.act("one", **legal[1])
    assert (error["type"], error["code"]) == ("error", "server_error")
    while answer["type"] == "error":
        assert answer["code"] == "server_error"
        answer = socket.act("one", **legal[1])
    assert (answer["seq"], socket.head()) == (8, 8)


def test_a_flood_closes_the_socket(
    four: Four, open_table: OpenTable, connect: Connect, settings: Any
) -> None:
    settings.THROTTLES = True
    match = open_table()
    socket, other = connect(match, four["N"]), connect(match, four["E"])
    for _ in range(150):
        socket.send({"type": "ping"})
    assert socket.closed() == 4429
    assert len([raw for raw in socket.raw if "pong" in raw]) >= 100
    assert other.head() == 7
