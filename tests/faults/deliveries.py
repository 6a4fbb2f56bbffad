"""Celery's messages delivered three times, by putting two copies of each into its queue."""

from __future__ import annotations

import asyncio
import json
import threading
import uuid
from typing import Any

from tests.e2e import victims
from tests.faults.scene import Outcome, Scene

QUEUES = ("clock", "turns", "default", "analysis")
COPIES = 2
SECONDS, SHORTLY = 8.0, 3.0
AT_LEAST = 6


class Copier(threading.Thread):
    """Watches what is put into the queues, and puts it there again."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.seen: set[str] = set()
        self._stopping = threading.Event()
        self._redis = victims.valkey()

    def run(self) -> None:
        with self._redis.monitor() as monitor:  # type: ignore[no-untyped-call]
            while not self._stopping.is_set():
                if monitor.connection.can_read(0.1):
                    self._look(monitor.next_command()["command"])

    def _look(self, command: str) -> None:
        name, _, rest = command.partition(" ")
        queue, _, text = rest.partition(" ")
        if name != "LPUSH" or queue not in QUEUES:
            return
        message: dict[str, Any] = json.loads(text)
        if message["headers"]["id"] in self.seen:
            return
        self.seen.add(message["headers"]["id"])
        for _ in range(COPIES):
            message["properties"]["delivery_tag"] = str(uuid.uuid4())
            self._redis.lpush(queue, json.dumps(message))

    def stop(self) -> None:
        self._stopping.set()
        self.join()


async def thrice(scene: Scene) -> Outcome:
    """Sweeps, pairings, results and bots' moves, while people and bots play."""
    outcome = Outcome("every task delivered three times", "bots and clock act once")
    copier = Copier()
    async with scene.playing(outcome) as play:
        copier.start()
        await asyncio.sleep(SHORTLY if scene.is_short else SECONDS)
        outcome.seconds += await play.goes_on(play.mark())
        copier.stop()
    outcome.times = len(copier.seen)
    outcome.require(outcome.times >= AT_LEAST, f"only {outcome.times} tasks were seen")
    return outcome
