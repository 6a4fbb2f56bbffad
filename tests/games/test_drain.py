"""A process on its way out: its people go bit by bit, and come back where they were."""

import asyncio
import time
from typing import Any

import httpx
import pytest

from games.live import hub
from tests.games.conftest import Connect, Follow, OpenTable

SECONDS = 0.5


def send_away() -> None:
    """As the web process does when it is told to stop."""
    loop, here = next((loop, here) for loop, here in hub._hubs.items() if loop.is_running())
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
