"""The end-to-end suite through a proxy before two web processes, which are then restarted while people play.

Run by `make cluster`, inside `exec --serve` with TARNEEB_WEB_PROCESSES=2 and TARNEEB_REPLICA=1.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import psycopg
from rich.console import Console
from rich.table import Table

from . import victims
from .crew import Crew, guests
from .load import Load, LoadTable
from .verdict import judge

TABLES, ROUNDS = 8, 3
REST_SECONDS = 60.0
RESTARTED = 1012
# Of those who are sent away, who may break off otherwise: in the moment of a handshake.
OTHERWISE = 0.1
LAG_BAR_SECONDS = 1.0


class Line(NamedTuple):
    """A line of the table; what is wrong, or nothing."""

    what: str
    found: str
    faults: list[str]


def suite(*options: str) -> Line:
    """The matches of `python -m tests.e2e` with some options."""
    command = [sys.executable, "-m", "tests.e2e", *options]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    print(ran.stdout, end="", flush=True)
    told = ran.stdout.splitlines()[-1]
    return Line(f"e2e {' '.join(options)}", told, [told] if ran.returncode else [])


def rolling_restarts(url: str) -> Line:
    """One web process after the other is told to stop, while people play through the proxy."""
    return asyncio.run(_restart_while_playing(url, [guests(url) for _ in range(TABLES)]))


async def _restart_while_playing(url: str, crews: list[Crew]) -> Line:
    load = Load([url])
    tables = [LoadTable(load, crew.players, "NESW") for crew in crews]
    running = [asyncio.create_task(table.run()) for table in tables]
    webs = sorted(name for name in await asyncio.to_thread(victims.pids) if name.startswith("web"))
    longest = 0.0
    await asyncio.sleep(3)
    for web in webs * ROUNDS:
        for table in tables:
            table.mark()
        since = time.monotonic()
        hit = await asyncio.to_thread(victims.strike, [web], signal.SIGTERM)
        await asyncio.to_thread(victims.await_return, hit)
        await asyncio.to_thread(victims.await_health, victims.web_address(victims.pids()[web]))
        longest = max(longest, *((table.resumed or float("inf")) - since for table in tables))
    load.stopping = True
    await asyncio.wait(running, timeout=REST_SECONDS)
    verdict = await asyncio.to_thread(judge, load, tables, crews[-1])
    others = load.breaks.total() - load.breaks[RESTARTED]
    faults = list(verdict.faults)
    if others > OTHERWISE * load.breaks[RESTARTED]:
        faults.append(f"sockets broke otherwise: {dict(load.breaks)}")
    found = f"{verdict.actions} actions acknowledged, {load.breaks[RESTARTED]} sockets moved on (1012)"
    return Line(
        f"{len(webs) * ROUNDS} restarts, one web at a time", f"{found}, longest pause {longest:.2f} s", faults
    )


def replica(url: str) -> Line:
    """What is played is on the copy soon, and lists read it there."""
    crew, lags = guests(url), []
    for _ in range(20):
        match = str(crew.players[0].client.create("levant-41", {"N": "me"}).ok()["id"])
        began = time.monotonic()
        while match not in _listed(crew):
            if time.monotonic() - began > 10 * LAG_BAR_SECONDS:
                break
        lags.append(time.monotonic() - began)
        crew.players[0].client.call("POST", f"matches/{match}/leave/").ok()
    with psycopg.connect(os.environ["DATABASE_REPLICA_URL"]) as copy:
        follows = copy.execute("SELECT pg_is_in_recovery()").fetchone() == (True,)
    faults = [f"{max(lags):.2f} s behind"] if max(lags) > LAG_BAR_SECONDS else []
    faults += [] if follows else ["it is no copy"]
    return Line("lists from the replica", f"at most {1000 * max(lags):.0f} ms behind", faults)


def _listed(crew: Crew) -> set[str]:
    rows = crew.players[0].client.call("GET", "matches/").ok()["results"]
    return {str(row["id"]) for row in rows}


def lines(url: str) -> Iterator[Line]:
    checks: list[Callable[[], Line]] = [
        lambda: suite("--matches", "1"),
        lambda: suite("--via", "mixed", "--matches", "1"),
        lambda: rolling_restarts(url),
        lambda: replica(url),
    ]
    for check in checks:
        yield check()


def main() -> int:
    """1 if anything failed."""
    url, began = os.environ.get("TARNEEB_URL"), time.monotonic()
    if not url or "DATABASE_REPLICA_URL" not in os.environ:
        print("run it by `make cluster`", file=sys.stderr)
        return 2
    table, faults = Table("through the proxy", "found", ""), list[str]()
    for line in lines(url):
        table.add_row(line.what, line.found, "FAILED" if line.faults else "ok")
        faults += line.faults
    Console(width=130).print(table)
    for fault in faults[:20]:
        print(f"FAILED {fault}")
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
