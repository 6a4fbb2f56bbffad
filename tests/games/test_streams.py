"""HTTP streams over a real server: as sockets tell it, line by line or as events, and nothing left behind."""

import asyncio
import json
import random
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import httpx
import pytest
import redis
import websockets.sync.client
from django.conf import settings as site
from django.test import Client

from accounts import endings
from accounts.api.throttling import AddressThrottle, PersonThrottle
from accounts.models import Scope, Token
from games import tasks
from games.live import hub as hubs
from games.live import streams
from games.live.hub import Hub
from games.matchmaking import hall
from games.rules.cards import CARD_NAMES
from tarneeb_site import connections, streaming
from tests.conftest import Caller
from tests.games.conftest import Connect, Follow, OpenTable, play_to, turn_of
from tests.games.streaming import PATIENCE_SECONDS, Reading

Four = dict[str, Caller]


@pytest.fixture(autouse=True)
def live(transactional_db: None, server: str) -> Iterator[Hub]:
    """The hub of the server that runs in this process, which is left as it was."""
    with websockets.sync.client.connect(f"ws://{server}/ws/v1/lobby/") as lobby:
        lobby.recv()
        (hub,) = [hub for loop, hub in hubs._hubs.items() if loop.is_running() and hub.guests]
    yield hub
    until(lambda: not hub.guests and not hub.tables and not hub.people)


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _refusal(reading: Reading) -> tuple[int, str]:
    response = reading.response
    response.read()
    assert response.headers["content-type"] == "application/json"
    return response.status_code, response.json()["code"]


def test_it_tells_what_a_socket_tells(
    four: Four, open_table: OpenTable, connect: Connect, follow: Follow
) -> None:
    match = open_table()
    socket, stream = connect(match, four["E"]), follow(match, four["E"])
    assert stream.response.status_code == 200
    headers = stream.response.headers
    assert headers["content-type"] == "application/x-ndjson"
    assert headers["cache-control"] == "no-store, no-transform"
    assert headers["x-accel-buffering"] == "no"
    assert not {"content-length", "content-encoding"} & set(headers)
    first, other = stream.next("snapshot"), socket.next("snapshot")
    assert [first[name] for name in ("seq", "now")] == [other[name] for name in ("seq", "now")]
    assert len(first["state"]["deal"]["hands"]["E"]) == 13
    for _ in range(8):
        _, caller, legal = turn_of(four, match)
        assert caller.post(f"matches/{match}/actions/", legal[-1]).status_code == 201
    head = four["N"].state(match)["seq"]
    assert stream.events_to(head) == socket.events_to(head)
    four["S"].post(f"matches/{match}/messages/", {"kind": "phrase", "value": "hello"})
    assert stream.next("message") == socket.next("message")
    south = connect(match, four["S"])
    assert stream.next("presence") == {"type": "presence", "seat": "S", "connected": True}
    south.connection.close()
    assert stream.next("presence") == {"type": "presence", "seat": "S", "connected": False}


@pytest.mark.parametrize("after", [0, 3, 7])
@pytest.mark.parametrize("by_header", [False, True])
def test_it_resumes_behind_an_event(
    four: Four, open_table: OpenTable, follow: Follow, after: int, by_header: bool
) -> None:
    match = open_table()
    stream = (
        follow(match, four["E"], "after=1", **{"Last-Event-ID": str(after)})
        if by_header
        else follow(match, four["E"], f"after={after}")
    )
    frame = stream.next("snapshot", "events")
    assert (frame["type"], frame["seq"]) == ("events", 7)
    assert frame["events"] == four["E"].get(f"matches/{match}/events/?after={after}").json()["events"]


@pytest.mark.parametrize("headers", [{"Last-Event-ID": "x"}, {"Last-Event-ID": "999"}, {}])
def test_behind_what_is_no_event_it_begins_with_the_table(
    open_table: OpenTable, follow: Follow, headers: dict[str, str]
) -> None:
    assert next(follow(open_table(), None, **headers).frames())["type"] == "snapshot"


