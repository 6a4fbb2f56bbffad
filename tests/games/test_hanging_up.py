"""People who hang up while something is said to them: nothing of them stays."""

import asyncio
import time
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

import pytest
from websockets.frames import CloseCode, Frame, Opcode

from games import consumers
from games.live.hub import Hub
from games.visitors import Visitor, visitor_of
from tests.games.conftest import Connect, OpenTable, Socket, running_hub
from tests.games.streaming import PATIENCE_SECONDS

FLOOD = 2 * consumers.BURST


def send_at_once(socket: Socket, *frames: Frame) -> None:
    """In one write, after which the line is cut."""
    line = socket.connection.socket
    line.sendall(b"".join(frame.serialize(mask=True) for frame in frames))
    line.close()


def test_a_flood_of_one_who_is_gone(
    four: Any, open_table: OpenTable, connect: Connect, settings: Any
) -> None:
    settings.THROTTLES = True
    match = open_table()
    socket = connect(match, four["N"])
    socket.head()
    _loop, here = running_hub()
    assert len(here.guests) == 1 and UUID(match) in here.tables
    ping, close = Frame(Opcode.TEXT, b'{"type":"ping"}'), CloseCode.NORMAL_CLOSURE.to_bytes(2)
    send_at_once(socket, *[ping] * FLOOD, Frame(Opcode.CLOSE, close))
    assert_empty(here)


@pytest.mark.parametrize("is_private", [True, False])
def test_who_does_not_wait_to_be_refused(
    is_private: bool, four: Any, open_table: OpenTable, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slowly(scope: Mapping[str, Any]) -> Visitor:
        await asyncio.sleep(0.3)
        return await visitor_of(scope)

    match = open_table(seats="N", visibility="private") if is_private else str(uuid4())
    monkeypatch.setattr(consumers, "visitor_of", slowly)
    socket = connect(match)
    _loop, here = running_hub()
    socket.connection.socket.close()
    time.sleep(0.5)
    assert_empty(here)


def assert_empty(here: Hub) -> None:
    """Soon: no guest, none counted, no table."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while here.guests or here.tables or here.crowd._open:
        assert time.monotonic() < deadline, (here.guests, here.tables, here.crowd._open)
        time.sleep(0.01)
