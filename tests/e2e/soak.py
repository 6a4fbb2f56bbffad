"""Many tables at human pace for a while, and now and then something is killed: `make soak`.

What must hold: no acknowledged action is lost or stored twice, no frame shows a card that is not its reader's
to see, turns that run out end in time, and nothing's memory grows.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import pairwise

import psycopg
from rich.console import Console
from rich.table import Table

from . import victims
from .client import Json
from .crew import Crew, guests
from .followed import Followed
from .load import Load, LoadTable
from .verdict import judge

# Of the tables: where nobody acts, so that turns run out; where bots have two seats.
ASLEEP, WITH_BOTS = 0.05, 0.2
TURN_SECONDS = 10
# Seconds between two kills, at least and at most.
KILLS = (20.0, 40.0)
# The first is left alone in the second half, so that its memory can be followed for long.
VICTIMS = ("web", "clock-1", "clock-2", "turns-1", "turns-2", "default-1", "beat-1", "beat-2")
LATE_BAR_SECONDS, GROWTH_BAR = 2.0, 1.0
REST_SECONDS = 90.0


def seated(load: Load, crews: list[Crew]) -> list[LoadTable]:
    """A table for each crew, by the shares above."""
    asleep, with_bots = (round(share * len(crews)) for share in (ASLEEP, WITH_BOTS))
    tables = [LoadTable(load, crew.players, "NESW", turn_seconds=TURN_SECONDS) for crew in crews[:asleep]]
    tables += [LoadTable(load, crew.players, "NS") for crew in crews[asleep : asleep + with_bots]]
    return tables + [LoadTable(load, crew.players, "NESW") for crew in crews[asleep + with_bots :]]


async def kill_now_and_then(seconds: float) -> list[str]:
    """Whom it has hit, in order."""
    began, killed = time.monotonic(), list[str]()
    while (left := began + seconds - time.monotonic()) > KILLS[1]:
        await asyncio.sleep(random.uniform(*KILLS))
        name = random.choice(VICTIMS if left > seconds / 2 else VICTIMS[1:])
        hit = await asyncio.to_thread(victims.strike, [name])
        await asyncio.to_thread(victims.await_return, hit)
        killed.append(name)
        print(f"{time.monotonic() - began:5.0f} s: killed {name}", flush=True)
    await asyncio.sleep(max(0.0, began + seconds - time.monotonic()))
    return killed


def latenesses(tables: list[LoadTable], crew: Crew) -> Iterator[float]:
    """Of every turn that ran out where nobody acted."""
    for table in tables:
        if not table.acts:
            for match in table.players[0].streams:
                yield from lateness(crew.anonymous.all_events(match))


def lateness(log: list[Json]) -> Iterator[float]:
    """By how many seconds each turn that ran out ended behind its time."""
    for before, event in pairwise(log):
        if event["type"] == "turn_expired":
            yield _end_of_turn(event) - _deadline(before)


def _end_of_turn(expired: Json) -> float:
    return datetime.fromisoformat(expired["at"]).timestamp()


def _deadline(before: Json) -> float:
    """Of the turn that began with an event, or was extended by it."""
    if before["type"] == "clock_extended":
        return datetime.fromisoformat(before["data"]["deadline"]).timestamp()
    return datetime.fromisoformat(before["at"]).timestamp() + TURN_SECONDS


async def soak(load: Load, tables: list[LoadTable], seconds: float) -> tuple[list[str], Followed, list[str]]:
    """Whom it has killed, what was used meanwhile, and which tables did not come to rest."""
    followed = Followed()
    following = asyncio.create_task(followed.follow())
    running = [asyncio.create_task(table.run()) for table in tables]
    killed = await kill_now_and_then(seconds)
    following.cancel()
    load.stopping = True
    ended, pending = await asyncio.wait(running, timeout=REST_SECONDS)
    faults = [f"a table: {task.exception()!r}" for task in ended if task.exception()]
    return killed, followed, faults + ["a table did not come to rest"] * len(pending)


def verified() -> list[str]:
    """What `verify_log` finds."""
    found = subprocess.run([sys.executable, "manage.py", "verify_log", "-v0"], capture_output=True, text=True)
    print(found.stdout.strip())
    return found.stderr.splitlines() if found.returncode else []


def written() -> int:
    """Bytes of PostgreSQL's write-ahead log so far."""
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        found = connection.execute("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn").fetchone()
    assert found
    return int(found[0])


def tell_cost(load: Load, followed: Followed, wal: int, table_hours: float) -> None:
    """What a table that is played at for an hour uses."""
    cpu = {name: seconds / table_hours for name, seconds in followed.cpu().items()}
    parts = ", ".join(f"{name} {seconds:.2f}" for name, seconds in sorted(cpu.items()) if seconds > 0.005)
    actions, mib = len(load.acked) / table_hours, wal / table_hours / 2**20
    print(
        f"a table-hour: {actions:.0f} actions of people, {sum(cpu.values()):.2f} s of CPU ({parts}), "
        f"{mib:.2f} MiB of write-ahead log"
    )


def grown(followed: Followed) -> Iterator[str]:
    """Print the slopes; those that miss the bar."""
    table = Table("process", "minutes", "MiB", "MiB a minute")
    for name, minutes, mib, slope in followed.growth():
        table.add_row(name, f"{minutes:.1f}", f"{mib:.0f}", f"{slope:+.2f}")
        if slope > GROWTH_BAR:
            yield f"{name} grew by {slope:.2f} MiB a minute"
    Console(width=80).print(table)


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds that people think, about")
    return parser.parse_args()


def main() -> int:
    """1 if anything was lost, leaked, late or grew."""
    chosen, url = options(), os.environ.get("TARNEEB_URL")
    if not url or "TARNEEB_VAR" not in os.environ:
        print("run it by `launcher exec --serve --durable`", file=sys.stderr)
        return 2
    with ThreadPoolExecutor(8) as pool:
        crews = list(pool.map(lambda _: guests(url), range(chosen.tables)))
    load = Load([url], pace=chosen.pace)
    tables = seated(load, crews)
    wal, began = written(), time.monotonic()
    killed, followed, faults = asyncio.run(soak(load, tables, 60 * chosen.minutes))
    tell_cost(load, followed, written() - wal, chosen.tables * (time.monotonic() - began) / 3600)
    verdict = judge(load, tables, crews[-1])
    late = list(latenesses(tables, crews[-1]))
    faults += [*verdict.faults, *verified(), *grown(followed)]
    faults += [f"a turn ended {max(late):.1f} s late"] if max(late) > LATE_BAR_SECONDS else []
    print(
        f"{verdict.matches} matches, {verdict.events} events, {verdict.actions} acknowledged actions; "
        f"{len(killed)} kills, sockets broke {dict(load.breaks)}, errors {dict(load.errors)}"
    )
    print(
        f"{len(verdict.lost)} lost, {len(verdict.doubled)} stored twice, "
        f"{len(verdict.diverged)} told otherwise or leaked"
    )
    print(f"{len(late)} turns ran out, at most {max(late):.2f} s late")
    for fault in faults[:20]:
        print(f"FAILED {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
