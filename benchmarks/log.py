"""Many rated matches: their projections made anew and their log verified, by the operators' own commands.

python -m tarneeb_site.launcher exec -- python -m benchmarks.log
"""

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

import django
from rich.progress import Progress

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")
os.environ.setdefault("TARNEEB_RANKED", "cardems")
django.setup()

from django.core.management import call_command  # noqa: E402  once Django's apps are loaded
from django.db.models import Sum  # noqa: E402

from benchmarks.sim.season import Season  # noqa: E402
from games.models import Match  # noqa: E402


class Cost(NamedTuple):
    """Of a command: seconds, and the most memory that it held, in MiB."""

    seconds: float
    mib: float


def measured(name: str) -> Cost:
    """A management command, in a process of its own. It must succeed."""
    began = time.monotonic()
    process = subprocess.Popen([sys.executable, "manage.py", name])
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, f"{name}: {status}"
    return Cost(time.monotonic() - began, usage.ru_maxrss / 1024)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.log", description=__doc__)
    parser.add_argument("--people", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=48)
    chosen = parser.parse_args()
    call_command("migrate", database="owner", verbosity=0)
    began = time.monotonic()
    with Progress() as progress, ProcessPoolExecutor(2, get_context("spawn"), django.setup) as pool:
        task = progress.add_task("season", total=1.0)
        season = Season(chosen.people, chosen.rounds, "log")
        season.play(pool, lambda share: progress.update(task, completed=share))
    matches, events = Match.objects.count(), Match.objects.aggregate(events=Sum("seq"))["events"]
    print(f"{matches} matches, {events} events, played in {time.monotonic() - began:.0f} s")
    for name in ("rebuild_projections", "verify_log"):
        cost = measured(name)
        print(
            f"{name}: {cost.seconds:.1f} s, {events / cost.seconds:.0f} events/s, at most {cost.mib:.0f} MiB"
        )


if __name__ == "__main__":
    main()