def test_events_for_browsers(four: Four, open_table: OpenTable, follow: Follow) -> None:
    match = open_table()
    stream = follow(match, four["E"], Accept="text/event-stream")
    assert stream.response.headers["content-type"] == "text/event-stream"
    assert stream.next("snapshot")["seq"] == 7
    for _ in range(3):
        _, caller, legal = turn_of(four, match)
        caller.post(f"matches/{match}/actions/", legal[1])
        stream.next("events")
    four["S"].post(f"matches/{match}/messages/", {"kind": "phrase", "value": "hello"})
    stream.next("message")
    head = four["N"].state(match)["seq"]
    assert (stream.ids[0], stream.ids[-1]) == (7, head)
    again = follow(match, four["E"], Accept="text/event-stream", **{"Last-Event-ID": str(stream.ids[1])})
    assert [event["seq"] for event in again.next("events")["events"]] == list(
        range(stream.ids[1] + 1, head + 1)
    )


@pytest.mark.parametrize(
    ("accept", "given"),
    [
        ("*/*", "application/x-ndjson"),
        ("text/html", "application/x-ndjson"),
        ("application/json", "application/x-ndjson"),
        ("text/event-stream, application/x-ndjson;q=0.5", "text/event-stream"),
        ("text/event-stream;q=0.5, application/x-ndjson", "application/x-ndjson"),
    ],
)
def test_the_format_is_what_is_accepted_or_lines(
    open_table: OpenTable, follow: Follow, accept: str, given: str
) -> None:
    response = follow(open_table(), None, Accept=accept).response
    assert (response.status_code, response.headers["content-type"]) == (200, given)


def test_who_is_let_in(
    four: Four, stranger: Caller, open_table: OpenTable, follow: Follow, nobody: Caller
) -> None:
    invited = {seat: f"invite:{four[seat].user}" for seat in "ESW"}
    match = open_table(visibility="private", invited=invited)
    assert follow(match, four["W"]).next("snapshot")["seq"] == 7
    for caller in (stranger, None):
        for accept in ("*/*", "text/event-stream"):
            assert _refusal(follow(match, caller, Accept=accept)) == (403, "forbidden")
    assert _refusal(follow(str(uuid.uuid4()))) == (404, "not_found")
    assert _refusal(follow(match, Caller(None, "tarneeb_x"))) == (401, "not_signed_in")
    assert _refusal(follow(match, four["W"], "after=-1")) == (400, "invalid")
    assert _refusal(follow(None)) == (401, "not_signed_in")
    assert four["W"].user is not None
    plays = Caller(four["W"].user, Token.objects.issue(four["W"].user, "some", [Scope.PLAY])[1])
    assert _refusal(follow(None, plays)) == (403, "scope_required")
    assert _refusal(follow(match, plays)) == (403, "forbidden")
    assert follow(open_table(), plays).next("snapshot")["state"]["deal"]["hands"] == dict.fromkeys("NESW")


def test_head_says_what_would_come(server: str, open_table: OpenTable) -> None:
    answer = httpx.head(f"http://{server}/api/v1/matches/{open_table()}/stream/", timeout=PATIENCE_SECONDS)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")


