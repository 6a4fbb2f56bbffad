"""Fault after fault, and a table of what came of each.

`--only NAME…` for some, `--short` for the quick ones, once each. Needs the
 product that `launcher exec --serve --durable` runs.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import replace

from tests.e2e import victims
from tests.e2e.crew import Crew, guests
from tests.faults import (
    backup,
    commits,
    crowd,
    deliveries,
    disk,
    downtime,
    processes,
    readers,
    servers,
    versions,
)
from tests.faults.report import print_table
from tests.faults.scene import Outcome, Scene

Phase = Callable[[Scene], Awaitable[Outcome]]
CREWS = 5
# These leave the product's web process and Valkey alone, so that others can wait beside them.
QUIET: dict[str, Phase] = {
    "commits": commits.web_at_commit,
    "bots": processes.bots_killed_at_work,
    "late": processes.bots_act_late,
    "beats": processes.two_beats,
    "thrice": deliveries.thrice,
}
# And these wait.
WAITING: dict[str, Phase] = {"slow": readers.slow_reader, "half-open": readers.half_open}
PHASES: dict[str, Phase] = {
    **QUIET,
    **WAITING,
    "webs": processes.webs_killed,
    "workers": processes.workers_killed,
    "valkey": servers.valkey_down,
    "flushed": servers.valkey_emptied,
    "postgres": servers.postgres_restarted,
    "pool": servers.pool_exhausted,
    "connections": servers.connections_taken,
    "crowd": crowd.reconnecting,
    "versions": versions.rolling_restart,
    "all": processes.all_killed,
    "disk": disk.disk_full,
    "downtime": downtime.ten_minutes_away,
    "backup": backup.restored,
}
SHORT = ("commits", "bots", "thrice", "valkey", "flushed", "postgres", "crowd")


async def meet(name: str, phase: Phase, scene: Scene) -> Outcome:
    """One phase with people of its own; what goes wrong is a failure of this one, and the next follows."""
    began = time.monotonic()
    try:
        crews = await asyncio.to_thread(_people, scene.url)
        outcome = await phase(replace(scene, crews=crews))
    except Exception as error:
        outcome = Outcome(name, "", failures=[f"{type(error).__name__}: {error}"])
        traceback.print_exc()
    print(f"{name}: {time.monotonic() - began:.1f} s", *outcome.notes, sep="; ", flush=True)
    return outcome


def _people(url: str) -> list[Crew]:
    """Nobody plays at so many tables at once as there are phases."""
    victims.await_health(url)
    return [guests(url) for _ in range(CREWS)]


async def run(names: list[str], scene: Scene) -> list[Outcome]:
    """All that are named, one after the other but for those that mostly wait."""
    quiet = [name for name in names if name in QUIET]
    beside = [name for name in names if name in WAITING]
    waiting = [asyncio.create_task(meet(name, PHASES[name], scene)) for name in beside]
    outcomes = [await meet(name, PHASES[name], scene) for name in quiet]
    outcomes += [await task for task in waiting]
    return outcomes + [
        await meet(name, PHASES[name], scene) for name in names if name not in [*quiet, *beside]
    ]


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=PHASES, metavar="PHASE", help=", ".join(PHASES))
    parser.add_argument("--short", action="store_true", help="the quick ones, once each")
    parser.add_argument("--old", default="HEAD^", help="the version from which a rolling restart comes")
    return parser.parse_args()


def main() -> int:
    """1 if anything was lost, late, or otherwise than it must be."""
    url, chosen, began = os.environ.get("TARNEEB_URL"), options(), time.monotonic()
    if not url or "TARNEEB_VAR" not in os.environ:
        print("run it by `launcher exec --serve --durable`", file=sys.stderr)
        return 2
    scene = Scene(url, [], chosen.short, chosen.old)
    names = chosen.only or list(SHORT if chosen.short else PHASES)
    outcomes = asyncio.run(run(names, scene))
    is_well = print_table(outcomes)
    print(f"{time.monotonic() - began:.0f} s")
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
