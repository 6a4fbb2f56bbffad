"""Sockets: parse, check access, call, tell (protocol.md, "WebSocket")."""

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, ClassVar
from urllib.parse import parse_qs
from uuid import UUID

import psycopg
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest
from django.utils import translation
from redis.exceptions import RedisError

from accounts.api.errors import ApiError
from accounts.api.parsing import parse_json
from accounts.api.throttling import SocketThrottle, counted
from games import access, play, wire
from games.api import parsing
from games.api.errors import api_error
from games.errors import Forbidden, NoSuchMatch, Refused
from games.live.background import soon
from games.live.crowd import Crowded
from games.live.hub import execute, hub
from games.live.payloads import error_frame, frame
from games.live.table import OUTBOX, Table
from games.rules.commands import Command
from games.rules.errors import NotSeated, RuleViolation
from games.rules.seats import SEAT_NAMES, SeatName
from games.rules.state import MatchState
from games.visitors import NOBODY, ForeignOrigin, NotSignedIn, visitor_of
from tarneeb_site import requestlog
from tarneeb_site.logs import note

logger = logging.getLogger(__name__)

NOT_SIGNED_IN, FORBIDDEN, NOT_FOUND, FLOOD, RESTART = 4401, 4403, 4404, 4429, 1012
MAX_FRAME = 8 * 1024
# Frames a client may send at once, and on and on each second.
BURST, RATE = 100, 20


class Socket(AsyncWebsocketConsumer):
    """What every socket has: an outbox that never makes others wait, and a limit on floods."""

    kind: ClassVar[str]
    visitor = NOBODY
    reader: UUID | None = None
    seen: int | None = None
    is_player = False
    address = ""
    _closed = False
    _writing: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Channels' own loop without the task and the thread that it spends on each frame.

        There is no channel layer to hear besides the client, and no connection of Django's to give back.
        """
        self.scope, self.base_send = scope, send
        with requestlog.socket(self.kind, scope) as self._id, suppress(StopConsumer):
            try:
                while True:
                    message = await receive()
                    await getattr(self, get_handler_name(message))(message)
                    await asyncio.sleep(0)  # others, and the answers, have their turn before the next frame
            finally:  # which is also where a frame was sent to somebody who had just gone
                await self._go()

    async def connect(self) -> None:
        translation.activate(_language_of(self.scope))  # for this connection's task, and no other
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue(OUTBOX)
        self._allowance, self._allowed_at = float(BURST), time.monotonic()
        self.address = counted((self.scope.get("client") or [""])[0])
        # As bytes, which is how ASGI has them.
        named = [(requestlog.HEADER.lower().encode(), self._id.encode())]
        await self.accept(headers=named)  # type: ignore[arg-type]
        self._writing = asyncio.ensure_future(self._write())
        try:
            await self._count()
            self.visitor = await visitor_of(self.scope)
            self.reader = self.visitor.reader
            if self.person:
                note(person=str(self.person))
            hub().welcome(self)
            await self.enter()
        except NotSignedIn:
            await self.close(NOT_SIGNED_IN)
        except (Forbidden, ForeignOrigin):
            await self.close(FORBIDDEN)
        except Crowded:
            await self.close(FLOOD)
        except NoSuchMatch:
            await self.close(NOT_FOUND)
        except (psycopg.OperationalError, OperationalError, RedisError):
            logger.warning("a socket could not be opened", exc_info=True)
            await self.close(RESTART)

    async def _count(self) -> None:
        """Raises Crowded where one address opens socket after socket."""
        if settings.THROTTLES and not await asyncio.to_thread(SocketThrottle().admits, self.address):
            raise Crowded

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Once; what the client has sent meanwhile is not heard."""
        if not self._closed:
            self._closed = True
            with suppress(OSError):  # the client was faster
                await super().close(code)

    async def enter(self) -> None:
        """Come to what the address names."""

    async def leave(self) -> None:
        """Go from there."""

    async def _go(self) -> None:
        """Nobody is here any more, however it ended."""
        self._closed = True
        if self._writing is not None:
            self._writing.cancel()
        hub().dismiss(self)
        await self.leave()

    @property
    def person(self) -> UUID | None:
        """Whose it is, whatever their token may do."""
        return self.visitor.reader or self.visitor.actor

    @property
    def credential(self) -> str | None:
        """The token or session that this socket lives by."""
        return self.visitor.token or self.visitor.session

    def reseat(self) -> None:
        """Somebody has sat down or left."""

    async def sign_out(self) -> None:
        await self.close(NOT_SIGNED_IN)

    async def send_away(self) -> None:
        await self.close(RESTART)

    def tell(self, payload: str) -> None:
        """Queue a frame. Nobody waits for a slow reader: who falls too far behind is cut off."""
        try:
            self._outbox.put_nowait(payload)
        except asyncio.QueueFull:
            soon(self.close(RESTART))

    async def _write(self) -> None:
        while (payload := await self._outbox.get()) is not None:
            await self.base_send({"type": "websocket.send", "text": payload})  # type: ignore[arg-type]

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._closed:
            return
        if not self._may_send():
            await self.close(FLOOD)
            return
        id_: str | None = None
        try:
            body = self._parsed(text_data)
            id_ = body["id"] if isinstance(body.get("id"), str) else None
            await self.hear(body, id_)
        except (ApiError, Refused, RuleViolation, wire.Malformed) as refusal:
            error = api_error(refusal) or refusal
            assert isinstance(error, ApiError)
            self._tell_error(error, id_)
        except Exception:  # as in a request: it is told, and others go on
            logger.exception("a frame was not answered")
            self._tell_error(ApiError("server_error"), id_)

    def _tell_error(self, error: ApiError, id_: str | None) -> None:
        self.tell(error_frame(error.code, str(error.detail), id_))

    def _may_send(self) -> bool:
        """A bucket of frames that fills while nothing is sent."""
        if not settings.THROTTLES:
            return True
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + RATE * (now - self._allowed_at)) - 1
        self._allowed_at = now
        return self._allowance >= 0

    def _parsed(self, text: str | None) -> dict[str, Any]:
        if text is None or len(text) > MAX_FRAME or len(raw := text.encode(errors="replace")) > MAX_FRAME:
            raise ApiError("malformed")
        body = parse_json(raw)
        if not isinstance(body, dict) or not raw:
            raise ApiError("malformed")
        return body

    async def hear(self, body: dict[str, Any], id_: str | None) -> None:
        """A frame from the client. Raises what refuses it."""
        raise ApiError("malformed")


