"""The two drivers agree, and a table told by an unreliable bell ends where the log does."""

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest

from accounts import registration
from games import doorbell, play, queries, states
from games.drivers import Rows, Work, arun, new_pool, run
from games.errors import IdempotencyConflict, StaleSeq
from games.live.hub import Hub
from games.live.payloads import by_command
from games.live.table import Table
from games.rules.cards import CARD_NAMES
from games.rules.commands import Pass
from games.store import LostRace, Statement, StoredEvent
from tests.conftest import Caller
from tests.games.conftest import OpenTable, play_to, turn_of

Four = dict[str, Caller]
Ringing = list[bytes]
PLAYED = 60


@pytest.fixture
def loop() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


async def _on_a_loop(works: list[Work[Any]]) -> list[Any]:
    """Each work's result, or what it raised."""
    async with new_pool() as pool:
        return [(await asyncio.gather(arun(work, pool), return_exceptions=True))[0] for work in works]


def _in_a_thread(works: list[Work[Any]]) -> list[Any]:
    results: list[Any] = []
    for work in works:
        try:
            results.append(run(work))
        except Exception as error:
            results.append(error)
    return results


def _timeless(body: Any) -> Any:
    return {key: value for key, value in body.items() if key != "server_time"}


def test_both_drivers_read_the_same(four: Four, open_table: OpenTable, loop: asyncio.Runner) -> None:
    match = UUID(open_table())
    play_to(four, str(match), "play")
    people = [None, *(caller.user.pk for caller in four.values() if caller.user)]

    def works() -> list[Work[Any]]:
        described = [queries.describing(match, person) for person in people]
        return described + [queries.reading(match, person, 3) for person in people]

    one, other = _in_a_thread(works()), loop.run(_on_a_loop(works()))
    assert list(map(_timeless, one)) == list(map(_timeless, other))


def test_both_drivers_store_the_same(four: Four, open_table: OpenTable, loop: asyncio.Runner) -> None:
    """The same commands at two tables: accepted, repeated, in conflict, stale."""

    def works(match: UUID) -> list[Work[Any]]:
        seat, caller, _ = turn_of(four, str(match))
        assert caller.user is not None
        turn, me = "NESW".index(seat), caller.user.pk

        def command(_: Any) -> Pass:
            return Pass(turn)

        one, other = play.Key("k", {"action": "pass"}), play.Key("k", {"action": "resign"})
        return [
            play.executing(match, command, me, 7, one),
            play.executing(match, command, me, 7, one),
            play.executing(match, command, me, None, other),
            play.executing(match, command, me, 7, play.Key("new", {"action": "pass"})),
        ]

    matches = [UUID(open_table()) for _ in range(2)]
    outcomes = [_in_a_thread(works(matches[0])), loop.run(_on_a_loop(works(matches[1])))]
    for done, repeated, conflict, stale in outcomes:
        assert (done.seq, repeated.seq) == (8, 8)
        assert isinstance(conflict, IdempotencyConflict)
        assert isinstance(stale, StaleSeq)
    logs = [four["N"].get(f"matches/{match}/events/?after=7").json()["events"] for match in matches]
    assert [[event["type"] for event in log] for log in logs] == [["passed"], ["passed"]]


def test_both_drivers_tell_of_a_lost_race(transactional_db: None, loop: asyncio.Runner) -> None:
    twice = Statement(
        "INSERT INTO games_heartbeat (name, at) VALUES (%(name)s, now()) RETURNING name", {"name": "x"}
    )

    def work() -> Work[list[Any]]:
        rows = [(yield twice)]
        try:
            yield twice
        except LostRace:
            rows.append((yield Statement("SELECT count(*) FROM games_heartbeat", {})))
        run_of_it = yield Statement("DELETE FROM games_heartbeat RETURNING name", {})
        return [list(map(tuple, found)) for found in (*rows, run_of_it)]

    one, other = run(work()), loop.run(_on_a_loop([work()]))[0]
    assert one == other == [[("x",)], [(1,)], [("x",)]]


