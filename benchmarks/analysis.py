"""The analysis worker: a match's time, memory over many matches, and whether turns and clocks wait for it.

`python -m tarneeb_site.launcher exec --serve -- python -m benchmarks.analysis [match] [row] [turns]`
"""

import argparse
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from statistics import median
from typing import Any

import psutil
import psycopg

from games.codec import parse_rfc3339
from tarneeb_site.launcher.paths import var_directory
from tarneeb_site.launcher.supervision import processes
from tests.e2e.client import Client, Json
from tests.e2e.crew import hire, register

BOTS = dict.fromkeys("NESW", "bot:easy")
DEALS, BAR_SECONDS, BAR_MIB = 15, 60, 300
# Until as many deals have been scored at least: a deal brings 16 points at most, and a side seven or so.
LONG = {"target": 90}
EXPIRING = {"turn_seconds": 1, "bank_seconds": 0}
TABLES, MOVES, CLOCKED = 6, 40, 4
MIB = 1 << 20


def new_match(client: Client, ruleset: str | Json) -> str:
    """A match that four bots have played."""
    match = str(client.create(ruleset, BOTS).ok()["id"])
    while client.detail(match).ok()["status"] != "finished":
        time.sleep(0.1)
    return match


def analysed(client: Client, match: str) -> Json:
    """Its analysis, once it is there."""
    client.call("POST", f"matches/{match}/analysis/").ok()
    while (body := client.call("GET", f"matches/{match}/analysis/").ok())["status"] != "done":
        assert body["status"] != "failed", body["why"]
        time.sleep(0.2)
    return body


def worker() -> psutil.Process:
    return psutil.Process(processes(var_directory())["analysis-1"])


def family() -> list[psutil.Process]:
    """The worker and its solver."""
    one = worker()
    return [one, *one.children(recursive=True)]


def cpu_seconds() -> float:
    return sum(sum(process.cpu_times()[:2]) for process in family())


def mib() -> float:
    total = 0
    for process in family():
        with suppress(psutil.NoSuchProcess):  # a solver that has just been killed
            total += process.memory_info().rss
    return total / MIB


@contextmanager
def watching(figure: Callable[[], float], pause: float) -> Iterator[list[float]]:
    """The greatest that a figure gets to meanwhile, as the one item of a list."""
    most, over = [0.0], threading.Event()

    def watch() -> None:
        while not over.wait(pause):
            most[0] = max(most[0], figure())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield most
    finally:
        over.set()
        watcher.join()


def measure_match(client: Client, _: argparse.Namespace) -> None:
    """One long match, told as one of 15 deals."""
    match = new_match(client, LONG)
    analysed(client, new_match(client, {"target": 10}))  # the worker and its solver have started
    before, began = cpu_seconds(), time.monotonic()
    body = analysed(client, match)
    share = DEALS / body["of"]
    spent, passed = share * (cpu_seconds() - before), share * (time.monotonic() - began)
    print(f"{body['of']} deals with {body['layouts']} layouts a card; told for {DEALS}:")
    print(f"{spent:.1f} s of a core, {passed:.1f} s by the clock of this machine (bar {BAR_SECONDS})")


def measure_row(client: Client, options: argparse.Namespace) -> None:
    """Match after match, and the most that worker and solver held at one time."""
    deals, began = 0, time.monotonic()
    with watching(mib, pause=0.1) as most:
        for number in range(1, options.matches + 1):
            deals += analysed(client, new_match(client, {"target": options.target}))["of"]
            if number in (1, options.matches) or number % 10 == 0:
                print(f"after {number} matches: {mib():.0f} MiB, at most {most[0]:.0f}", flush=True)
    print(f"{options.matches} matches, {deals} deals in {time.monotonic() - began:.0f} s: "
          f"at most {most[0]:.0f} MiB with the solver (bar {BAR_MIB})")  # fmt: skip


