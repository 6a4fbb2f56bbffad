"""A thousand readers of one match over HTTP, on one web process: memory each, and when a move is with all.

Half of them read lines, half server-sent events.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import time
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from tests.e2e.client import Client
from tests.e2e.crew import register

from .service import FORGOTTEN
from .watchers import AT_ONCE, SETTLES_SECONDS, new_match, web_process

STREAMS, MOVES, BAR_MS = 1000, 7, 500
FORMATS = ("application/x-ndjson", "text/event-stream")
Figures = dict[str, Any]


def run() -> Figures:
    """The figures for `bench.json`, of a server that is started for it; printed as well."""
    command = [sys.executable, "-m", "tarneeb_site.launcher", "exec", "--serve", "--"]
    environment = {name: value for name, value in os.environ.items() if name not in FORGOTTEN}
    environment |= {"PORT": "0", "TARNEEB_THROTTLES": "off", "TARNEEB_BOT_DELAY_MS": "0"}
    done = subprocess.run(
        [*command, sys.executable, "-m", __name__], env=environment, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        raise SystemExit("the benchmark of streams failed")
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    opened, each, reach = (figures[name] for name in ("opened_s", "kib_each", "reach_ms"))
    print(f"{STREAMS} streams, opened in {opened} s: {each} KiB of the web process each")
    print(f"a move is with all of them in {reach} ms (bar {BAR_MS})")
    return {"streams": figures}


class Stream(asyncio.Protocol):
    """One anonymous reader. Whether a move has come is looked for in the bytes: to parse them costs more
    than to send them, and the server shares the machine.
    """

    def __init__(self, request: bytes) -> None:
        self._request = request
        self.seen = b""
        self.mark = b"snapshot"
        self.found: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self.seen += data
        if not self.found.done() and self.mark in self.seen:
            self.found.set_result(time.monotonic())
            self.seen = b""

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.found.done():
            self.found.set_exception(EOFError("a stream has ended"))

    def wait_for(self, mark: bytes) -> "asyncio.Future[float]":
        """When the bytes come."""
        self.mark, self.seen = mark, b""
        self.found = asyncio.get_running_loop().create_future()
        return self.found


async def follow(match: str, count: int) -> list[Stream]:
    """So many streams, each behind its first frame."""
    url = urlsplit(os.environ["TARNEEB_URL"])
    assert url.hostname and url.port
    head = f"GET /api/v1/matches/{match}/stream/ HTTP/1.1\r\nHost: {url.netloc}\r\nAccept: "
    streams: list[Stream] = []
    loop = asyncio.get_running_loop()
    while len(streams) < count:
        opened = []
        for number in range(min(AT_ONCE, count - len(streams))):
            stream = Stream(f"{head}{FORMATS[number % 2]}\r\n\r\n".encode())
            await loop.create_connection(partial(_same, stream), url.hostname, url.port)
            opened.append(stream)
        await asyncio.gather(*(stream.found for stream in opened))
        streams += opened
    return streams


def _same(stream: Stream) -> Stream:
    return stream


async def reach_all(streams: list[Stream], player: Client, match: str) -> float:
    """Milliseconds from just before a move until the last stream holds it."""
    while not (detail := player.detail(match).ok())["now"]["legal"]:
        await asyncio.sleep(0.05)
    mark = f'"events":[{{"seq":{detail["seq"] + 1},'.encode()
    waiting = [stream.wait_for(mark) for stream in streams]
    began = time.monotonic()
    (await asyncio.to_thread(player.act, match, detail["now"]["legal"][0])).ok()
    return 1000 * (max(await asyncio.gather(*waiting)) - began)


async def main() -> None:
    player = register(os.environ["TARNEEB_URL"]).client
    match = new_match(player)
    warm = await follow(match, 20)
    web = web_process()
    before, began = web.memory_info().rss, time.monotonic()
    streams = await follow(match, STREAMS)
    opened = time.monotonic() - began
    await asyncio.sleep(SETTLES_SECONDS)
    each = (web.memory_info().rss - before) / STREAMS
    times = [await reach_all(warm + streams, player, match) for _ in range(MOVES)]
    figures = {
        "streams": STREAMS,
        "kib_each": round(each / 1024, 1),
        "opened_s": round(opened, 1),
        "reach_ms": [round(each) for each in sorted(times)],
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(main())
