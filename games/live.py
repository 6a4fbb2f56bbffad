"""Live matches of one process: a subscription a match, and each command's few payloads to many sockets."""

import asyncio
import json
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol
from uuid import UUID
from weakref import WeakKeyDictionary

import psycopg
import redis.asyncio
from django.conf import settings
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from games import access, codec, doorbell, play, presence, queries, states, store, wire
from games.codec import Data
from games.drivers import Result, Work, arun, new_pool
from games.lobby import Lobby
from games.rules.commands import Command
from games.rules.state import MatchState
from games.rules.views import PUBLIC_TYPES, Viewer, now
from games.states import Known
from games.store import StoredEvent

logger = logging.getLogger(__name__)

# Without Redis the log itself is looked at this often; with it, on a client's ping, at most so.
POLL_SECONDS = 1.0
# Redis is asked each second whether it is there; after this it is taken to be away.
SILENCE_SECONDS = 3.0
RECHECK_SECONDS = 30.0
PRESENCE_SECONDS = presence.LASTS_SECONDS / 3
# Events that may change who sees what.
SEATING_TYPES = frozenset(
    {
        "seat_taken",
        "seat_left",
        "seat_forfeited",
        "seat_substituted",
        "seat_reclaimed",
        "deal_started",
        "match_finished",
    }
)


# Tokens and sessions that still admit.
_VALID = """
SELECT t.id FROM accounts_token t JOIN accounts_user u ON u.id = t.user_id
WHERE t.id = ANY(%(credentials)s) AND u.is_active AND (t.expires_at IS NULL OR t.expires_at > now())
UNION ALL
SELECT session_key FROM django_session WHERE session_key = ANY(%(credentials)s) AND expire_date > now()
"""


class Listener(Protocol):
    """A socket as a table knows it."""

    reader: UUID | None
    seen: int | None
    is_player: bool

    def tell(self, payload: str) -> None: ...

    def reseat(self) -> None: ...


class Guest(Protocol):
    """A socket as the door knows it: by the token or session that it came with."""

    @property
    def credential(self) -> str | None: ...

    async def sign_out(self) -> None: ...


