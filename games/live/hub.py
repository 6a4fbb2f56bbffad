"""Everything live in this process: tables, people, the lobby, and its lines to the log and to Redis."""

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from contextvars import Context
from math import ceil
from typing import Any, Protocol
from uuid import UUID
from weakref import WeakKeyDictionary

import psycopg
from django.conf import settings

from accounts import endings
from games import doorbell, play, queries, states, store
from games.drivers import Pool, Result, Rows, Work, arun, new_pool
from games.live.attendance import Attendance
from games.live.background import soon
from games.live.bells import Bells, new_line
from games.live.crowd import Comer, Crowd
from games.live.lobby import Lobby
from games.live.payloads import frame
from games.live.table import Listener, Table
from games.rules.commands import Command
from games.rules.seats import SeatName
from games.rules.state import MatchState
from games.states import Known
from games.store import StoredEvent
from tarneeb_site import meters

# Without Redis the log itself is looked at this often.
POLL_SECONDS = 1.0
RECHECK_SECONDS = 30.0
SEEN_SECONDS = 10.0
TICK_SECONDS = 0.1
# How long a socket may take to be told that it ends.
GOING_SECONDS = 1.0

# Tokens and sessions that still admit.
_VALID = """
SELECT t.id FROM accounts_token t JOIN accounts_user u ON u.id = t.user_id
WHERE t.id = ANY(%(credentials)s) AND u.is_active AND (t.expires_at IS NULL OR t.expires_at > now())
      AND (u.banned_until IS NULL OR u.banned_until <= now())
UNION ALL
SELECT session_key FROM django_session WHERE session_key = ANY(%(credentials)s) AND expire_date > now()
"""
# Who has a socket or stream open is here as far as their seek is concerned.
_SEEN = """
UPDATE games_seeker SET seen_at = now() WHERE active AND person_id = ANY(%(people)s) RETURNING id
"""


class Guest(Comer, Protocol):
    """A socket or stream as the door knows it: by who reads there, and the token or session it came with."""

    reader: UUID | None

    @property
    def credential(self) -> str | None: ...

    async def sign_out(self) -> None: ...

    async def send_away(self) -> None:
        """To come back by themselves, to another process."""


