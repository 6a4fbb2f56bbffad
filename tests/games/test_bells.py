"""Bells over two Redis servers: each channel at one of them, and one may be away."""

import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from games import doorbell
from games.live.bells import Bells
from tarneeb_site.launcher import valkey
from tarneeb_site.redis_servers import bell_server, server

CHANNELS = [doorbell.match_channel(uuid4()) for _ in range(40)]


@pytest.fixture
def second(tmp_path: Path, settings: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A second server beside the first."""
    made = valkey.prepare(tmp_path, {}, durable=False)
    process = subprocess.Popen(made.program.command, stdout=subprocess.DEVNULL)
    while not made.answers():
        assert process.poll() is None
    settings.BELL_SERVERS = [settings.REDIS_URL, made.urls["REDIS_URL"]]
    yield process
    process.kill()
    process.wait()


async def rung(channels: list[str]) -> dict[str, bytes]:
    """What is heard, by channel, once all of them are rung; they are rung when all are listened to."""
    listening: set[str] = set()
    heard: dict[str, bytes] = {}

    def hear(channel: str, body: bytes | None) -> None:
        if body is None:
            listening.add(channel)
        else:
            heard[channel] = body

    bells = Bells(lambda: channels, hear)
    listener = asyncio.ensure_future(bells.listen())
    async with asyncio.timeout(10):
        while not listening.issuperset(channels):
            await asyncio.sleep(0.01)
        assert bells.are_heard
        for number, channel in enumerate(channels):  # from threads and from the loop
            if number % 2:
                bells.ring(channel, channel.encode())
            else:
                await asyncio.to_thread(doorbell.publish, channel, channel.encode())
        while len(heard) < len(channels):
            await asyncio.sleep(0.01)
    listener.cancel()
    return heard


def test_each_channel_is_heard_from_its_server(second: Any, settings: Any) -> None:
    assert {bell_server(channel) for channel in CHANNELS} == set(settings.BELL_SERVERS)
    assert asyncio.run(rung(CHANNELS)) == {channel: channel.encode() for channel in CHANNELS}


def test_a_server_that_is_away_does_not_silence_the_other(
    second: subprocess.Popen[bytes], settings: Any
) -> None:
    second.kill()
    second.wait()
    first, other = settings.BELL_SERVERS
    for channel in CHANNELS:
        if bell_server(channel) == other:
            doorbell.publish(channel, b"lost")
    here = next(channel for channel in CHANNELS if bell_server(channel) == first)
    ears = server(first).pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
    ears.subscribe(here)
    while server(first).pubsub_numsub(here) == [(here.encode(), 0)]:
        pass
    doorbell.publish(here, b"heard")
    while (message := ears.get_message(timeout=5)) is None:
        pass
    assert message["data"] == b"heard"
