"""Clients that do not read, and clients that vanish without a word."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.e2e.client import Json
from tests.e2e.crew import Person
from tests.e2e.load import close_code
from tests.e2e.presets import PRESETS
from tests.e2e.viewer import public
from tests.faults.proxy import Line, proxy
from tests.faults.scene import Outcome, Scene

# Some thousand events, as fast as bots can.
FAST = {name: value for name, value in PRESETS["levant-41"].items() if name != "id"} | {"target": 200}
WATCHERS = 4
LAG_BAR = 2.0
# uvicorn asks each 20 s whether a socket's client is there, and waits 20 s for the answer.
CUT_OFF_SECONDS, FREED_SECONDS = 45.0, 60.0


@dataclass
class Watcher:
    """Somebody who looks on: the events they were told, and the longest that one took from its storing."""

    events: list[Json] = field(default_factory=list)
    lag: float = 0.0

    async def follow(self, address: str) -> None:
        """To the end of the match."""
        async with connect(f"{address}?after={len(self.events)}", max_size=None) as line:
            async for text in line:
                self.hear(json.loads(text))
                if self.events and self.events[-1]["type"] == "match_finished":
                    return

    def hear(self, body: Json) -> None:
        """A frame: each seq once and in order."""
        if body["type"] != "events":
            return
        seqs = [event["seq"] for event in body["events"]]
        assert seqs == list(range(len(self.events) + 1, body["seq"] + 1)), (seqs, len(self.events))
        if self.events and body["events"]:  # the first frame tells old news
            stored_at = datetime.fromisoformat(body["events"][0]["at"]).timestamp()
            self.lag = max(self.lag, time.time() - stored_at)
        self.events += body["events"]


async def slow_reader(scene: Scene) -> Outcome:
    """Bots play as fast as they can; one of those who watch takes nothing from the line."""
    outcome = Outcome("slow reader", "others in time; cut off; resumes with `after`", times=1)
    crew, seats = scene.crews[-1], dict.fromkeys("NESW", "bot:random")
    match = str((await asyncio.to_thread(crew.players[0].client.create, FAST, seats)).ok()["id"])
    address = f"{scene.url.replace('http', 'ws', 1)}/ws/v1/matches/{match}/"
    watchers, slow, began = [Watcher() for _ in range(WATCHERS)], Watcher(), time.monotonic()
    async with await _lazy(address) as line:
        await asyncio.gather(*(watcher.follow(address) for watcher in watchers))
        # What the kernel's buffers do not take waits at the server, up to its own limit or the next ping's.
        await asyncio.sleep(max(0.0, began + CUT_OFF_SECONDS - time.monotonic()))
        code = await _drain(line, slow)
    read = len(slow.events)
    await slow.follow(address)
    log = list(map(public, await asyncio.to_thread(crew.anonymous.all_events, match)))
    for watcher in [*watchers, slow]:
        if list(map(public, watcher.events)) != log:
            outcome.verdict.diverged.append(f"{match}: a watcher was told other events than those of the log")
    lag = max(watcher.lag for watcher in watchers)
    outcome.require(code is not None, f"not cut off: {read} of {len(log)} events read")
    outcome.require(lag < LAG_BAR, f"others waited {lag:.2f} s")
    outcome.notes.append(f"cut off at {read} of {len(log)} events, code {code}; others lag {lag:.2f} s")
    return outcome


async def _lazy(address: str) -> ClientConnection:
    """A socket with a small buffer, of which nothing is taken."""
    parts = urlsplit(address)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, (parts.hostname, parts.port))
    return await connect(f"{address}?after=0", sock=line, max_queue=1, ping_interval=None)


async def _drain(line: ClientConnection, slow: Watcher) -> int | None:
    """At last read what is there: the code at its end, None where the server still holds the line."""
    try:
        while True:
            slow.hear(json.loads(await asyncio.wait_for(line.recv(), 5)))
    except ConnectionClosed as closed:
        return close_code(closed)
    except TimeoutError:
        return None


async def half_open(scene: Scene) -> Outcome:
    """A player's network is gone: no word, no end, no answer to pings."""
    outcome = Outcome(
        "half-open TCP", "freed, not present; back with `after`", times=1, max_bar=FREED_SECONDS
    )
    north, east = scene.crews[-1].players[:2]
    seats = {"N": "me", "E": None, "S": "bot:easy", "W": "bot:easy"}
    match = str((await asyncio.to_thread(north.client.create, "levant-41", seats)).ok()["id"])
    (await asyncio.to_thread(east.client.join, match, "E")).ok()
    flowing, server = asyncio.Event(), urlsplit(scene.url)
    flowing.set()

    async def through(data: bytes) -> bytes:
        await flowing.wait()
        return data

    async with (
        _at_seat(scene.url, match, north) as near,
        proxy(server.hostname or "", server.port or 80, lambda: Line(through, through)) as port,
        _at_seat(f"http://127.0.0.1:{port}", match, east),
    ):
        await _told_presence(near, connected=True)
        flowing.clear()
        since = time.monotonic()
        await _told_presence(near, connected=False)
        outcome.notes.append(f"told of it after {time.monotonic() - since:.1f} s")
        shown = (await asyncio.to_thread(north.client.detail, match)).ok()["state"]["seats"]["E"]
        outcome.require(shown["connected"] is False, f"still present: {shown}")
        async with _at_seat(scene.url, match, east):
            await _told_presence(near, connected=True)
        flowing.set()
    return outcome


def _at_seat(url: str, match: str, person: Person) -> connect:
    address = f"{url.replace('http', 'ws', 1)}/ws/v1/matches/{match}/?after=0"
    headers = {"Authorization": person.client.http.headers["Authorization"]}
    return connect(address, additional_headers=headers)


async def _told_presence(line: ClientConnection, *, connected: bool) -> None:
    """Until a frame says so of the seat E."""
    wanted = {"type": "presence", "seat": "E", "connected": connected}
    async with asyncio.timeout(FREED_SECONDS):
        while json.loads(await line.recv()) != wanted:
            pass