class Table:
    """A match that somebody in this process plays or watches."""

    def __init__(self, hub: "Hub", known: Known) -> None:
        self.hub = hub
        self.known = known
        self.names: wire.Names = {}
        self.listeners: set[Listener] = set()
        self._groups: dict[Viewer, list[Listener]] | None = None
        self._lock = asyncio.Lock()
        self.checked_at = 0.0
        self.rung = 0

    @property
    def is_behind(self) -> bool:
        """Whether a bell told of more than could be read."""
        return self.rung > self.known.head.seq

    @property
    def match_id(self) -> UUID:
        return self.known.head.match_id

    def add(self, listener: Listener) -> None:
        self.listeners.add(listener)
        self._groups = None

    def remove(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self._groups = None

    async def advance(self, known: Known, events: Sequence[StoredEvent] = ()) -> None:
        """Tell everyone what has happened since, each seq once and in order, however it became known."""
        async with self._lock:
            seen, head = self.known.head.seq, known.head
            if head.seq <= seen:
                return
            if not events or (events[0].seq, events[-1].seq) != (seen + 1, head.seq):
                rows = await self.hub.one(store.read(head.match_id, seen, head.seq))
                events = store.read_events(rows)
            await self._learn_names(wire.ids_in(events))
            self.known = known
            if any(event.type in SEATING_TYPES for event in events):
                self._groups = None
                for listener in self.listeners:
                    listener.reseat()
            self._deliver(events)

    async def catch_up(self) -> None:
        """Read where the log is, and tell what was missed."""
        self.checked_at = time.monotonic()
        known, _ = await self.hub.run(states.loading(self.match_id))
        await self.advance(known)

    async def hear(self, ring: doorbell.Ring) -> None:
        """Another process, or a thread of this one, has stored something."""
        self.rung = max(self.rung, ring.seq)
        if not self.is_behind:
            return
        known = doorbell.follow(self.known, ring)
        if known is None:
            await self.catch_up()
        else:
            states.remember(known)
            await self.advance(known, ring.events)

    async def head(self) -> int:
        """The last seq, for a pong; the log is looked at where the last look is not fresh."""
        if time.monotonic() - self.checked_at > POLL_SECONDS:
            await self.catch_up()
        return self.known.head.seq

    async def _learn_names(self, ids: set[str]) -> None:
        if missing := ids - self.names.keys():
            self.names = {**self.names, **await self.hub.run(queries.naming(missing))}

    def _deliver(self, events: Sequence[StoredEvent]) -> None:
        if self._groups is None:
            self._groups = defaultdict(list)
            for listener in self.listeners:
                self._groups[access.viewer_of(self.known.state, listener.reader)].append(listener)
        payloads = Payloads(self.known, self.names, events)
        for viewer, listeners in self._groups.items():
            payload = payloads.for_viewer(viewer)
            for listener in listeners:
                if listener.seen is not None and listener.seen < self.known.head.seq:
                    listener.seen = self.known.head.seq
                    listener.tell(payload)

    async def missed(self, listener: Listener, after: int) -> str:
        """What a returning viewer has not seen, as one `events` frame; they hear the rest from here on."""
        while True:
            known = self.known
            events = store.read_events(await self.hub.one(store.read(self.match_id, after, known.head.seq)))
            await self._learn_names(wire.ids_in(events))
            if known is self.known:
                viewer = access.viewer_of(known.state, listener.reader)
                listener.seen = known.head.seq
                return Payloads(known, self.names, events).for_viewer(viewer)

    async def snapshot(self, listener: Listener) -> str:
        """The table as the listener may see it; they hear the rest from here on. Raises Forbidden."""
        while True:
            known = self.known
            viewer = access.viewer_of(known.state, listener.reader)
            body = await self.hub.run(queries.picturing(known, listener.reader, viewer))
            presence.mark(body["state"], await self.hub.connected_seats(self.match_id))
            if known is self.known:
                listener.seen = known.head.seq
                return _dumps({"type": "snapshot", **body, "server_time": _server_time()})


class Payloads:
    """One command's `events` frame, for each kind of viewer once; those who see the same share it."""

    def __init__(self, known: Known, names: wire.Names, events: Sequence[StoredEvent]) -> None:
        self._known = known
        self._names = names
        self._events = events
        self._is_public = all(event.type in PUBLIC_TYPES for event in events)
        self._public_events: str | None = None
        self._off_turn: str | None = None
        self._server_time = _server_time()

    def for_viewer(self, viewer: Viewer) -> str:
        if not self._is_public or (viewer.acts and viewer.seat == self._known.state.turn):
            return self._written_for(viewer)
        if self._off_turn is None:
            self._off_turn = self._written_for(viewer)
        return self._off_turn

    def _written_for(self, viewer: Viewer) -> str:
        moment = _dumps(wire.now_body(now(self._known.state, viewer)))
        return (
            f'{{"type":"events","seq":{self._known.head.seq},"events":{self._events_for(viewer)},'
            f'"now":{moment},"server_time":"{self._server_time}"}}'
        )

    def _events_for(self, viewer: Viewer) -> str:
        if self._is_public and self._public_events is not None:
            return self._public_events
        text = _dumps(wire.event_bodies(self._events, viewer, self._names))
        self._public_events = text
        return text


def _dumps(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _server_time() -> str:
    return codec.rfc3339(time.time_ns() // 1_000_000)


class Hub:
    """Everything live in this process: tables, the subscription to Redis, the pool of connections."""

    def __init__(self) -> None:
        self.tables: dict[UUID, Table] = {}
        self.lobby = Lobby(self)
        self.guests: set[Guest] = set()
        self.people: dict[UUID, set[Listener]] = {}
        self.pool = new_pool()
        self.redis = redis.asyncio.Redis.from_url(
            settings.REDIS_URL,
            socket_timeout=doorbell.TIMEOUT_SECONDS,
            socket_connect_timeout=doorbell.TIMEOUT_SECONDS,
            retry=Retry(NoBackoff(), 1),  # once, for a connection that broke while nobody used it
        )
        self._pubsub = self.redis.pubsub()
        self._asking = asyncio.Lock()  # redis-py opens a connection for each who finds none
        self._heard = False
        self._opening: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._present: dict[tuple[UUID, str], float] = {}
        self._bells: list[tuple[str, bytes]] = []
        self._is_ringing = False

    async def run(self, work: Work[Result]) -> Result:
        """Work on the event loop's connections."""
        await self._opened()
        try:
            return await arun(work, self.pool)
        except psycopg.OperationalError:
            self.soon(self.pool.check())  # a server that has restarted broke the other connections too
            raise

    async def one(self, statement: store.Statement) -> Sequence[Sequence[Any]]:
        def work() -> Work[Sequence[Sequence[Any]]]:
            return (yield statement)

        return await self.run(work())

    async def _opened(self) -> None:
        """A server without a lifespan opens its pool and starts to listen at the first socket."""
        if self._opening is None:
            self._opening = asyncio.ensure_future(self._open())
        if not self._opening.done():
            await asyncio.shield(self._opening)

    async def _open(self) -> None:
        await self.pool.open()
        for loop in (self._listen, self._watch_over, self._recheck):
            self.soon(loop())

    def soon(self, coroutine: Any) -> None:
        """Run beside what goes on; its failure is told and fails nothing else."""
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("in the background", exc_info=error)

    async def table(self, match_id: UUID) -> tuple[Table, Known]:
        """The table of a match, which may be behind, and the match as it stands now. Raises NoSuchMatch.

        Add a listener at once, and only then wait for anything: a table without any is given up.
        """
        known, _ = await self.run(states.loading(match_id))
        if match_id not in self.tables:
            self.tables[match_id] = Table(self, known)
            self.soon(self._subscribe(doorbell.match_channel(match_id)))
        return self.tables[match_id], known

    async def leave(self, table: Table) -> None:
        if not table.listeners and self.tables.get(table.match_id) is table:
            del self.tables[table.match_id]
            await self._unsubscribe(doorbell.match_channel(table.match_id))

    # What these cannot tell Redis, the listener does after the break that it notices.

    async def _subscribe(self, channel: str) -> None:
        with suppress(RedisError, OSError):
            async with self._asking:
                await self._pubsub.subscribe(channel)

    async def _unsubscribe(self, channel: str) -> None:
        with suppress(RedisError, OSError):
            async with self._asking:
                await self._pubsub.unsubscribe(channel)

    async def _listen(self) -> None:
        """Hear the bells, for ever; after a break, or a long silence, subscribe anew."""
        while True:
            try:
                async with self._asking:
                    matches = map(doorbell.match_channel, self.tables)
                    people = map(doorbell.person_channel, self.people)
                    await self._pubsub.subscribe(doorbell.LOBBY, *matches, *people)
                while message := await self._pubsub.get_message(timeout=SILENCE_SECONDS):
                    self._heard = True
                    match message["type"]:
                        case "message":
                            self._ring(message["channel"].decode(), message["data"])
                        case "subscribe":
                            self._subscribed(message["channel"].decode())
            except (RedisError, OSError):
                await asyncio.sleep(POLL_SECONDS)
            self._heard = False
            async with self._asking:
                await self._pubsub.aclose()  # type: ignore[no-untyped-call]

    def _subscribed(self, channel: str) -> None:
        """What was stored before, or during a break, rang for nobody here."""
        kind, _, name = channel.partition(".")
        match kind:
            case "lobby":
                self.lobby.change()
            case "match" if (table := self.tables.get(UUID(name))) is not None:
                self.soon(table.catch_up())

    def _ring(self, channel: str, data: bytes) -> None:
        kind, _, name = channel.partition(".")
        match kind:
            case "lobby":
                self.lobby.change()
            case "user":
                for listener in self.people.get(UUID(name), ()):
                    listener.tell(data.decode())
            case "match" if (table := self.tables.get(UUID(name))) is not None:
                self._ring_table(table, json.loads(data))

    def _ring_table(self, table: Table, body: Data) -> None:
        if "presence" in body:
            payload = _dumps({"type": "presence", "seat": body["presence"], "connected": body["connected"]})
            for listener in table.listeners:
                if listener.seen is not None:  # a snapshot comes first
                    listener.tell(payload)
        elif body["seq"] > table.known.head.seq:  # it is our own bell where we are there already
            self.soon(table.hear(doorbell.parse_ring(body)))

    async def _watch_over(self) -> None:
        """Where no bell can be heard, look at the log; keep those who are here from being forgotten."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            for table in list(self.tables.values()):
                if table.is_behind or not self._heard:
                    self.soon(table.catch_up())
            if self._heard:
                self.soon(self._ask())
            else:
                self.lobby.change()
            await self._refresh_presence()
            await self.lobby.report_watchers()

    async def _ask(self) -> None:
        """Have the listener hear from Redis, if it is there."""
        with suppress(RedisError, OSError):
            async with self._asking:
                await self._pubsub.ping()

    async def _recheck(self) -> None:
        """Who has signed out elsewhere, or whose token is revoked or expired, is not told more."""
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            asked = {guest.credential for guest in self.guests if guest.credential}
            try:
                rows = await self.one(store.Statement(_VALID, {"credentials": list(asked)}))
            except psycopg.Error:
                continue
            invalid = asked - {credential for (credential,) in rows}
            for guest in list(self.guests):
                if guest.credential in invalid:
                    self.soon(guest.sign_out())

    async def meet(self, person: UUID, listener: Listener) -> None:
        """Pass on what is said to a person."""
        if person not in self.people:
            self.people[person] = set()
            await self._subscribe(doorbell.person_channel(person))
        self.people[person].add(listener)

    async def part(self, person: UUID, listener: Listener) -> None:
        """No more."""
        self.people[person].discard(listener)
        if not self.people[person]:
            del self.people[person]
            await self._unsubscribe(doorbell.person_channel(person))

    def ring(self, known: Known, events: Sequence[StoredEvent]) -> None:
        """Tell the other processes what this one has stored."""
        self._publish(doorbell.match_channel(known.head.match_id), doorbell.ring_of(known.head, events))
        if doorbell.changes_tables(events):
            self._publish(doorbell.LOBBY, b"")

    def _publish(self, channel: str, body: bytes) -> None:
        self._bells.append((channel, body))
        if not self._is_ringing:
            self._is_ringing = True
            self.soon(self._ring_out())

    async def _ring_out(self) -> None:
        """Ring in one round trip all that is waiting by then, until nothing is."""
        try:
            while self._bells:
                pipeline = self.redis.pipeline(transaction=False)
                for channel, body in self._bells:
                    pipeline.publish(channel, body)
                self._bells = []
                await pipeline.execute()
        except (RedisError, OSError):
            logger.warning("no Redis: bells were not rung")
        finally:
            self._is_ringing = False

    async def connected_seats(self, match_id: UUID) -> set[str]:
        try:
            members = await self.redis.zrangebyscore(presence.key_of(match_id), time.time(), "+inf")
        except (RedisError, OSError):
            return set()
        return presence.seats_of(members)

    async def arrive(self, match_id: UUID, seat: str, connection: str) -> None:
        """A player's socket is open."""
        self._present[match_id, presence.member(seat, connection)] = 0.0
        await self._refresh_presence()
        self._publish_presence(match_id, seat, connected=True)

    async def depart(self, match_id: UUID, seat: str, connection: str) -> None:
        """It is closed; the seat may have another."""
        member = presence.member(seat, connection)
        self._present.pop((match_id, member), None)
        try:
            await self.redis.zrem(presence.key_of(match_id), member)
        except (RedisError, OSError):
            return
        if seat not in await self.connected_seats(match_id):
            self._publish_presence(match_id, seat, connected=False)

    def _publish_presence(self, match_id: UUID, seat: str, *, connected: bool) -> None:
        body = _dumps({"presence": seat, "connected": connected}).encode()
        self._publish(doorbell.match_channel(match_id), body)

    async def _refresh_presence(self) -> None:
        due = [key for key, noted in self._present.items() if time.monotonic() - noted > PRESENCE_SECONDS]
        if not due:
            return
        try:
            pipeline = self.redis.pipeline(transaction=False)
            for match_id, member in due:
                pipeline.zadd(presence.key_of(match_id), {member: time.time() + presence.LASTS_SECONDS})
                pipeline.expire(presence.key_of(match_id), presence.LASTS_SECONDS)
            await pipeline.execute()
        except (RedisError, OSError):
            return
        self._present |= dict.fromkeys((key for key in due if key in self._present), time.monotonic())


async def execute(
    table: Table,
    command_for: Callable[[MatchState], Command],
    *,
    person: UUID,
    expected_seq: int | None,
    key: play.Key,
) -> play.Done:
    """`play.execute` on the event loop; the table's sockets hear of it before the bell rings elsewhere."""
    here = hub()
    done = await here.run(play.executing(table.match_id, command_for, person, expected_seq, key))
    if done.seq == done.known.head.seq:  # nothing new only if it repeats the last command, which does no harm
        states.remember(done.known)
        await table.advance(done.known, done.events)
        here.ring(done.known, done.events)
        if play.is_bots_turn(done.known.state):
            here.soon(asyncio.to_thread(play.call_bot, done.known))
    return done


def admitting(known: Known, person: UUID | None) -> Work[None]:
    """Raises Forbidden where the person may not watch."""
    yield from queries.admitting(known.head.match_id, person, 0)


_hubs: "WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop; a server process has one."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


def error_body(code: str, detail: str, id_: str | None) -> Data:
    """An `error` frame."""
    body: Data = {"type": "error"} if id_ is None else {"type": "error", "id": id_}
    return body | {"code": code, "detail": detail}


def frame(body: Data) -> str:
    """A frame as text."""
    return _dumps(body)