def measure_turns(client: Client, _: argparse.Namespace) -> None:
    """Bots' answers and expired turns without an analysis, and while four matches are analysed."""
    matches = [new_match(client, LONG) for _ in range(4)]
    print(f"without an analysis: {_punctuality()}", flush=True)
    for match in matches:
        client.call("POST", f"matches/{match}/analysis/").ok()
    print(f"while four matches are analysed: {_punctuality()}")
    status = [client.call("GET", f"matches/{match}/analysis/").ok() for match in matches]
    print("deals analysed meanwhile: " + ", ".join(f"{each['done']} of {each['of']}" for each in status))
    assert any(each["status"] != "done" for each in status), "they were done too soon to tell"


def _punctuality() -> str:
    url = os.environ["TARNEEB_URL"]
    crews = [hire(url).players for _ in range(CLOCKED)]
    people = [register(url).client for _ in range(TABLES)]
    with watching(_heartbeat_age, pause=0.05) as oldest:
        clocked = [_table_of(crew) for crew in crews]
        answers: list[list[float]] = [[] for _ in people]
        playing = [
            threading.Thread(target=_play, args=(client, waits))
            for client, waits in zip(people, answers, strict=True)
        ]
        for thread in playing:
            thread.start()
        for thread in playing:
            thread.join()
        expired = [late for client, match in clocked for late in _expiries(client, match)]
    waits = sorted(wait for each in answers for wait in each)
    assert waits and expired
    p99 = waits[int(0.99 * len(waits))]
    return (
        f"{len(waits)} bots answered in {median(waits):.0f} ms, p99 {p99:.0f}, at most {waits[-1]:.0f}; "
        f"{len(expired)} expired turns ended up to {max(expired):.0f} ms late; "
        f"sweeps at most {1000 * oldest[0]:.0f} ms apart"
    )


def _heartbeat_age() -> float:
    """Seconds since the last sweep began."""
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        sql = "SELECT extract(epoch FROM clock_timestamp() - at) FROM games_heartbeat WHERE name = 'sweep'"
        row = connection.execute(sql).fetchone()
    return float(row[0]) if row else 0.0


def _table_of(crew: Any) -> tuple[Client, str]:
    """A table of four who never act."""
    host = crew[0].client
    match = str(host.create("levant-41", {"N": "me"}, clock=EXPIRING).ok()["id"])
    for person, seat in zip(crew[1:], "ESW", strict=True):
        person.client.join(match, seat).ok()
    return host, match


def _expiries(client: Client, match: str) -> Iterator[float]:
    """By how many milliseconds each expired turn outlived its second."""
    events = client.all_events(match)
    for before, event in pairwise(events):
        if event["type"] == "turn_expired":
            yield _between(before, event) - 1000 * EXPIRING["turn_seconds"]


def _play(client: Client, waits: list[float]) -> None:
    """A person's moves, and how long after each the bot behind it has acted, in milliseconds."""
    match = str(client.create({"target": 1000}, BOTS | {"N": "me"}).ok()["id"])
    for _ in range(MOVES):
        while not (legal := client.detail(match).ok()["now"]["legal"]):
            time.sleep(0.1)
        done = client.act(match, legal[0]).ok()
        while not (after := client.events(match, done["seq"]).ok()["events"]):
            if client.detail(match).ok()["now"]["legal"]:
                break  # the person's turn again: nobody was to answer
            time.sleep(0.05)
        else:
            waits.append(_between(done["events"][-1], after[0]))


def _between(before: Json, after: Json) -> float:
    return parse_rfc3339(after["at"]) - parse_rfc3339(before["at"])


CELLS: dict[str, Callable[[Client, argparse.Namespace], None]] = {
    "match": measure_match,
    "row": measure_row,
    "turns": measure_turns,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cells", nargs="*", choices=CELLS, default=list(CELLS))
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--target", type=int, default=31, help="of the matches in a row")
    options = parser.parse_args()
    client = register(os.environ["TARNEEB_URL"]).client
    for cell in options.cells:
        CELLS[cell](client, options)


if __name__ == "__main__":
    main()
