"""A match as it happens, over a socket or an HTTP stream; lost connections are taken up again."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlencode

import httpx
from websockets.asyncio import client as async_sockets
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync import client as sockets

from .calls import Call
from .errors import ApiError, TarneebError
from .http import refusal
from .patience import BackOff
from .shapes import AnyAction, Done, Frame
from .table import Table

if TYPE_CHECKING:  # clients have live tables
    from .client import AsyncClient, Client

Via = Literal["socket", "stream"]
# Also a line that was cut off.
LOST = (OSError, ConnectionClosed, InvalidHandshake, httpx.TransportError, json.JSONDecodeError, ApiError)
# Close codes after which coming back is of no use.
FINAL = {4401: "not_signed_in", 4403: "forbidden", 4404: "not_found"}
# A stream says something at least every 15 seconds.
QUIET = httpx.Timeout(30, read=45)
MAX_FRAME = 2**24


class LiveTable(Table):
    """Iterate over it for the frames, to the end of the match; `act` between them.

    Raises ApiError where one is refused, Disconnected where the service stays away.
    """

    def __init__(self, match: str, via: Via, client: Client) -> None:
        super().__init__(match)
        self._via = via
        self._client = client
        self._socket: sockets.ClientConnection | None = None

    def __iter__(self) -> Iterator[Frame]:
        back_off = BackOff()
        while not self.is_over:
            lost: Exception | None = None
            texts = self._from_socket() if self._via == "socket" else self._from_stream()
            try:
                for text in texts:
                    back_off.reset()
                    yield self.hear(text)
                    if self.is_over:
                        return
            except LOST as failure:
                lost = failure
            finally:
                texts.close()
            time.sleep(back_off.after(_final_or(lost)))

    def act(self, action: AnyAction) -> None:
        """Unless the match has moved on, which the next frames tell; one that is lost is sent again."""
        id_ = self.begin(action)
        if self._via == "socket":
            self._send(id_)
            return
        try:
            self._client.send(_posted(self, id_))
        except TarneebError as failure:
            self.settle(id_, failure)
        else:
            self.settle(id_)

    def _send(self, id_: str) -> None:
        with suppress(ConnectionClosed):  # whoever reads notices
            if self._socket:
                self._socket.send(self.action_frame(id_))

    def _from_socket(self) -> Generator[str | bytes]:
        access = self._client.access
        with sockets.connect(
            access.socket(_path(self)), additional_headers=access.headers, max_size=MAX_FRAME
        ) as socket:
            self._socket = socket
            for id_ in self.unconfirmed:
                self._send(id_)
            yield from socket

    def _from_stream(self) -> Generator[str]:
        path = f"matches/{self.match}/stream/"
        with self._client.http.stream("GET", path, params=self.resumption, timeout=QUIET) as response:
            if not response.is_success:
                response.read()
                raise refusal(response)
            yield from filter(None, response.iter_lines())


class AsyncLiveTable(Table):
    """The same with `async for` and `await`."""

    def __init__(self, match: str, via: Via, client: AsyncClient) -> None:
        super().__init__(match)
        self._via = via
        self._client = client
        self._socket: async_sockets.ClientConnection | None = None

    async def __aiter__(self) -> AsyncIterator[Frame]:
        back_off = BackOff()
        while not self.is_over:
            lost: Exception | None = None
            texts = self._from_socket() if self._via == "socket" else self._from_stream()
            try:
                async for text in texts:
                    back_off.reset()
                    yield self.hear(text)
                    if self.is_over:
                        return
            except LOST as failure:
                lost = failure
            finally:
                await texts.aclose()
            await asyncio.sleep(back_off.after(_final_or(lost)))

    async def act(self, action: AnyAction) -> None:
        """Unless the match has moved on, which the next frames tell; one that is lost is sent again."""
        id_ = self.begin(action)
        if self._via == "socket":
            await self._send(id_)
            return
        try:
            await self._client.send(_posted(self, id_))
        except TarneebError as failure:
            self.settle(id_, failure)
        else:
            self.settle(id_)

    async def _send(self, id_: str) -> None:
        with suppress(ConnectionClosed):  # whoever reads notices
            if self._socket:
                await self._socket.send(self.action_frame(id_))

    async def _from_socket(self) -> AsyncGenerator[str | bytes]:
        access = self._client.access
        async with async_sockets.connect(
            access.socket(_path(self)), additional_headers=access.headers, max_size=MAX_FRAME
        ) as socket:
            self._socket = socket
            for id_ in list(self.unconfirmed):
                await self._send(id_)
            async for text in socket:
                yield text

    async def _from_stream(self) -> AsyncGenerator[str]:
        path = f"matches/{self.match}/stream/"
        async with self._client.http.stream("GET", path, params=self.resumption, timeout=QUIET) as response:
            if not response.is_success:
                await response.aread()
                raise refusal(response)
            async for line in response.aiter_lines():
                if line:
                    yield line


def _path(table: Table) -> str:
    return f"matches/{table.match}/?{urlencode(table.resumption)}"


def _posted(table: Table, id_: str) -> Call[Done]:
    """The action as a call, for those who cannot send frames."""
    key = {"Idempotency-Key": id_}
    return Call("POST", f"matches/{table.match}/actions/", table.unconfirmed[id_], headers=key)


def _final_or(lost: Exception | None) -> Exception | None:
    """What the service says by closing a socket, where coming back is of no use."""
    code = lost.rcvd.code if isinstance(lost, ConnectionClosed) and lost.rcvd else None
    return ApiError(FINAL[code], f"the socket was closed with {code}") if code in FINAL else lost
