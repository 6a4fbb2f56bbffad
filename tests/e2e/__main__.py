"""Plays matches of every preset against a running server: `TARNEEB_URL=http://… python -m tests.e2e`."""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from queue import Queue

from .aftermath import check_aftermath
from .contest import AT_SOCKETS, Contest
from .crew import Crew, hire
from .presets import PRESETS
from .promises import kept

PEOPLE = (1, 2, 3, 4)


def play_one(crews: Queue[Crew], task: tuple[str, int], chosen: argparse.Namespace) -> bool:
    """The nth match of a preset, from opening to aftermath, reported in a line."""
    crew, began, (preset, number) = crews.get(), time.monotonic(), task
    people = PEOPLE[number % len(PEOPLE)] if chosen.via == "http" else len(PEOPLE)
    rng = random.Random(f"{chosen.seed}:{preset}:{number}")
    contest = Contest(crew, preset, people, rng, chosen.limit, chosen.via)
    try:
        contest.open()
        contest.play()
        table = check_aftermath(contest)
        told = f"{table.current.number:4} deals {table.head:5} events {time.monotonic() - began:6.1f} s  ok"
        passed = True
    except Exception as error:  # whatever goes wrong is a failed match, not the end of the run
        frame = traceback.extract_tb(error.__traceback__)[-1]
        told = f" FAILED {contest.match} {type(error).__name__}: {error} ({frame.name}:{frame.lineno})"
        passed = False
    finally:
        contest.close()
        crews.put(crew)
    print(f"{preset:17} {people} people {told}", flush=True)
    return passed


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e", description=__doc__)
    parser.add_argument("--presets", nargs="+", choices=PRESETS, default=list(PRESETS), metavar="PRESET")
    parser.add_argument("--matches", type=int, default=5, help="of each preset")
    parser.add_argument("--concurrency", type=int, default=6)
    parser.add_argument("--via", choices=AT_SOCKETS, default="http", help="how the people play and watch")
    parser.add_argument("--seed", default=str(random.randrange(10**6)))
    parser.add_argument("--limit", type=float, default=400, help="seconds for one match")
    return parser.parse_args()


def main() -> int:
    """Play them all; 1 if any failed."""
    chosen, url = options(), os.environ.get("TARNEEB_URL")
    if not url:
        print("TARNEEB_URL must name a running server", file=sys.stderr)
        return 2
    print(f"seed {chosen.seed}", flush=True)
    crews: Queue[Crew] = Queue()
    for _ in range(chosen.concurrency):
        crews.put(hire(url))
    tasks = [(preset, number) for number in range(chosen.matches) for preset in chosen.presets]
    with ThreadPoolExecutor(chosen.concurrency) as pool:
        results = list(pool.map(lambda task: play_one(crews, task, chosen), tasks))
    well, broken = kept(crews.get()) if chosen.via == "http" else (0, 0)
    passed, failed = sum(results) + well, len(results) - sum(results) + broken
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