class Hub:
    """Opens at the first socket: a server without a lifespan has no earlier moment."""

    def __init__(self) -> None:
        self.tables: dict[UUID, Table] = {}
        self.people: dict[UUID, set[Listener]] = {}
        self.guests: set[Guest] = set()
        self.crowd = Crowd()
        self.pool = new_pool()
        self.redis = new_line(settings.REDIS_URL)
        self.bells = Bells(self._channels, self._hear)
        self.attendance = Attendance(self.redis, self._tell_presence)
        self.lobby = Lobby(self)
        self._opening: asyncio.Task[None] | None = None

    async def run(self, work: Work[Result]) -> Result:
        """Work on the event loop's connections."""
        await self.opened()
        try:
            return await arun(work, self.pool)
        except psycopg.OperationalError:
            soon(self.pool.check())  # a server that has restarted broke the other connections too
            raise

    async def one(self, statement: store.Statement) -> Rows:
        """The rows of one statement."""

        def work() -> Work[Rows]:
            return (yield statement)

        return await self.run(work())

    async def opened(self) -> None:
        """Hear the bells, of those too who ask for nothing by `run`."""
        if self._opening is None:
            # In a context of its own: what goes on for ever is not the first visitor's.
            self._opening = asyncio.create_task(self._open(), context=Context())
        if not self._opening.done():
            await asyncio.shield(self._opening)

    async def _open(self) -> None:
        await self.pool.open()
        for loop in (self.bells.listen, self._watch_over, self._recheck, self._note_presence):
            soon(loop())

    def welcome(self, guest: Guest) -> None:
        """Somebody has come. Raises Crowded."""
        self.crowd.enter(guest)
        self.guests.add(guest)

    def dismiss(self, guest: Guest) -> None:
        """They have gone, if they were ever here."""
        if guest in self.guests:
            self.guests.remove(guest)
            self.crowd.leave(guest)

    async def table(self, match_id: UUID) -> tuple[Table, Known]:
        """The table of a match, which may be behind, and the match as it stands now. Raises NoSuchMatch.

        Add a listener at once, and only then wait for anything: a table without any is given up.
        """
        known, _ = await self.run(states.loading(match_id))
        if match_id not in self.tables:
            self.tables[match_id] = Table(self, known)
            meters.TABLES_WATCHED.inc()
            soon(self.bells.subscribe(doorbell.match_channel(match_id)))
        return self.tables[match_id], known

    async def leave(self, table: Table) -> None:
        """Give the table up if it was the last who left."""
        if not table.listeners and self.tables.get(table.match_id) is table:
            del self.tables[table.match_id]
            meters.TABLES_WATCHED.dec()
            await self.bells.unsubscribe(doorbell.match_channel(table.match_id))

    async def meet(self, person: UUID, listener: Listener) -> None:
        """Pass on what is said to a person, beginning with the turns that wait for them."""
        is_first = person not in self.people
        self.people.setdefault(person, set()).add(listener)
        if is_first:
            await self.bells.subscribe(doorbell.person_channel(person))
        if not (is_first and self.bells.are_heard):  # else the channel tells them once it is heard
            await self._tell_turns(person)

    async def _tell_turns(self, person: UUID) -> None:
        for head in await self.run(queries.turns(person)):
            payload = frame(doorbell.turn_frame(head))
            for listener in self.people.get(person, ()):
                listener.tell(payload)

    async def part(self, person: UUID, listener: Listener) -> None:
        """No more."""
        self.people[person].discard(listener)
        if not self.people[person]:
            del self.people[person]
            await self.bells.unsubscribe(doorbell.person_channel(person))

    def ring(self, known: Known, events: Sequence[StoredEvent]) -> None:
        """Tell the other processes what this one has stored."""
        for channel, body in doorbell.rings(known, events):
            self.bells.ring(channel, body)

    def _tell_presence(self, match_id: UUID, seat: SeatName, connected: bool) -> None:
        body = json.dumps({"presence": seat, "connected": connected})
        self.bells.ring(doorbell.match_channel(match_id), body.encode())

    def _channels(self) -> Iterator[str]:
        yield endings.CHANNEL
        yield doorbell.LOBBY
        yield from map(doorbell.match_channel, self.tables)
        yield from map(doorbell.person_channel, self.people)

    def _hear(self, channel: str, rung: bytes | None) -> None:
        kind, _, name = channel.partition(".")
        match kind:
            case endings.CHANNEL if rung is None:
                soon(self._check_guests())
            case endings.CHANNEL:
                self._sign_out(set(json.loads(rung or b"[]")))
            case "lobby":
                self.lobby.change()
            case "user" if rung is not None:
                for listener in self.people.get(UUID(name), ()):
                    listener.tell(rung.decode())
            case "user":
                soon(self._tell_turns(UUID(name)))
            case "match" if (table := self.tables.get(UUID(name))) is not None:
                if rung is None:
                    soon(table.catch_up())
                else:
                    self._ring_table(table, json.loads(rung))

    def _ring_table(self, table: Table, body: Any) -> None:
        if "presence" in body:
            table.tell_presence(body["presence"], body["connected"])
        elif "message" in body:
            soon(table.tell_message(body["message"]))
        elif body["seq"] > table.known.head.seq:  # it is our own bell where we are there already
            soon(table.hear(doorbell.parse_ring(body)))

    async def _watch_over(self) -> None:
        """Where no bell can be heard, look at the log; keep those who are here from being forgotten."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            for table in list(self.tables.values()):
                if table.is_behind or not self.bells.are_heard:
                    soon(table.catch_up())
            if self.bells.are_heard:
                soon(self.bells.ask())
            else:
                self.lobby.change()
            await self.attendance.refresh()
            await self.lobby.report_watchers()

    async def _note_presence(self) -> None:
        """A seek lasts while its people have a socket or stream open."""
        while True:
            await asyncio.sleep(SEEN_SECONDS)
            people = {guest.reader for guest in self.guests if guest.reader}
            if people:
                with suppress(psycopg.Error):
                    await self.one(store.Statement(_SEEN, {"people": list(people)}))

    async def _recheck(self) -> None:
        """What nobody tells: credentials that expire or end without Redis, invitations taken back."""
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            await self._check_guests()
            for table in self.tables.values():
                table.reseat()  # of a kept seat the log tells nothing

    async def _check_guests(self) -> None:
        """Who has signed out elsewhere, or whose token is revoked or expired, is not told more."""
        asked = {guest.credential for guest in self.guests if guest.credential}
        try:
            rows = await self.one(store.Statement(_VALID, {"credentials": list(asked)}))
        except psycopg.Error:
            return
        self._sign_out(asked - {credential for (credential,) in rows})

    async def send_away(self, seconds: float) -> None:
        """Everyone goes, spread over so many seconds. Nobody waits for who does not read."""
        waiting, going = list(self.guests), list[asyncio.Task[None]]()
        at_once = ceil(len(waiting) * TICK_SECONDS / seconds) if seconds else len(waiting)
        while waiting:
            leaving, waiting = waiting[:at_once], waiting[at_once:]
            going += [asyncio.create_task(guest.send_away()) for guest in leaving]
            await asyncio.sleep(TICK_SECONDS)
        if going:
            _gone, staying = await asyncio.wait(going, timeout=GOING_SECONDS)
            for task in staying:
                task.cancel()

    def _sign_out(self, credentials: set[str]) -> None:
        for guest in list(self.guests):
            if guest.credential in credentials:
                soon(guest.sign_out())


_hubs: "WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop; a server process has one."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


def is_crowded(comer: Comer) -> bool:
    """Whether one more would be too many, asked from a thread: others may be quicker."""
    return any(each.crowd.is_full(comer) for each in list(_hubs.values()))


def pools() -> list[Pool]:
    """The connections of each event loop, for who measures them."""
    return [each.pool for each in list(_hubs.values())]


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
    done = await here.run(play.executing(table.match_id, command_for, person, expected_seq, key, "socket"))
    if done.seq == done.known.head.seq:  # nothing new only if it repeats the last command, which does no harm
        states.remember(done.known)
        await table.advance(done.known, done.events)
        here.ring(done.known, done.events)
        if play.is_bots_turn(done.known.state):
            soon(asyncio.to_thread(play.call_bot, done.known))
    return done
