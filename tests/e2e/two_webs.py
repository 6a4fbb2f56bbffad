"""One table on two web processes: ten thousand moves, and every stream is the log. Run inside `exec --serve`.

`python -m tests.e2e.two_webs [--moves 10000]` starts a second web process beside the one at TARNEEB_URL.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from .crew import Person, hire
from .presets import PRESETS

SEATS = "NESW"
RECONNECT_AT, RECONNECT_BYTES = 300, 4096


class Stream:
    """A seat's socket: every event it was told, and what the last frame says."""

    def __init__(self, socket: ClientConnection, hello: dict[str, Any]) -> None:
        self.socket = socket
        self.events: dict[int, Any] = {}
        self.seq: int = hello["seq"]
        self.now: dict[str, Any] = hello["now"]

    async def follow(self, seq: int) -> None:
        """Take in frames until the stream is at `seq`; each seq once, without a gap."""
        while self.seq < seq:
            body = json.loads(await asyncio.wait_for(self.socket.recv(), 20))
            if body["type"] == "error":
                raise AssertionError(body)
            if body["type"] != "events":
                continue
            for event in body["events"]:
                assert event["seq"] == self.seq + 1, (event["seq"], self.seq)
                self.seq = event["seq"]
                self.events[self.seq] = event
            self.now = body["now"]


@contextmanager
def second_web() -> Iterator[str]:
    """Another web process on the same database and Redis."""
    first = httpx.URL(os.environ["TARNEEB_URL"])
    port = (first.port or 80) + 1
    command = [sys.executable, "-m", "tarneeb_site.web", "--port", str(port)]
    process = subprocess.Popen(command, env=os.environ | {"TARNEEB_THROTTLES": "off"})
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            try:
                httpx.get(f"{url}/api/v1/rulesets/")
                break
            except httpx.TransportError:
                time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait()


def new_table(people: list[Person]) -> str:
    """A long match of four people."""
    fields = {name: value for name, value in PRESETS["levant-41"].items() if name != "id"}
    clock = {"turn_seconds": 600, "bank_seconds": 0}
    match = str(people[0].client.create(fields | {"target": 1000}, {"N": "me"}, clock=clock).ok()["id"])
    for seat, person in zip(SEATS[1:], people[1:], strict=True):
        person.client.join(match, seat).ok()
    return match


async def enter(url: str, match: str, person: Person, after: int | None = None) -> tuple[Stream, int]:
    """A seat's stream from one of the webs, and the bytes of its first frame."""
    address = f"{url.replace('http', 'ws')}/ws/v1/matches/{match}/" + (
        "" if after is None else f"?after={after}"
    )
    token = person.client.http.headers["Authorization"]
    socket = await connect(address, additional_headers={"Authorization": token}, max_size=None)
    first = await socket.recv()
    return Stream(socket, json.loads(first)), len(first)


def choose(legal: list[dict[str, Any]], number: int) -> dict[str, Any]:
    """Mostly pass, or bid low; else play what comes."""
    if legal[0]["action"] == "pass" and len(legal) > 1 and number % 3 == 0:
        return legal[1]
    return legal[number % len(legal)] if legal[0]["action"] == "play" else legal[0]


async def play(webs: tuple[str, str], people: list[Person], moves: int) -> None:
    """Play on through as many matches as it takes, and compare every stream with the log."""
    done = 0
    while done < moves:
        match = new_table(people)
        entered = [await enter(webs[n % 2], match, person) for n, person in enumerate(people)]
        streams = dict(zip(SEATS, (stream for stream, _ in entered), strict=True))
        start, told_of_reconnect = streams["N"].seq, False
        while done < moves and streams["N"].now["phase"] != "finished":
            mover = streams[streams["N"].now["turn"]]
            action = choose(mover.now["legal"], done)
            await mover.socket.send(json.dumps({"type": "action", "id": f"move-{done}"} | action))
            before = mover.seq
            await mover.follow(before + 1)
            await asyncio.gather(*(stream.follow(mover.seq) for stream in streams.values()))
            assert len({stream.seq for stream in streams.values()}) == 1, "the streams differ"
            done += 1
            if not told_of_reconnect and streams["N"].seq >= RECONNECT_AT:
                told_of_reconnect = True
                await weigh_a_reconnection(webs[1], match, people[0], streams["N"].seq)
        await compare(match, people[0], streams, start)
        for stream in streams.values():
            await stream.socket.close()
        print(f"match {match}: {streams['N'].seq} events, {done} moves so far", flush=True)


async def weigh_a_reconnection(url: str, match: str, person: Person, seq: int) -> None:
    """Coming back costs a few kilobytes, by a snapshot or with `after`."""
    for after in (None, seq):
        stream, size = await enter(url, match, person, after)
        print(f"reconnection at seq {seq}, after={after}: {size} bytes", flush=True)
        assert size <= RECONNECT_BYTES
        await stream.socket.close()


async def compare(match: str, person: Person, streams: dict[str, Stream], start: int) -> None:
    """Every stream holds each seq once, and what is public in it is what the log says."""
    log = {event["seq"]: event for event in person.client.all_events(match)}
    for seat, stream in streams.items():
        assert list(stream.events) == list(range(start + 1, stream.seq + 1)), f"{seat} has a gap"
        for seq, event in stream.events.items():
            if event["type"] != "deal_started":
                assert event == log[seq], (seat, seq)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=10_000)
    moves = parser.parse_args().moves
    crew = hire(os.environ["TARNEEB_URL"])
    began = time.monotonic()
    with second_web() as other:
        asyncio.run(play((os.environ["TARNEEB_URL"], other), crew.players, moves))
    print(
        f"{moves} moves over two webs in {time.monotonic() - began:.0f} s: no gap, no repeat, no divergence"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
