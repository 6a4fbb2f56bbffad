"""Answers without an end: a view lets them begin, and what follows needs neither a thread nor a connection.

Django keeps a thread for each request until its answer has ended, also for an async view (its middleware
runs there), and with it the database connection that found out who asks. So a view hands its chunks over
and is done; here they are sent until they end, or the client goes or takes no more.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Any, Final, cast

from django.http import HttpRequest, StreamingHttpResponse

Chunks = AsyncGenerator[bytes, None]
_CHUNKS: Final = "tarneeb.chunks"
# A client that has no room for the next part for so long is cut off.
TAKEN_SECONDS = 30.0
PART: Final = 64 * 1024


class Untaken(Exception):
    """The client does not read."""


def streaming(request: HttpRequest, chunks: Chunks, content_type: str) -> StreamingHttpResponse:
    """The head of an answer whose body is to come. Proxies shall neither keep, pack nor hold it back."""
    if request.method != "HEAD":
        cast(Any, request).scope[_CHUNKS] = chunks
    headers = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(_nothing(), content_type=content_type, headers=headers)


async def _nothing() -> Chunks:
    return
    yield


def beginning(scope: Any, answer: list[Any]) -> Any:
    """`send` for Django, which keeps the answer. Its word is the last unless chunks follow."""

    async def begin(message: Any) -> None:
        if _CHUNKS not in scope or message["type"] == "http.response.start":
            answer.append(message)

    return begin


async def rest(scope: Any, receive: Any, send: Any) -> None:
    """The chunks, if a view has handed any over. Cancelled, they leave the answer without its end."""
    if _CHUNKS not in scope:
        return
    writing = asyncio.ensure_future(_write(scope.pop(_CHUNKS), send))
    leaving = asyncio.ensure_future(_leave(receive))
    try:
        await asyncio.wait([writing, leaving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        while not writing.done():
            writing.cancel()  # more than once: `wait_for` of Python 3.11, by which psycopg waits, can lose it
            await asyncio.wait([writing], timeout=1)
    if not writing.cancelled():
        with suppress(Untaken):
            writing.result()


async def _write(chunks: Chunks, send: Any) -> None:
    """Raises Untaken."""
    async with aclosing(chunks):
        async for chunk in chunks:
            for start in range(0, len(chunk), PART):
                await _hand_over(send, chunk[start : start + PART], more=True)
    await _hand_over(send, b"", more=False)


async def _hand_over(send: Any, part: bytes, *, more: bool) -> None:
    """Wait for room, but not for ever. Raises Untaken."""
    try:
        async with asyncio.timeout(TAKEN_SECONDS):
            await send({"type": "http.response.body", "body": part, "more_body": more})
    except TimeoutError:
        raise Untaken from None


async def _leave(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
