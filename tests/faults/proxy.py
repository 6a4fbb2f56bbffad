"""A TCP proxy between a client and a server, of which a test sees and holds the bytes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

Bytes = Callable[[bytes], Awaitable[bytes]]


@dataclass(frozen=True)
class Line:
    """One connection: what becomes of the bytes to the server, and of those to the client."""

    to_server: Bytes
    to_client: Bytes


@asynccontextmanager
async def proxy(host: str, port: int, new_line: Callable[[], Line]) -> AsyncIterator[int]:
    """The port of a proxy to a server while it is needed."""
    lines: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        lines.add(task)
        with suppress(OSError):
            theirs, ours = await asyncio.open_connection(host, port)
            line = new_line()
            await asyncio.gather(_pass(reader, ours, line.to_server), _pass(theirs, writer, line.to_client))

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in lines:
            task.cancel()
        await asyncio.gather(*lines, return_exceptions=True)


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, through: Bytes) -> None:
    """Until one side ends, which the other is told."""
    try:
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(await through(data))
                await writer.drain()
            await through(b"")
    finally:
        writer.close()