def test_opening_is_counted(
    four: Four, open_table: OpenTable, follow: Follow, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.THROTTLES = True
    match = open_table()
    assert follow(match).response.status_code == 200
    monkeypatch.setattr(AddressThrottle, "rate", "0/min")
    assert _refusal(follow(match)) == (429, "throttled")
    monkeypatch.setattr(PersonThrottle, "rate", "0/min")
    assert _refusal(follow(None, four["N"])) == (429, "throttled")


def test_raw_lines_hold_no_hidden_card(four: Four, open_table: OpenTable, follow: Follow) -> None:
    match = open_table()
    stranger = [follow(match, None, query) for query in ("", "after=0")]
    stranger += [follow(match, None, Accept="text/event-stream")]
    seated = {seat: follow(match, caller, "after=0") for seat, caller in four.items()}
    hands = {seat: set(four[seat].state(match)["state"]["deal"]["hands"][seat]) for seat in four}
    play_to(four, match, "play")
    for _ in range(20):
        _, caller, legal = turn_of(four, match)
        assert caller.post(f"matches/{match}/actions/", legal[0]).status_code == 201
    log = four["N"].get(f"matches/{match}/events/").json()["events"]
    played = {event["data"]["card"] for event in log if event["type"] == "card_played"}
    for stream in (*stranger, *seated.values()):
        stream.events_to(log[-1]["seq"])
    shown = {id(stream): _cards(stream) for stream in (*stranger, *seated.values())}
    assert all(shown[id(stream)] == played for stream in stranger)
    assert all(shown[id(stream)] == played | hands[seat] for seat, stream in seated.items())


def _cards(stream: Reading) -> set[str]:
    return {card for card in CARD_NAMES for raw in stream.raw if f'"{card}"' in raw}


def test_partners_hear_each_other_and_nobody_else_does(
    four: Four, open_table: OpenTable, follow: Follow
) -> None:
    match = open_table()
    heard = {seat: follow(match, caller) for seat, caller in four.items()}
    heard["nobody"] = follow(match)
    for stream in heard.values():
        stream.next("snapshot")
    between = {"channel": "partner", "kind": "phrase", "value": "hello"}
    assert four["N"].post(f"matches/{match}/messages/", between).status_code == 201
    to_all = {"kind": "phrase", "value": "bye"}
    assert four["N"].post(f"matches/{match}/messages/", to_all).status_code == 201
    for seat, stream in heard.items():
        first = stream.next("message")["channel"]
        assert first == ("partner" if seat in "NS" else "table")


def test_what_one_may_see_changes_with_the_seat(four: Four, open_table: OpenTable, follow: Follow) -> None:
    match = open_table(seats="N")
    stream = follow(match, four["E"])
    assert stream.next("snapshot")["state"]["deal"] is None
    for seat in "ESW":
        assert four[seat].post(f"matches/{match}/join/", {"seat": seat}).status_code == 200
    dealt = stream.events_to(7)[-1]
    assert [seat for seat, hand in dealt["data"]["hands"].items() if hand] == ["E"]


def test_who_is_put_out_of_a_private_match_is_told_no_more(
    four: Four, open_table: OpenTable, follow: Follow
) -> None:
    invited = {"E": f"invite:{four['E'].user}"}
    match = open_table(visibility="private", invited=invited, seats="NE")
    stream = follow(match, four["E"])
    stream.next("snapshot")
    assert four["N"].post(f"matches/{match}/kick/", {"seat": "E"}).status_code == 200
    assert [frame["code"] for frame in stream.rest() if frame["type"] == "error"] == ["forbidden"]


@pytest.mark.parametrize("own", [False, True])
def test_it_ends_with_the_token(four: Four, open_table: OpenTable, follow: Follow, own: bool) -> None:
    match = open_table()
    stream, other = follow(None if own else match, four["E"]), follow(match, four["S"])
    other.next("snapshot")
    Token.objects.get(user=four["E"].user).delete()
    assert stream.rest()[-1] == {"type": "error", "code": "not_signed_in", "detail": "Sign in first."}
    assert four["S"].post(f"matches/{match}/messages/", {"kind": "phrase", "value": "hello"})
    assert other.next("message")["value"] == "hello"


def test_it_ends_with_the_session_in_the_readers_language(
    four: Four, open_table: OpenTable, follow: Follow
) -> None:
    browser = Client()
    assert four["E"].user is not None
    browser.force_login(four["E"].user)
    cookie = f"sessionid={browser.cookies['sessionid'].value}"
    stream = follow(open_table(), None, Cookie=cookie, **{"Accept-Language": "ar"})
    assert len(stream.next("snapshot")["state"]["deal"]["hands"]["E"]) == 13
    assert browser.delete("/api/v1/session/").status_code == 204
    assert stream.rest()[-1]["code"] == "not_signed_in"
    assert json.loads(stream.raw[-1])["detail"] != "Sign in first."


def test_what_was_not_heard_is_found(
    four: Four, open_table: OpenTable, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = follow(open_table(), four["E"])
    stream.next("snapshot")
    monkeypatch.setattr(endings, "CHANNEL", "elsewhere")
    Token.objects.get(user=four["E"].user).delete()
    assert stream.rest()[-1]["code"] == "not_signed_in"


def test_a_finished_match_is_told_and_the_stream_ends(
    four: Four, open_table: OpenTable, follow: Follow
) -> None:
    match = open_table()
    running = [follow(match, four["N"]), follow(match, None, Accept="text/event-stream")]
    for stream in running:
        stream.next("snapshot")
    for seat in "NESW":
        four[seat].act(match, action="resign")
    log = four["N"].get(f"matches/{match}/events/?after=7").json()["events"]
    for stream in running:
        assert [event for frame in stream.rest() for event in frame["events"]] == log
    assert [frame["type"] for frame in follow(match).rest()] == ["snapshot"]
    (missed,) = follow(match, None, "after=0").rest()
    assert len(missed["events"]) == log[-1]["seq"]
    assert all(missed["events"][6]["data"]["hands"].values())


def test_signs_of_life(open_table: OpenTable, follow: Follow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE_SECONDS", 0.05)
    match = open_table()
    lines, events = follow(match), follow(match, None, Accept="text/event-stream")
    lines.next("snapshot")
    events.next("snapshot")
    assert [next(lines.lines), next(lines.lines)] == ["", ""]
    assert [next(events.lines), next(events.lines)] == [":", ""]


def test_whoever_goes_leaves_nothing_behind(
    four: Four, open_table: OpenTable, follow: Follow, live: Hub, connect: Connect
) -> None:
    match = open_table()
    until(lambda: not live.guests)
    watcher = connect(match)
    assert not watcher.next("snapshot")["state"]["seats"]["E"]["connected"]
    reading = [follow(match, four["E"]), follow(match), follow(None, four["E"])]
    for stream in reading[:2]:
        assert not stream.next("snapshot")["state"]["seats"]["E"]["connected"]  # reading is no presence
    until(lambda: len(live.guests) == 4 and len(live.people) == 1)
    (table,) = live.tables.values()
    assert sorted(listener.is_player for listener in table.listeners) == [False, False, True]
    for stream in reading:
        stream.response.close()
    until(lambda: len(live.guests) == 1 and not live.people)
    assert len(table.listeners) == 1
    watcher.connection.close()
    until(lambda: not live.guests and not live.tables)
    assert "presence" not in "".join(watcher.raw)


def test_many_who_come_and_go_at_any_moment_leave_nothing_behind(
    open_table: OpenTable, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in the middle of being let in; `live` looks what is left."""
    monkeypatch.setattr(streams, "KEEP_ALIVE_SECONDS", 0.02)
    request = f"GET /api/v1/matches/{open_table()}/stream/ HTTP/1.1\r\nHost: {server}\r\n\r\n".encode()
    host, _, port = server.partition(":")

    def come_and_go(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(15):
            with socket.create_connection((host, int(port))) as connection, suppress(TimeoutError):
                connection.sendall(request)
                connection.settimeout(PATIENCE_SECONDS if chance.random() < 0.5 else chance.random() / 4)
                for _ in range(chance.randrange(1, 12)):
                    if not connection.recv(1 << 16):  # a busy server may end it
                        break

    with ThreadPoolExecutor(12) as people:
        list(people.map(come_and_go, range(12)))


def test_streams_hold_no_request_up(open_table: OpenTable, follow: Follow, server: str) -> None:
    """More than there are turns and connections, and then a page."""
    match = open_table()
    for _ in range(site.DATABASE_CONNECTIONS + 5):
        follow(match).next("snapshot")
    assert httpx.get(f"http://{server}/api/v1/matches/", timeout=PATIENCE_SECONDS).status_code == 200


def test_who_does_not_read_is_cut_off(
    four: Four, open_table: OpenTable, live: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client's window is full: what it is sent waits, up to a limit."""
    monkeypatch.setattr(streams, "OUTBOX", 4)
    match = uuid.UUID(open_table())

    async def never(_message: Any) -> None:
        await asyncio.Event().wait()

    async def sent() -> None:
        stream = streams.MatchStream(streams.Reader(None, "", None, "en"), streams.NDJSON, match, None)
        writing = asyncio.ensure_future(streaming._write(stream.chunks(), never))
        while not stream.seen:
            await asyncio.sleep(0.01)
        for _ in range(6):
            stream.tell("{}")
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(writing, PATIENCE_SECONDS)

    asyncio.run_coroutine_threadsafe(sent(), _loop_of(live)).result(PATIENCE_SECONDS)
    assert not live.guests and not live.tables


def test_who_takes_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the answer's end; a stream that is quiet for as long goes on."""
    monkeypatch.setattr(streaming, "TAKEN_SECONDS", 0.05)
    ended, sent = asyncio.Event(), list[bytes]()

    async def chunks() -> streaming.Chunks:
        try:
            yield b"first"
            await asyncio.sleep(0.2)
            yield b"x" * (2 * streaming.PART)
        finally:
            ended.set()

    async def send(message: Any) -> None:
        sent.append(message["body"])
        if len(sent) == 3:
            await asyncio.Event().wait()

    scope: Any = {streaming._CHUNKS: chunks()}
    asyncio.run(asyncio.wait_for(streaming.rest(scope, asyncio.Event().wait, send), PATIENCE_SECONDS))
    assert ended.is_set() and sent == [b"first", *[b"x" * streaming.PART] * 2]


def test_what_nobody_takes_goes_with_its_connection(
    server: str, four: Four, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing would wait until all is taken."""
    gone = threading.Event()
    lost = connections.Connection.connection_lost

    def noted(self: connections.Connection, exc: Exception | None) -> None:
        lost(self, exc)
        gone.set()

    monkeypatch.setattr(connections, "_MILLISECONDS", 500)
    monkeypatch.setattr(connections.Connection, "connection_lost", noted)
    host, _, port = server.partition(":")
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect((host, int(port)))
        line.sendall(f"GET /api/v1/schema/ HTTP/1.1\r\nHost: {server}\r\n\r\n".encode() * 50)
        assert gone.wait(PATIENCE_SECONDS)


def _loop_of(live: Hub) -> asyncio.AbstractEventLoop:
    (loop,) = [loop for loop, hub in hubs._hubs.items() if hub is live]
    return loop


def test_turns_are_told_wherever_they_come(four: Four, open_table: OpenTable, follow: Follow) -> None:
    matches = [open_table(), open_table()]
    seat, caller, legal = turn_of(four, matches[0])
    stream = follow(None, caller)
    waiting = [match for match in matches if turn_of(four, match)[1] is caller]
    assert sorted(_turns(stream, len(waiting))) == [(match, 7) for match in sorted(waiting)]
    for match in matches:
        heads = []
        for _ in range(9):
            _, mover, legal = turn_of(four, match)
            answer = mover.post(f"matches/{match}/actions/", legal[0]).json()
            heads += [answer["seq"]] if turn_of(four, match)[0] == seat else []
        assert _turns(stream, len(heads)) == [(match, head) for head in heads]


def _turns(stream: Reading, count: int) -> list[tuple[str, int]]:
    turns = [stream.next("turn") for _ in range(count)]
    return [(turn["match"], turn["seq"]) for turn in turns]


def test_a_move_over_a_socket_tells_the_next_one_too(
    four: Four, open_table: OpenTable, follow: Follow, connect: Connect
) -> None:
    match = open_table()
    _, caller, legal = turn_of(four, match)
    others = {seat: follow(None, other) for seat, other in four.items() if other is not caller}
    lobbies = {seat: connect(None, four[seat]) for seat in others}
    for lobby in lobbies.values():
        assert lobby.next("tables")
    assert connect(match, caller).act("a", **legal[0])["type"] == "ack"
    seat = turn_of(four, match)[0]
    assert others[seat].next("turn") == {"type": "turn", "match": match, "seq": 8}
    assert lobbies[seat].next("turn") == {"type": "turn", "match": match, "seq": 8}


def test_whose_bots_have_moved_is_told(follow: Follow, four: Four) -> None:
    stream = follow(None, four["N"])
    seats = {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:easy"}
    match = four["N"].post("matches/", {"ruleset": "levant-41", "seats": seats}).json()["id"]
    state = four["N"].state(match)
    if state["now"]["turn"] != "N":
        tasks.play_bot(match, state["seq"])
    assert stream.next("turn") == {"type": "turn", "match": match, "seq": four["N"].state(match)["seq"]}


def test_seeks_pairings_and_invitations(four: Four, open_table: OpenTable, follow: Follow) -> None:
    stream = follow(None, four["S"], Accept="text/event-stream")
    match = open_table(seats="N", invited={"S": "invite:player-south"})
    assert stream.next("invited") == {"type": "invited", "match": match, "by": "player-north"}
    wish = {"rulesets": ["levant-41"], "rated": True}
    for seat in "NESW":
        assert four[seat].post("seeks/", wish).status_code == 201
    assert stream.next("seek")["seek"]["status"] == "waiting"
    hall.pair_waiting()
    assert stream.next("paired")["match"] != match
    assert not stream.ids


def test_turns_that_were_missed_while_redis_was_away(
    four: Four, open_table: OpenTable, follow: Follow, live: Hub
) -> None:
    match = open_table()
    _, caller, _ = turn_of(four, match)
    stream = follow(None, caller)
    assert stream.next("turn")["match"] == match
    with redis.Redis.from_url(site.REDIS_URL) as client:
        client.client_kill_filter(_type="pubsub")
    assert stream.next("turn") == {"type": "turn", "match": match, "seq": 7}
