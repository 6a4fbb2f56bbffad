"""A process on its way out: its people go bit by bit, and come back where they were."""

import asyncio
import time
from typing import Any
from uuid import UUID

import httpx
import pytest

from games.live import hub
from tests.games.conftest import Connect, Follow, OpenTable, running_hub

SECONDS = 0.5


def send_away() -> None:
    """As the web process does when it is told to stop."""
    loop, here = running_hub()
    asyncio.run_coroutine_threadsafe(here.send_away(SECONDS), loop).result(10)


def test_all_go_and_can_come_back(four: Any, open_table: OpenTable, connect: Connect, follow: Follow) -> None:
    match = open_table()
    sockets = [connect(match, four[seat]) for seat in "NESW"] + [connect(None)]
    heads = [socket.head() for socket in sockets]
    stream = follow(match)
    assert stream.next("snapshot")
    began = time.monotonic()
    send_away()
    assert time.monotonic() - began >= SECONDS / 2  # not all at once
    assert [socket.closed() for socket in sockets] == [1012] * 5
    with pytest.raises(httpx.RemoteProtocolError):  # no end that could be the match's
        stream.next("events")
    assert connect(match, four["N"], f"after={heads[0]}").head() == heads[0]


class Unreachable:
    """One who has gone, or one who does not read."""

    reader: UUID | None = None
    person: UUID | None = None
    credential: str | None = None
    address = ""

    def __init__(self, reads: bool) -> None:
        self.reads = reads

    async def sign_out(self) -> None:
        pass

    async def send_away(self) -> None:
        if self.reads:
            raise ConnectionResetError
        await asyncio.Event().wait()


def test_nobody_waits_for_who_is_gone_or_does_not_read(connect: Connect) -> None:
    sockets = [connect(None) for _ in range(3)]
    for socket in sockets:
        socket.head()
    _loop, here = running_hub()
    others: set[hub.Guest] = {Unreachable(reads) for reads in (True, False)}
    here.guests |= others
    try:
        began = time.monotonic()
        send_away()
        assert time.monotonic() - began < SECONDS + hub.GOING_SECONDS + 1
        assert [socket.closed() for socket in sockets] == [1012] * 3
    finally:
        here.guests -= others
