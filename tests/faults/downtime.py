"""Ten minutes in which nothing ran: all is stopped, and what is stored is made ten minutes older."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from datetime import datetime, timedelta

from tarneeb_site.launcher.paths import CHECKOUT
from tests.e2e import victims
from tests.e2e.client import Json
from tests.faults.scene import Outcome, Scene

AWAY_SECONDS = 600
CLOCK = {"turn_seconds": 20, "bank_seconds": 30}


async def ten_minutes_away(scene: Scene) -> Outcome:
    """A table in the midst of a turn: it is extended, no bank pays for it, and nobody loses their seat."""
    outcome = Outcome("10 minutes of downtime", "open turn extended, bank whole, no forfeit", times=1)
    north, south = scene.crews[-1].players[:2]
    seats = {"N": "me", "S": None, "E": "bot:easy", "W": "bot:easy"}
    created = await asyncio.to_thread(north.client.create, "levant-41", seats, clock=CLOCK)
    match = str(created.ok()["id"])
    (await asyncio.to_thread(south.client.join, match, "S")).ok()
    turn = await _person_on_turn(scene, match)
    async with scene.playing(outcome) as play:
        before = (await asyncio.to_thread(north.client.detail, match)).ok()
        await asyncio.to_thread(victims.product, runs=False)
        make_older = [sys.executable, "-m", "tests.faults.older", str(AWAY_SECONDS), match]
        environment = scene.environment()
        await asyncio.to_thread(subprocess.run, make_older, cwd=CHECKOUT, env=environment, check=True)
        play.mark()
        await asyncio.to_thread(victims.product, runs=True)
        outcome.seconds += await play.goes_on(await asyncio.to_thread(victims.await_health, scene.url))
        events = await asyncio.to_thread(north.client.all_events, match)
        after = (await asyncio.to_thread(north.client.detail, match)).ok()
        outcome.failures += list(_unlike(before, after, events))
        player = {"N": north, "S": south}[turn].client
        legal = (await asyncio.to_thread(player.detail, match)).ok()["now"]["legal"]
        (await asyncio.to_thread(player.act, match, legal[0])).ok()
    return outcome


async def _person_on_turn(scene: Scene, match: str) -> str:
    while True:
        now = (await asyncio.to_thread(scene.crews[-1].anonymous.detail, match)).ok()["now"]
        if now["turn"] in ("N", "S"):
            return str(now["turn"])
        await asyncio.sleep(0.05)


def _unlike(before: Json, after: Json, events: list[Json]) -> list[str]:
    """What has become of the open turn."""
    found, new = [], events[before["seq"] :]
    if [event["type"] for event in new] != ["clock_extended"]:
        found.append(f"after the downtime came {[event['type'] for event in new]}")
    elif _time(after["now"]["deadline"]) < _time(new[0]["at"]) + timedelta(seconds=CLOCK["turn_seconds"]):
        found.append(f"extended only to {after['now']['deadline']}, at {new[0]['at']}")
    if after["now"]["bank"] != before["now"]["bank"] or after["now"]["turn"] != before["now"]["turn"]:
        found.append(f"turn and banks were {before['now']}, are {after['now']}")
    return found


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)
