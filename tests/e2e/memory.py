"""What the processes of the product hold, followed over time."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import psutil

from . import victims

EVERY_SECONDS = 5.0
# A process that has just started fills its caches.
WARM_SECONDS = 60.0


class Growth(NamedTuple):
    """Of one process: for how many minutes it was followed, MiB at the end, MiB a minute."""

    name: str
    minutes: float
    mib: float
    slope: float


class Memory:
    """Resident memory of each process, from start to stop."""

    def __init__(self) -> None:
        self._samples: dict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)

    async def follow(self) -> None:
        """For ever."""
        while True:
            now = time.monotonic()
            for name, pid in (await asyncio.to_thread(victims.pids)).items():
                if psutil.pid_exists(pid):
                    self._samples[name, pid].append((now, resident(pid)))
            await asyncio.sleep(EVERY_SECONDS)

    def growth(self) -> Iterator[Growth]:
        """Of each name's process that lived longest, once it was warm."""
        longest: dict[str, list[tuple[float, float]]] = {}
        for (name, _), samples in self._samples.items():
            warm = [each for each in samples if each[0] > samples[0][0] + WARM_SECONDS]
            if len(warm) > len(longest.get(name, ())):
                longest[name] = warm
        for name, warm in sorted(longest.items()):
            if len(warm) > 1:
                times, sizes = zip(*warm, strict=True)
                line = statistics.linear_regression(times, sizes)
                yield Growth(name, (times[-1] - times[0]) / 60, sizes[-1], 60 * line.slope)


def resident(pid: int) -> float:
    """MiB of a process and its children, whatever they share counted once: PostgreSQL's are many."""
    try:
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
        return sum(each.memory_full_info().uss for each in family) / 2**20
    except psutil.NoSuchProcess:
        return 0.0
