"""Where a fault happens: the served product, the people who play there, and what came of it."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.e2e import victims
from tests.e2e.crew import Crew
from tests.e2e.load import Load, LoadTable
from tests.e2e.verdict import Verdict, judge

PATIENCE_SECONDS = 60.0
BETWEEN_SECONDS = 0.5
MEDIAN_BAR, MAX_BAR = 5.0, 10.0


@dataclass
class Outcome:
    """A line of the table: `seconds` are those until play went on, `failures` what else is wrong."""

    fault: str
    checked: str
    times: int = 0
    seconds: list[float] = field(default_factory=list)
    verdict: Verdict = field(default_factory=Verdict)
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    median_bar: float = MEDIAN_BAR
    max_bar: float = MAX_BAR

    def require(self, holds: bool, otherwise: str) -> None:
        """Note a failure unless something holds."""
        if not holds:
            self.failures.append(otherwise)


@dataclass
class Play:
    """Tables under load."""

    load: Load
    tables: list[LoadTable]

    def mark(self) -> float:
        """This moment: `goes_on` is about what is sent after it."""
        for table in self.tables:
            table.mark()
        return time.monotonic()

    async def goes_on(self, since: float, among: Sequence[LoadTable] = ()) -> list[float]:
        """Seconds from a moment until each table, or each of some, has accepted what was sent since."""
        tables = among or self.tables
        deadline = time.monotonic() + PATIENCE_SECONDS
        while any(table.resumed is None for table in tables) and time.monotonic() < deadline:
            await asyncio.sleep(0.005)
        return [max(0.0, (table.resumed or float("inf")) - since) for table in tables]


@dataclass
class Scene:
    """The product at `url`, and those who play there; a short run does each thing once."""

    url: str
    crews: list[Crew]
    is_short: bool = False
    old: str = "HEAD^"

    def times(self, number: int) -> int:
        return 1 if self.is_short else number

    @asynccontextmanager
    async def playing(
        self, outcome: Outcome, urls: list[str] | None = None, people: int = 3, bots: str | None = "easy"
    ) -> AsyncIterator[Play]:
        """So many tables of four people, and one with bots, play on; afterwards everything is judged."""
        load = Load(urls or [self.url])
        tables = [LoadTable(load, crew.players, "NESW") for crew in self.crews[:people]]
        if bots:
            tables.append(LoadTable(load, self.crews[people].players, "NS", bots))
        running = [asyncio.create_task(table.run()) for table in tables]
        play = Play(load, tables)
        try:
            await play.goes_on(play.mark())
            yield play
            load.stopping = True
            ended, pending = await asyncio.wait(running, timeout=PATIENCE_SECONDS)
            outcome.failures += [f"a table: {task.exception()!r}" for task in ended if task.exception()]
            outcome.failures += ["a table did not come to rest"] * len(pending)
        finally:
            for task in running:
                task.cancel()
        outcome.verdict = await asyncio.to_thread(judge, load, tables, self.crews[-1])
        outcome.notes += [f"answered meanwhile: {dict(load.errors)}"] if load.errors else []

    def environment(self) -> dict[str, str]:
        """For a process of our own on the same servers."""
        urls = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SECRET_KEY")
        return {**os.environ, **{name: victims.address(name) for name in urls}}
