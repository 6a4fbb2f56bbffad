"""A client's connection, which ends where the client takes nothing for long."""

import asyncio
import socket
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tarneeb_site.streaming import TAKEN_SECONDS

_MILLISECONDS: Final = int(TAKEN_SECONDS * 1000)


class Connection(HttpToolsProtocol):
    """The kernel ends it: one that we close stays, with what it holds, until the client has taken all."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux
            line = transport.get_extra_info("socket")
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _MILLISECONDS)
