"""A match that somebody in this process plays or watches."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

from games import access, doorbell, presence, queries, states, store, talk, wire
from games.live.payloads import Payloads, by_command, frame, snapshot_frame
from games.rules.seats import SeatName
from games.rules.state import MatchState
from games.rules.views import Viewer
from games.states import Known
from games.store import StoredEvent
from tarneeb_site import meters

if TYPE_CHECKING:  # the hub has tables
    from games.live.hub import Hub

# A client's ping has the log looked at, where the last look is older.
FRESH_SECONDS = 1.0
# What waits for a listener too slow for it; then they are cut off, and come back with `after`.
OUTBOX = 512
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


class Listener(Protocol):
    """A socket or stream as a table knows it."""

    reader: UUID | None
    seen: int | None

    @property
    def is_player(self) -> bool: ...

    def tell(self, payload: str) -> None: ...

    def reseat(self) -> None: ...


class Table:
    """A match that somebody in this process plays or watches."""

    def __init__(self, hub: "Hub", known: Known) -> None:
        self.hub = hub
        self.known = known
        self.names: wire.Names = {}
        self.listeners: set[Listener] = set()
        self._groups: dict[Viewer, list[Listener]] | None = None
        self._lock = asyncio.Lock()
        self._hearing = asyncio.Lock()
        self._saying = asyncio.Lock()
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
        """Tell everyone what has happened since, each seq once and in order, however it became known.

        `events` are those of one command; without them, or where more has happened, the log is read.
        """
        async with self._lock:
            seen, head = self.known.head.seq, known.head
            if head.seq <= seen:
                return
            commands = [events]
            if not events or (events[0].seq, events[-1].seq) != (seen + 1, head.seq):
                events = store.read_events(await self.hub.one(store.read(head.match_id, seen, head.seq)))
                commands = list(by_command(events))
            await self._learn_names(wire.ids_in(events))
            state = self.known.state
            self.known = known
            for command in commands[:-1]:
                state = states.advanced(state, command)
                self._deliver(state, command)
            self._deliver(known.state, commands[-1])
            meters.FANOUT_SECONDS.observe(max(0.0, time.time() - head.at_ms / 1000))
            if any(event.type in SEATING_TYPES for event in events):
                self.reseat()

    def reseat(self) -> None:
        """Have everyone look which seat is theirs, and whether they may stay."""
        for listener in self.listeners:
            listener.reseat()

    async def catch_up(self) -> None:
        """Read where the log is, and tell what was missed."""
        self.checked_at = time.monotonic()
        known, _ = await self.hub.run(states.loading(self.match_id))
        await self.advance(known)

    async def hear(self, ring: doorbell.Ring) -> None:
        """Another process, or a thread of this one, has stored something.

        One bell after the other: of many at once each would find the one before it missing, and read the log.
        """
        self.rung = max(self.rung, ring.seq)
        async with self._hearing:
            if ring.seq <= self.known.head.seq:
                return
            known = doorbell.follow(self.known, ring)
            if known is None:
                await self.catch_up()
            else:
                states.remember(known)
                await self.advance(known, ring.events)

    async def head(self) -> int:
        """The last seq, for a pong; the log is looked at where the last look is not fresh."""
        if time.monotonic() - self.checked_at > FRESH_SECONDS:
            await self.catch_up()
        return self.known.head.seq

    async def _learn_names(self, ids: set[str]) -> None:
        if missing := ids - self.names.keys():
            self.names = {**self.names, **await self.hub.run(queries.naming(missing))}

    def _deliver(self, state: MatchState, command: Sequence[StoredEvent]) -> None:
        """A command's events, and the state behind them."""
        seq = command[-1].seq
        if any(event.type in SEATING_TYPES for event in command):
            self._groups = None
        if self._groups is None:
            self._groups = defaultdict(list)
            for listener in self.listeners:
                self._groups[access.viewer_of(state, listener.reader)].append(listener)
        payloads = Payloads(seq, state, self.names, command)
        for viewer, listeners in self._groups.items():
            payload = payloads.for_viewer(viewer)
            for listener in listeners:
                if listener.seen is not None and listener.seen < seq:
                    listener.seen = seq
                    listener.tell(payload)

    def tell_presence(self, seat: SeatName, connected: bool) -> None:
        """A player's connection is open, or no longer."""
        payload = frame({"type": "presence", "seat": seat, "connected": connected})
        for listener in self.listeners:
            if listener.seen is not None:  # a snapshot comes first
                listener.tell(payload)

    async def tell_message(self, message_id: int) -> None:
        """Pass on what somebody has said, to those who may hear it and have not blocked them."""
        async with self._saying:  # in the order in which it was said
            listeners = [listener for listener in self.listeners if listener.seen is not None]
            readers = {listener.reader for listener in listeners if listener.reader is not None}
            message, deaf = await self.hub.run(talk.hearing(message_id, readers))
            if message is None:  # the account is gone, and it with it
                return
            await self.catch_up()  # a seat may have another person than this process knows
            payload = frame({"type": "message", **talk.message_body(message)})
            # Who has come meanwhile was not asked about, and reads it in the list.
            for listener in self.listeners.intersection(listeners):
                if listener.reader not in deaf and talk.reaches(message, self.known.state, listener.reader):
                    listener.tell(payload)

    async def admit(self, listener: Listener) -> None:
        """Raises Forbidden where the reader may not watch."""
        await self.hub.run(queries.admitting(self.match_id, listener.reader, 0))

    async def greeting(self, listener: Listener, after: int | None) -> str:
        """What a listener is told first: what was missed behind `after`, or the table. Raises Forbidden."""
        if after is not None and after <= self.known.head.seq:
            return await self.missed(listener, after)
        return await self.snapshot(listener)

    async def missed(self, listener: Listener, after: int) -> str:
        """What a returning viewer has not seen, as one `events` frame; they hear the rest from here on.

        Raises Forbidden.
        """
        await self.admit(listener)
        while True:
            known = self.known
            events = store.read_events(await self.hub.one(store.read(self.match_id, after, known.head.seq)))
            await self._learn_names(wire.ids_in(events))
            if known is self.known:
                viewer = access.viewer_of(known.state, listener.reader)
                listener.seen = known.head.seq
                return Payloads(known.head.seq, known.state, self.names, events).for_viewer(viewer)

    async def snapshot(self, listener: Listener) -> str:
        """The table as the listener may see it; they hear the rest from here on. Raises Forbidden."""
        while True:
            known = self.known
            viewer = access.viewer_of(known.state, listener.reader)
            body = await self.hub.run(queries.picturing(known, listener.reader, viewer))
            presence.mark(body["state"], await self.hub.attendance.connected_seats(self.match_id))
            if known is self.known:
                listener.seen = known.head.seq
                return snapshot_frame(body)
