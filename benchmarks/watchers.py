"""Many idle watchers on one web process: memory each, and how long a move takes to reach them all.

`python -m tarneeb_site.launcher exec --serve -- python -m benchmarks.watchers [--watchers 2000]`
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import time

import psutil
from websockets.asyncio.client import ClientConnection, connect

from tests.e2e.client import Client
from tests.e2e.crew import register

AT_ONCE = 50
SETTLES_SECONDS = 3.0


def web_process() -> psutil.Process:
    """The web server of this run."""
    command = [sys.executable, "-m", "tarneeb_site.launcher", "processes"]
    processes = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    return psutil.Process(processes["web"])


def new_match(player: Client) -> str:
    """A match in which the player is on turn sooner or later, against bots."""
    seats = {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:easy"}
    return str(player.create("levant-61", seats).ok()["id"])


async def watch(match: str, count: int) -> list[ClientConnection]:
    """That many anonymous sockets, each with its snapshot."""
    url = f"{os.environ['TARNEEB_URL'].replace('http', 'ws')}/ws/v1/matches/{match}/"
    sockets: list[ClientConnection] = []
    while len(sockets) < count:
        more = min(AT_ONCE, count - len(sockets))
        opened = await asyncio.gather(
            *(connect(url, compression=None, ping_interval=None) for _ in range(more))
        )
        await asyncio.gather(*(socket.recv() for socket in opened))
        sockets += opened
    return sockets


async def reach_all(sockets: list[ClientConnection], player: Client, match: str) -> float:
    """Seconds from just before a move until the last watcher holds it."""
    while not (legal := player.detail(match).ok()["now"]["legal"]):
        await asyncio.sleep(0.05)
    seq = player.detail(match).ok()["seq"] + 1

    async def hears(socket: ClientConnection) -> float:
        while json.loads(await socket.recv()).get("seq", 0) < seq:
            pass
        return time.monotonic()

    waiting = [asyncio.ensure_future(hears(socket)) for socket in sockets]
    await asyncio.sleep(0)
    began = time.monotonic()
    (await asyncio.to_thread(player.act, match, legal[0])).ok()
    return max(await asyncio.gather(*waiting)) - began


async def main(count: int) -> None:
    player = register(os.environ["TARNEEB_URL"]).client
    match = new_match(player)
    warm = await watch(match, 20)
    web = web_process()
    before = web.memory_info().rss
    sockets = await watch(match, count)
    await asyncio.sleep(SETTLES_SECONDS)
    each = (web.memory_info().rss - before) / count
    times = [await reach_all(warm + sockets, player, match) for _ in range(5)]
    print(f"{count} watchers: {each / 1024:.1f} KiB of the web process each")
    print(f"a move reaches all in {', '.join(f'{seconds * 1000:.0f}' for seconds in sorted(times))} ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=2000)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(main(parser.parse_args().watchers))
