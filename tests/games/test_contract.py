"""What the server sends is as the published schema says: REST here, frames in every test of a socket."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from games.contract import schema
from games.matchmaking import hall
from tests.conftest import Caller
from tests.games.conftest import Connect, OpenTable, Socket, turn_of
from tests.games.test_sockets import BAD_FRAMES
from tests.shapes import check

Four = dict[str, Caller]


def _read(name: str, caller: Caller, path: str) -> Any:
    response = caller.get(path)
    assert response.status_code == 200, response.content
    check(name, response.json())
    return response.json()


def test_the_schema_is_open_to_everyone_and_is_kept(nobody: Caller) -> None:
    response = nobody.get("schema/frames/")
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    assert response.json() == schema.document()
    assert "public" in response["Cache-Control"] and "Cookie" not in response.get("Vary", "")
    again = nobody.get("schema/frames/", **{"if-none-match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert nobody.post("schema/frames/").json()["code"] == "method_not_allowed"


def test_a_match_from_the_first_seat_to_the_end(
    four: Four, nobody: Caller, open_table: OpenTable, connect: Connect
) -> None:
    match = open_table(seats="N", invited={"W": "invite:player-west"})
    watching = connect(match)
    _read_all(match, four["N"], nobody)
    for seat in "ESW":
        assert four[seat].post(f"matches/{match}/join/", {"seat": seat}).status_code == 200
    playing = {seat: connect(match, caller) for seat, caller in four.items()}
    for phase in _phases_of_a_deal(playing):
        assert phase in ("auction", "naming", "play")
        _read_all(match, four["E"], nobody)
    check("Done", four["N"].act(match, action="resign").json())
    check("Done", four["S"].post(f"matches/{match}/leave/").json())
    for socket in (watching, *playing.values()):
        assert socket.events_to(four["E"].state(match)["seq"])[-1]["type"] == "match_finished"
    _read_all(match, four["E"], nobody)
    _read("Export", nobody, f"matches/{match}/export/")
    _read("Match", nobody, f"matches/{match}/?at=20")


def _phases_of_a_deal(playing: dict[str, Socket]) -> Iterator[str]:
    """Plays a deal, one bid and the first card each time; each phase as it begins, up to the next deal's."""
    phase, tricks = "", 0
    for turn in count():
        heard = {seat: socket.next("snapshot", "events") for seat, socket in playing.items()}
        now = heard["N"]["now"]
        if now["phase"] != phase:
            phase = now["phase"]
            yield phase
        tricks += any(event["type"] == "trick_won" for event in heard["N"].get("events", ()))
        if tricks == 13:
            return
        legal = heard[now["turn"]]["now"]["legal"]
        action = legal[min(turn, 1) - 1]  # the highest bid, then passes
        playing[now["turn"]].send({"type": "action", "id": f"turn-{turn}", **action})


def test_actions_and_their_answers(four: Four, open_table: OpenTable, connect: Connect) -> None:
    match = open_table()
    _, caller, legal = turn_of(four, match)
    for action in legal:
        check("ClientFrame", {"type": "action", "id": "a", "expected_seq": 7, **action})
    socket = connect(match, caller)
    assert socket.act("a", **legal[0])["type"] == "ack"
    assert socket.act("b", **legal[0])["type"] == "error"
    assert socket.head() == 8


def _read_all(match: str, *callers: Caller) -> None:
    for caller in callers:
        _read("Match", caller, f"matches/{match}/")
        _read("EventsPage", caller, f"matches/{match}/events/")
        _read("Fairness", caller, f"matches/{match}/fairness/")
        for listed in caller.get("matches/").json()["results"]:
            check("ListedMatch", listed)
        if caller.user:
            _read("Playing", caller, "account/playing/")


def test_seeks_and_the_lobby(four: Four, open_table: OpenTable, connect: Connect) -> None:
    lobby = connect(None, four["S"])
    lobby.next("tables")
    open_table(seats="N", invited={"S": "invite:player-south"})
    assert lobby.next("invited")["by"] == "player-north"
    while not (tables := lobby.next("tables")["tables"]):
        pass
    assert tables[0]["status"] == "open"
    wish = {"rulesets": ["levant-41"], "rated": True}
    for seat in "NEW":
        check("Seek", four[seat].post("seeks/", wish).json())
    made = four["S"].post("seeks/", wish).json()
    _read("Playing", four["S"], "account/playing/")
    hall.pair_waiting()
    lobby.next("paired")
    assert _read("Seek", four["S"], f"seeks/{made['id']}/")["status"] == "matched"
    assert lobby.head() == 0


def test_presets(nobody: Caller) -> None:
    for preset in nobody.get("rulesets/").json()["results"]:
        check("Preset", preset)


def test_refusals(four: Four, stranger: Caller, nobody: Caller, open_table: OpenTable) -> None:
    match = open_table()
    refusals = [
        stranger.act(match, action="pass"),
        nobody.act(match, action="pass"),
        four["N"].act(match, action="dance"),
        four["N"].act(match, action="pass", expected_seq=1),
        four["N"].post("matches/", {"ruleset": "no-such", "seats": {}}),
        four["N"].post("seeks/", {"rulesets": [], "rated": True}),
        nobody.get("matches/00000000-0000-0000-0000-000000000000/"),
    ]
    for refusal in refusals:
        assert refusal.status_code >= 400
        check("Error", refusal.json())


@pytest.mark.parametrize("bad", [frame for frame in BAD_FRAMES if isinstance(frame, dict)])
def test_what_a_socket_calls_malformed_is_no_frame(bad: dict[str, Any]) -> None:
    frame = schema.document() | {"$ref": "#/$defs/ClientFrame"}
    if "ballast" not in bad:  # too long, which a schema does not say
        assert not Draft202012Validator(frame).is_valid(bad)