@pytest.fixture
def hub(loop: asyncio.Runner) -> Iterator[Hub]:
    """A hub that only reads: it neither listens nor polls."""

    async def opened() -> Hub:
        hub = Hub()
        await hub.pool.open()
        hub._opening = asyncio.create_task(asyncio.sleep(0))
        return hub

    hub = loop.run(opened())
    yield hub
    loop.run(hub.pool.close())


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> Ringing:
    """What is rung, in place of Redis."""
    rung: Ringing = []
    monkeypatch.setattr(doorbell, "publish", lambda channel, body: rung.append(body))
    return rung


def _play_on(four: Four, match: str, turns: int) -> Iterator[None]:
    for _ in range(turns):
        _, caller, legal = turn_of(four, match)
        assert caller.post(f"matches/{match}/actions/", legal[-1 if len(legal) < 9 else 0]).status_code == 201
        yield


class Ear:
    """A listener that keeps what it is told."""

    is_player = False

    def __init__(self, reader: UUID | None, seen: int) -> None:
        self.reader = reader
        self.seen: int | None = seen
        self.told: list[Any] = []

    def tell(self, payload: str) -> None:
        self.told.append(json.loads(payload))

    def reseat(self) -> None:
        pass

    @property
    def seqs(self) -> list[int]:
        return [event["seq"] for frame in self.told for event in frame["events"]]


def _lost(ring: bytes, chance: random.Random) -> list[bytes]:
    return [] if chance.random() < 0.4 else [ring]


def _repeated(ring: bytes, chance: random.Random) -> list[bytes]:
    return [ring] * chance.randint(1, 3)


