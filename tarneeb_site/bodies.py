"""Bodies are read before a request has its turn: who sends slowly, or for ever, keeps nobody waiting."""

import asyncio
import json
from collections.abc import Iterable
from typing import Any, Final

from accounts.api.errors import ApiError

# Twice what the API takes: forms are written more broadly than JSON.
MAX_BYTES: Final = 128 * 1024
SECONDS: Final = 15.0

_TOO_LARGE: Final = 413
_TOO_SLOW: Final = 408


class Unread(Exception):
    """A body that is too large, or comes too slowly; with the status that says so."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


async def read(scope: Any, receive: Any) -> list[Any]:
    """The messages of the whole body, or what there was of it when the client went. Raises Unread."""
    if _announced(scope["headers"]) > MAX_BYTES:
        raise Unread(_TOO_LARGE)
    try:
        async with asyncio.timeout(SECONDS):
            return await _messages(receive)
    except TimeoutError:
        raise Unread(_TOO_SLOW) from None


async def _messages(receive: Any) -> list[Any]:
    messages, size = [], 0
    while True:
        message = await receive()
        messages.append(message)
        size += len(message.get("body", b""))
        if size > MAX_BYTES:
            raise Unread(_TOO_LARGE)
        if not message.get("more_body", False):
            return messages


def _announced(headers: Iterable[tuple[bytes, bytes]]) -> int:
    lengths = (value for name, value in headers if name == b"content-length")
    return max((int(value) for value in lengths if value.isdigit()), default=0)


def again(messages: list[Any], receive: Any) -> Any:
    """`receive` for Django: what was read, then what the client does next."""
    waiting = iter(messages)

    async def receive_again() -> Any:
        message = next(waiting, None)
        return await receive() if message is None else message

    return receive_again


async def refuse(send: Any, refusal: Unread) -> None:
    """Say so and hang up, since the rest of the body may be on its way."""
    body = json.dumps(ApiError("malformed").body).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(b"connection", b"close"), (b"x-content-type-options", b"nosniff")]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
