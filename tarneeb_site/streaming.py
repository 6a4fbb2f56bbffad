"""Answers without an end: a view lets them begin, and what follows needs neither a thread nor a connection.

Django keeps a thread for each request until its answer has ended, also for an async view (its middleware
runs there), and with it the database connection that found out who asks. So a view hands its chunks over
and is done; here they are sent until they end or the client goes.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, Final, cast

from django.http import HttpRequest, StreamingHttpResponse

Chunks = AsyncGenerator[bytes, None]
_CHUNKS: Final = "tarneeb.chunks"


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
        writing.result()


async def _write(chunks: Chunks, send: Any) -> None:
    async with aclosing(chunks):
        async for chunk in chunks:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _leave(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