class MatchSocket(Socket):
    """One viewer of a match, playing or watching."""

    kind = "match"
    table: Table | None = None
    seat: SeatName | None = None

    async def enter(self) -> None:
        match_id = self.scope["url_route"]["kwargs"]["match_id"]
        table, known = await hub().table(match_id)
        self.table, self._connection = table, secrets.token_hex(8)
        table.add(self)
        await table.advance(known)
        self.tell(await table.greeting(self, _after(self.scope)))
        await self._sit()

    async def leave(self) -> None:
        if self.table is None:
            return
        self.table.remove(self)
        await self._sit()
        await hub().leave(self.table)

    def reseat(self) -> None:
        assert self.table is not None
        if self._own_seat() != self.seat:
            soon(self._sit())
        if self.table.known.state.visibility == "private":
            soon(self._stay())

    async def _stay(self) -> None:
        """Whoever has lost the seat that let them in goes."""
        assert self.table is not None
        try:
            await self.table.admit(self)
        except Forbidden:
            await self.close(FORBIDDEN)

    def _own_seat(self) -> SeatName | None:
        """The seat played from here; none once the socket is closed."""
        if self.table is None or self not in self.table.listeners:
            return None
        seat = access.own_seat(self.table.known.state, self.visitor.actor)
        return None if seat is None else SEAT_NAMES[seat]

    async def _sit(self) -> None:
        """Be present at the seat that is one's own by now, and at no other."""
        assert self.table is not None
        before, self.seat = self.seat, (seat := self._own_seat())
        self.is_player = seat is not None
        if before == seat:
            return
        if before is not None:
            await hub().attendance.depart(self.table.match_id, before, self._connection)
        if seat is not None:
            await hub().attendance.arrive(self.table.match_id, seat, self._connection)

    async def hear(self, body: dict[str, Any], id_: str | None) -> None:
        assert self.table is not None
        match body.get("type"):
            case "ping":
                self.tell(frame({"type": "pong", "head": await self.table.head()}))
            case "action":
                await self._act(body, id_)
            case _:
                raise ApiError("malformed")

    async def _act(self, body: dict[str, Any], id_: str | None) -> None:
        assert self.table is not None
        action = wire.parse_action(body)
        if id_ is None or not 1 <= len(id_) <= wire.KEY_LENGTH:
            raise ApiError("malformed")
        me = self.visitor.actor
        if me is None:
            raise ApiError("not_signed_in" if self.visitor == NOBODY else "scope_required")

        def command_for(state: MatchState) -> Command:
            seat = access.own_seat(state, me)
            if seat is None:
                raise NotSeated
            return action.command(seat)

        key = play.Key(id_, action.body)
        done = await execute(self.table, command_for, person=me, expected_seq=action.expected_seq, key=key)
        self.tell(frame({"type": "ack", "id": id_, "seq": done.seq}))


class LobbySocket(Socket):
    """The tables that one may join or watch; for the signed-in what is said to them."""

    kind = "lobby"

    async def enter(self) -> None:
        lobby = hub().lobby
        self.tell(await lobby.payload())
        lobby.listeners.add(self)
        if self.reader is not None:
            await hub().meet(self.reader, self)

    async def leave(self) -> None:
        hub().lobby.listeners.discard(self)
        if self.reader is not None and self in hub().people.get(self.reader, ()):
            await hub().part(self.reader, self)

    async def hear(self, body: dict[str, Any], id_: str | None) -> None:
        if body.get("type") != "ping":
            raise ApiError("malformed")
        self.tell(frame({"type": "pong", "head": 0}))


def _language_of(scope: Mapping[str, Any]) -> str:
    """As Django finds a page's: the one chosen, else the browser's."""
    request = HttpRequest()
    request.COOKIES = dict(scope.get("cookies", {}))
    headers = dict(scope["headers"])
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return translation.get_language_from_request(request)


def _after(scope: Mapping[str, Any]) -> int | None:
    """The query's `after`; whoever sends none, or none that is a number, gets a snapshot."""
    return parsing.seq(parse_qs(scope["query_string"].decode("latin-1")).get("after", [""])[0])
