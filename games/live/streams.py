"""Streams over HTTP: counted as sockets are, but whoever reads there cannot act.

So it does not count as being present at a seat. To a seek its person is here, as with a socket, unless it
is an export that they read.
"""

import asyncio
import json
from collections.abc import Callable
from contextlib import aclosing
from functools import lru_cache
from typing import ClassVar, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils import translation

from accounts.api.errors import ApiError
from games import access, exports
from games.errors import Forbidden
from games.live.background import soon
from games.live.crowd import Crowded
from games.live.hub import hub
from games.live.payloads import error_frame
from games.live.table import OUTBOX, Table
from games.models import Match
from games.rules.state import FINISHED
from tarneeb_site import meters
from tarneeb_site.streaming import Chunks

# After so long without a frame something is sent, for those who cut quiet lines.
KEEP_ALIVE_SECONDS = 15.0
# Listeners to whom the same is told at once share its bytes.
_SHARED = 16


class Format(NamedTuple):
    """How frames are written; no frame is a sign of life."""

    content_type: str
    written: Callable[[str], bytes]


@lru_cache(_SHARED)
def _line(payload: str) -> bytes:
    return payload.encode() + b"\n"


@lru_cache(_SHARED)
def _event(payload: str) -> bytes:
    if not payload:
        return b":\n\n"
    body = json.loads(payload)
    # `turn` has the seq of one match of many: nothing to resume a stream by.
    id_ = f"id: {body['seq']}\n" if body["type"] in ("snapshot", "events") else ""
    return f"{id_}event: {body['type']}\ndata: {payload}\n\n".encode()


NDJSON = Format("application/x-ndjson", _line)
SSE = Format("text/event-stream", _event)


class Reader(NamedTuple):
    """Who reads, from where, by which token or session, in which language."""

    person: UUID | None
    address: str
    credential: str | None
    language: str | None


class Stream:
    """One reader, who counts while they read."""

    kind: ClassVar[str]
    reader: UUID | None = None

    def __init__(self, who: Reader) -> None:
        self.person, self.address, self.credential = who.person, who.address, who.credential
        self._task: asyncio.Task[None] | None = None

    async def chunks(self) -> Chunks:
        """What there is, until the end or the reader goes."""
        self._task = asyncio.current_task()
        meters.SOCKETS.labels(self.kind).inc()
        try:
            async with aclosing(self._chunks()) as chunks:
                async for chunk in chunks:
                    yield chunk
        finally:
            meters.SOCKETS.labels(self.kind).dec()
            hub().dismiss(self)
            await self.leave()

    def _chunks(self) -> Chunks:
        """Be welcomed by the hub, then tell."""
        raise NotImplementedError

    async def leave(self) -> None:
        """Go from where it has come to."""

    async def sign_out(self) -> None:
        self._cut_off()

    async def send_away(self) -> None:
        self._cut_off()

    def _cut_off(self) -> None:
        """Without the answer's end, so that nobody takes it for the end of what there is."""
        if self._task is not None:
            self._task.cancel()


class FrameStream(Stream):
    """Frames as they come: they wait in an outbox, so that nobody waits for the slow."""

    seen: int | None = None

    def __init__(self, who: Reader, format_: Format) -> None:
        super().__init__(who)
        self.reader = who.person
        self._language = who.language
        self._format = format_
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue(OUTBOX)

    async def _chunks(self) -> Chunks:
        await self._come()
        while (payload := await self._next()) is not None:
            yield self._format.written(payload)

    async def _come(self) -> None:
        try:
            hub().welcome(self)
        except Crowded:
            self.end("throttled")
        else:
            await self.enter()

    async def _next(self) -> str | None:
        """The next frame, an empty one where none comes, None at the end."""
        try:
            async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                return await self._outbox.get()
        except TimeoutError:
            return ""

    async def enter(self) -> None:
        """Come to what the address names."""

    @property
    def is_player(self) -> bool:
        return False

    def reseat(self) -> None:
        """Somebody has sat down or left."""

    async def sign_out(self) -> None:
        self.end("not_signed_in")

    def tell(self, payload: str) -> None:
        self._put(payload)

    def end(self, code: str | None = None) -> None:
        """Behind what waits; a code says why it ends before the match does."""
        if code is not None:
            with translation.override(self._language):
                self.tell(error_frame(code, str(ApiError(code).detail), None))
        self._put(None)

    def _put(self, payload: str | None) -> None:
        """Who falls too far behind is cut off."""
        try:
            self._outbox.put_nowait(payload)
        except asyncio.QueueFull:
            self._cut_off()


class MatchStream(FrameStream):
    """One who follows a match, to its end."""

    kind = "match stream"

    def __init__(self, who: Reader, format_: Format, match_id: UUID, after: int | None) -> None:
        super().__init__(who, format_)
        self._match_id, self._after = match_id, after
        self._table: Table | None = None

    @property
    def is_player(self) -> bool:
        """Whether it is one of the four, who is no watcher of their own match."""
        return self._table is not None and access.own_seat(self._table.known.state, self.reader) is not None

    async def enter(self) -> None:
        table, known = await hub().table(self._match_id)
        self._table = table
        table.add(self)
        await table.advance(known)
        try:
            self.tell(await table.greeting(self, self._after))
        except Forbidden:  # since the view has let them in
            self.end("forbidden")
        self.reseat()

    async def leave(self) -> None:
        if self._table is not None:
            self._table.remove(self)
            await hub().leave(self._table)

    def reseat(self) -> None:
        assert self._table is not None
        state = self._table.known.state
        if self.seen is None:  # the greeting comes first
            return
        if state.phase == FINISHED:
            self.end()
        elif state.visibility == "private":
            soon(self._stay(self._table))

    async def _stay(self, table: Table) -> None:
        """Whoever has lost the seat that let them in goes."""
        try:
            await table.admit(self)
        except Forbidden:
            self.end("forbidden")


class PersonStream(FrameStream):
    """What is said to one person: seeks, pairings, invitations, turns."""

    kind = "person stream"

    async def enter(self) -> None:
        assert self.reader is not None
        await hub().meet(self.reader, self)

    async def leave(self) -> None:
        if self.reader is not None and self in hub().people.get(self.reader, ()):
            await hub().part(self.reader, self)


class ExportStream(Stream):
    """Finished matches, one a line."""

    kind = "export"

    def __init__(self, who: Reader, rows: QuerySet[Match]) -> None:
        super().__init__(who)
        self._rows = rows

    async def _chunks(self) -> Chunks:
        try:
            hub().welcome(self)
        except Crowded:  # since the view has looked
            raise asyncio.CancelledError from None
        await hub().opened()
        async with aclosing(exports.lines(self._rows)) as lines:
            async for line in lines:
                yield line
