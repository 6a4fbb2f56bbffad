"""Five hundred sockets that lose their server in one moment, and come back in the next."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.e2e import victims
from tests.e2e.client import Json
from tests.e2e.crew import Person
from tests.e2e.load import AGAIN_SECONDS, CLOCK
from tests.faults.scene import PATIENCE_SECONDS, Outcome, Scene

SOCKETS, FEW = 500, 50
TABLES = 20
BACK_BAR = 20.0


@dataclass
class Visitor:
    """One socket at a match, kept open; `back_at` is when it was told where the match stands, last."""

    person: Person | None
    address: str
    events: list[Json] = field(default_factory=list)
    back_at: float = 0.0

    async def stay(self) -> None:
        """For ever."""
        headers = {"Authorization": self.person.client.http.headers["Authorization"]} if self.person else {}
        while True:
            try:
                address = f"{self.address}?after={len(self.events)}"
                async with connect(address, additional_headers=headers, open_timeout=20) as line:
                    async for text in line:
                        self._hear(json.loads(text))
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(AGAIN_SECONDS)

    def _hear(self, body: Json) -> None:
        if body["type"] == "events":
            self.events += body["events"]
            self.back_at = time.monotonic()


async def reconnecting(scene: Scene) -> Outcome:
    """Half of them are signed in. At their tables nothing happens until all are back; others play on."""
    number = FEW if scene.is_short else SOCKETS
    outcome = Outcome(
        f"{number} clients reconnect at once", "all back by `after`; each hears the next move", times=1
    )
    outcome.median_bar = outcome.max_bar = BACK_BAR
    hosts = scene.crews[-1].players
    tables = await asyncio.to_thread(lambda: [_quiet_table(hosts[n % 4]) for n in range(TABLES)])
    base = f"{scene.url.replace('http', 'ws', 1)}/ws/v1/matches"
    visitors = [
        Visitor(hosts[n % 4] if n % 2 else None, f"{base}/{tables[n % TABLES]}/") for n in range(number)
    ]
    staying = [asyncio.create_task(visitor.stay()) for visitor in visitors]
    try:
        await _all_back(visitors, 0.0)
        async with scene.playing(outcome, people=2) as play:
            await asyncio.to_thread(victims.strike, ["web"])
            since = play.mark()
            outcome.seconds += await _all_back(visitors, since)
            outcome.seconds += await play.goes_on(since)
        moved = time.monotonic()
        await asyncio.to_thread(_move_all, hosts, tables)
        outcome.notes.append(f"a move is heard by all after {max(await _all_back(visitors, moved)):.2f} s")
    finally:
        for task in staying:
            task.cancel()
    outcome.verdict.diverged += await asyncio.to_thread(_diverged, scene, tables, visitors)
    return outcome


def _quiet_table(host: Person) -> str:
    """It is the host's turn, and nothing happens."""
    seats = dict.fromkeys("ESW", "bot:easy") | {"N": "me"}
    match = str(host.client.create("levant-41", seats, clock=CLOCK).ok()["id"])
    while not host.client.detail(match).ok()["now"]["legal"]:
        time.sleep(0.02)
    return match


def _move_all(hosts: list[Person], tables: list[str]) -> None:
    for number, match in enumerate(tables):
        client = hosts[number % 4].client
        client.act(match, client.detail(match).ok()["now"]["legal"][0]).ok()


async def _all_back(visitors: list[Visitor], since: float) -> list[float]:
    """Seconds from a moment until each was told something anew."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any(visitor.back_at <= since for visitor in visitors) and time.monotonic() < deadline:
        await asyncio.sleep(0.02)
    return [visitor.back_at - since if visitor.back_at > since else float("inf") for visitor in visitors]


def _diverged(scene: Scene, tables: list[str], visitors: list[Visitor]) -> list[str]:
    """What a visitor was told against the log as they may read it."""
    found, logs = [], dict[tuple[str, str], list[Json]]()
    for number, visitor in enumerate(visitors):
        reader = visitor.person.client if visitor.person else scene.crews[-1].anonymous
        key = (visitor.address, visitor.person.name if visitor.person else "")
        if key not in logs:
            logs[key] = reader.all_events(tables[number % TABLES])
        if visitor.events != logs[key][: len(visitor.events)]:
            found.append(f"a visitor of {visitor.address} was told other events than those of the log")
    return found
