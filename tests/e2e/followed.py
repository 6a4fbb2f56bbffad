"""What the processes of the product hold and use, followed over time."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import psutil

from . import victims

EVERY_SECONDS = 5.0
# A process that has just started fills its caches.
WARM_SECONDS = 60.0


class Sample(NamedTuple):
    """Of one process and its children: seconds of a clock, MiB, seconds of CPU since it began."""

    at: float
    mib: float
    cpu: float


class Growth(NamedTuple):
    """Of one process: for how many minutes it was followed, MiB at the end, MiB a minute."""

    name: str
    minutes: float
    mib: float
    slope: float


class Followed:
    """Every process of the product, from start to stop."""

    def __init__(self) -> None:
        self._samples: dict[tuple[str, int], list[Sample]] = defaultdict(list)

    async def follow(self) -> None:
        """For ever."""
        while True:
            for name, pid in (await asyncio.to_thread(victims.pids)).items():
                with suppress(psutil.NoSuchProcess):
                    self._samples[name, pid].append(sampled(pid))
            await asyncio.sleep(EVERY_SECONDS)

    def growth(self) -> Iterator[Growth]:
        """Of each name's process that lived longest, once it was warm."""
        longest: dict[str, list[Sample]] = {}
        for (name, _), samples in self._samples.items():
            warm = [sample for sample in samples if sample.at > samples[0].at + WARM_SECONDS]
            if len(warm) > len(longest.get(name, ())):
                longest[name] = warm
        for name, warm in sorted(longest.items()):
            if len(warm) > 1:
                times, sizes = [each.at for each in warm], [each.mib for each in warm]
                slope = 60 * statistics.linear_regression(times, sizes).slope
                yield Growth(name, (times[-1] - times[0]) / 60, sizes[-1], slope)

    def cpu(self) -> dict[str, float]:
        """Seconds of CPU by name while they were followed."""
        used: dict[str, float] = defaultdict(float)
        for (name, _), samples in self._samples.items():
            used[name.partition("-")[0]] += samples[-1].cpu - samples[0].cpu
        return dict(used)


def sampled(pid: int) -> Sample:
    """As it is now; memory that it shares with its children counts once, PostgreSQL's are many."""
    process = psutil.Process(pid)
    children = process.children(recursive=True)
    mib = sum(each.memory_full_info().uss for each in (process, *children)) / 2**20
    own = process.cpu_times()
    cpu = own.user + own.system + own.children_user + own.children_system
    for child in children:
        cpu += child.cpu_times().user + child.cpu_times().system
    return Sample(time.monotonic(), mib, cpu)