@pytest.mark.parametrize("spoil", [_lost, _repeated, None], ids=["lost", "repeated", "reordered"])
def test_a_table_ends_where_the_log_does_whatever_the_bell_does(
    four: Four,
    open_table: OpenTable,
    loop: asyncio.Runner,
    hub: Hub,
    rings: Ringing,
    spoil: Callable[[bytes, random.Random], list[bytes]] | None,
) -> None:
    match, chance = open_table(), random.Random(7)
    play_to(four, match, "play")
    waiting: list[bytes] = []
    known = loop.run(hub.run(states.loading(UUID(match))))[0]
    table = Table(hub, known)
    people = (None, four["E"].user.pk if four["E"].user else None)
    ears = [Ear(reader, known.head.seq) for reader in people]
    for ear in ears:
        table.add(ear)
    first, rung = known.head.seq, len(rings)
    for _ in _play_on(four, match, PLAYED):
        states._cache._known.clear()  # no state is known but the table's own
        if spoil:
            heard = [copy for ring in rings[rung:] for copy in spoil(ring, chance)]
        else:
            waiting += rings[rung:]
            chance.shuffle(waiting)
            heard = [waiting.pop() for _ in range(len(waiting) // 2)]
        rung = len(rings)
        loop.run(_hear(table, heard))
    loop.run(table.catch_up())
    head = four["N"].state(match)["seq"]
    for ear in ears:
        assert ear.seqs == list(range(first + 1, head + 1))
        assert len(ear.told) == PLAYED  # a frame for each command, however many were missed
        assert all(frame["seq"] == frame["events"][-1]["seq"] for frame in ear.told)
    expected = four["E"].get(f"matches/{match}/events/?after={first}").json()["events"]
    assert [event for frame in ears[1].told for event in frame["events"]] == expected


async def _hear(table: Table, rings: list[bytes]) -> None:
    """All at once, as messages come in."""
    heard = [doorbell.parse_ring(body) for ring in rings if ring and "after" in (body := json.loads(ring))]
    await asyncio.gather(*map(table.hear, heard))


def test_many_bells_at_once_cost_one_reading(
    four: Four,
    open_table: OpenTable,
    loop: asyncio.Runner,
    hub: Hub,
    rings: Ringing,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A new deal has to be read; the moves behind it come with it, and leave the connections to others."""
    match = open_table()
    play_to(four, match, "play")
    table = Table(hub, loop.run(hub.run(states.loading(UUID(match))))[0])
    ear = Ear(None, table.known.head.seq)
    table.add(ear)
    first, rung = table.known.head.seq, len(rings)
    list(_play_on(four, match, PLAYED))
    states._cache._known.clear()
    read: list[Statement] = []
    fetch = hub.pool.fetch

    async def counted(statement: Statement) -> Rows:
        read.append(statement)
        return await fetch(statement)

    monkeypatch.setattr(hub.pool, "fetch", counted)
    loop.run(_hear(table, rings[rung:]))
    assert ear.seqs == list(range(first + 1, four["N"].state(match)["seq"] + 1))
    assert len(read) <= 4  # where the log is, what it has, and once its seeds and names


def test_a_late_bell_at_a_table_whose_process_knows_more(
    four: Four, open_table: OpenTable, loop: asyncio.Runner, hub: Hub, rings: Ringing
) -> None:
    """A request's thread has stored two moves; the bell of the first finds the state behind both."""
    match = open_table()
    table = Table(hub, loop.run(hub.run(states.loading(UUID(match))))[0])
    ear = Ear(None, 7)
    table.add(ear)
    rung = len(rings)
    list(_play_on(four, match, 2))
    for ring in rings[rung:]:
        loop.run(_hear(table, [ring]))
    head = four["N"].state(match)["seq"]
    assert ear.seqs == list(range(8, head + 1))
    assert len(ear.told) == 2


def test_a_table_that_is_behind_tells_the_partner_of_now(
    four: Four, open_table: OpenTable, loop: asyncio.Runner, hub: Hub, rings: Ringing, stranger: Caller
) -> None:
    """South has left and the stranger sits there, which this process has not heard."""
    match = open_table(seats="NS")
    table = Table(hub, loop.run(hub.run(states.loading(UUID(match))))[0])
    before, after = ears = [
        Ear(caller.user.pk if caller.user else None, 3) for caller in (four["S"], stranger)
    ]
    for ear in ears:
        table.add(ear)
    four["S"].post(f"matches/{match}/leave/")
    stranger.post(f"matches/{match}/join/", {"seat": "S"})
    body = {"channel": "partner", "kind": "text", "value": "between us"}
    said = four["N"].post(f"matches/{match}/messages/", body).json()
    assert [json.loads(ring) for ring in rings[-1:]] == [{"message": int(said["id"])}]  # not what was said
    loop.run(table.tell_message(int(said["id"])))
    assert after.told[-1] == {"type": "message", **said}
    assert {frame["type"] for frame in before.told} == {"events"}


def test_a_message_that_is_gone_is_told_to_nobody(
    four: Four, open_table: OpenTable, loop: asyncio.Runner, hub: Hub, rings: Ringing
) -> None:
    match = open_table()
    table = Table(hub, loop.run(hub.run(states.loading(UUID(match))))[0])
    ear = Ear(None, 7)
    table.add(ear)
    said = four["N"].post(f"matches/{match}/messages/", {"kind": "emote", "value": "wave"}).json()
    assert four["N"].user is not None
    registration.delete(four["N"].user)
    loop.run(table.tell_message(int(said["id"])))
    assert ear.told == []


def test_no_ring_holds_a_hidden_card(four: Four, open_table: OpenTable, rings: Ringing) -> None:
    match = open_table()
    list(_play_on(four, match, 70))
    log = four["N"].get(f"matches/{match}/events/").json()["events"]
    assert "deal_scored" in {event["type"] for event in log}
    bodies = [json.loads(ring) for ring in rings if ring]
    assert all(body["events"] == [] for body in bodies if "events" in body and _hides(body, log))
    for ring, body in zip(filter(None, rings), bodies, strict=True):
        shown = [card for card in CARD_NAMES if card.encode() in ring]
        events = body.get("events", [])
        assert shown == [event[4]["card"] for event in events if event[1] == "card_played"]


def _hides(body: Any, log: list[Any]) -> bool:
    return any(event["type"] == "deal_started" for event in log[body["after"] : body["seq"]])


def test_a_piece_of_the_log_is_told_apart_by_command() -> None:
    """Two moves in a millisecond are two commands; what follows from one, or is played for a seat, is not."""
    log = [
        (5, "card_played", {}),
        (5, "trick_won", {}),
        (5, "card_played", {}),
        (9, "turn_expired", {}),
        (9, "card_played", {"auto": True}),
        (9, "trick_won", {}),
        (9, "deal_scored", {}),
        (10, "seat_forfeited", {}),
        (10, "seat_substituted", {}),
    ]
    events = [StoredEvent(seq, type_, 1, at, data) for seq, (at, type_, data) in enumerate(log, start=1)]
    commands = [[event.seq for event in command] for command in by_command(events)]
    assert commands == [[1, 2], [3], [4, 5, 6, 7], [8, 9]]
    assert list(by_command([])) == []
