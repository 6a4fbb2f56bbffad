"""Kills what serves while people play, and counts what was lost. Run inside `exec --serve --durable`."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import sys
import time

from . import victims
from .crew import Crew, hire
from .load import Load, LoadTable
from .verdict import Verdict, judge

MEDIAN_BAR, MAX_BAR = 5.0, 10.0
STOPPED_SECONDS = 20.0
PATIENCE_SECONDS = 60.0
BETWEEN_SECONDS = 0.5

Faults = list[str]


async def resumed(tables: list[LoadTable], since: float) -> list[float]:
    """Seconds from a moment until each table has accepted an action sent after its mark."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any(table.resumed is None for table in tables):
        if time.monotonic() > deadline:
            break
        await asyncio.sleep(0.005)
    return [max(0.0, (table.resumed or float("inf")) - since) for table in tables]


def report(what: str, seconds: list[float], judged: bool = True) -> Faults:
    """Print the times; what misses the bar."""
    median, longest = statistics.median(seconds or [float("inf")]), max(seconds, default=float("inf"))
    print(f"{what:37} {len(seconds):4} times  median {median:6.3f} s  max {longest:6.3f} s", flush=True)
    late = judged and (median > MEDIAN_BAR or longest > MAX_BAR)
    return [f"{what}: median {median:.1f} s, max {longest:.1f} s"] if late else []


async def kill(tables: list[LoadTable], names: list[str]) -> tuple[float, dict[str, int]]:
    """Take some processes away; the moment of it."""
    hit = await asyncio.to_thread(victims.strike, names)
    for table in tables:
        table.mark()
    return time.monotonic(), hit


async def killed(tables: list[LoadTable], what: str, names: list[str], times: int) -> Faults:
    """Kill -9, again and again, once everything has come back."""
    seconds: list[float] = []
    for _ in range(times):
        since, hit = await kill(tables, names)
        seconds += await resumed(tables, since)
        await asyncio.to_thread(victims.await_return, hit)
        await asyncio.sleep(BETWEEN_SECONDS)
    return report(f"kill -9 {what}", seconds)


async def solvers_killed(with_bots: list[LoadTable], times: int) -> Faults:
    """In the midst of a bot's decision: its seat plays all the same."""
    seconds: list[float] = []
    for _ in range(times):
        await asyncio.to_thread(victims.strike_thinking_solver)
        since = time.monotonic()
        for table in with_bots:
            table.mark()
        seconds += await resumed(with_bots, since)
    return report("kill -9 a solver at work", seconds)


async def killed_all(tables: list[LoadTable], url: str, times: int) -> Faults:
    """Everything at once, the servers of data too: counted from the first good answer of /health/."""
    seconds: list[float] = []
    outages: list[float] = []
    for _ in range(times):
        everything = list(await asyncio.to_thread(victims.pids))
        since, hit = await kill(tables, everything)
        await asyncio.to_thread(victims.await_return, hit)
        well = await asyncio.to_thread(victims.await_health, url)
        outages.append(well - since)
        seconds += await resumed(tables, well)
        await asyncio.sleep(BETWEEN_SECONDS)
    report("  from the kill to /health/ 200", outages, judged=False)
    return report("kill -9 all, from /health/ 200", seconds)


async def valkey_away(load: Load, tables: list[LoadTable], crew: Crew) -> Faults:
    """Stopped, so that it hangs rather than refuses; then killed, restarted and emptied."""
    before = len(load.acked)
    hit = await asyncio.to_thread(victims.strike, ["valkey"], signal.SIGSTOP)
    asked = await asyncio.to_thread(play_by_requests, crew, STOPPED_SECONDS)
    during = len(load.acked) - before
    for table in tables:
        table.mark()
    await asyncio.to_thread(victims.strike, ["valkey"])
    await asyncio.to_thread(victims.await_return, hit)
    await asyncio.to_thread(victims.flush_valkey)
    faults = report("Valkey flushed, from its return", await resumed(tables, time.monotonic()))
    print(f"  {during} actions acknowledged at sockets in the {STOPPED_SECONDS:.0f} s without Valkey")
    report("  requests without Valkey", asked, judged=False)
    return faults + ([] if asked else ["no request was answered without Valkey"])


def play_by_requests(crew: Crew, seconds: float) -> list[float]:
    """A match over REST for so long: what each accepted action took."""
    end, taken = time.monotonic() + seconds, []
    players = dict(zip("NESW", crew.players, strict=True))
    match = str(players["N"].client.create("levant-41", {"N": "me"}).ok()["id"])
    for seat in "ESW":
        players[seat].client.join(match, seat).ok()
    while time.monotonic() < end:
        turn = players["N"].client.detail(match).ok()["now"]["turn"]
        client = players[turn].client
        action = client.detail(match).ok()["now"]["legal"][-1]
        began = time.monotonic()
        client.act(match, action).ok()
        taken.append(time.monotonic() - began)
    return taken


async def postgres_restarted(load: Load, tables: list[LoadTable], times: int) -> Faults:
    """Shut down fast, and killed, in turn: counted from when it answers again."""
    before = load.errors.copy()
    seconds: list[float] = []
    outages: list[float] = []
    for number in range(times):
        how = signal.SIGINT if number % 2 else signal.SIGKILL
        hit = await asyncio.to_thread(victims.strike, ["postgres"], how)
        since = time.monotonic()
        for table in tables:
            table.mark()
        await asyncio.to_thread(victims.await_return, hit)
        back = await asyncio.to_thread(victims.await_postgres)
        outages.append(back - since)
        seconds += await resumed(tables, back)
        await asyncio.sleep(BETWEEN_SECONDS)
    report("  PostgreSQL's own outage", outages, judged=False)
    faults = report("PostgreSQL restarted, from its return", seconds)
    print(f"  answered meanwhile: {dict(load.errors - before)}")
    return faults


async def run(chosen: argparse.Namespace, url: str) -> tuple[Faults, Verdict]:
    """Load, faults, and the verdict once everything has settled."""
    load, crews = Load(url), [hire(url) for _ in range(chosen.tables + 2)]
    seats = ["NESW"] * chosen.tables + ["NS"]  # the last with bots, whom the workers play
    tables = [LoadTable(load, crew.players, where) for crew, where in zip(crews, seats, strict=False)]
    running = [asyncio.create_task(table.run()) for table in tables]
    web = [name for name in victims.pids() if name.startswith("web")]
    single = [("web", web), *((name, [name]) for name in (*victims.WORKERS, "beat"))]
    faults: Faults = []
    await asyncio.sleep(2)
    for what, names in single:
        if what in chosen.only or what.split("-")[0] in chosen.only:
            faults += await killed(tables, what, names, chosen.times)
    if "solver" in chosen.only:
        faults += await solvers_killed(tables[-1:], chosen.times)
    if "valkey" in chosen.only:
        faults += await valkey_away(load, tables, crews[-1])
    if "postgres" in chosen.only:
        faults += await postgres_restarted(load, tables, max(2, chosen.times // 4))
    if "all" in chosen.only:
        faults += await killed_all(tables, url, chosen.times)
    load.stopping = True
    ended, pending = await asyncio.wait(running, timeout=PATIENCE_SECONDS)
    faults += [f"a table: {task.exception()!r}" for task in ended if task.exception()]
    faults += ["a table did not come to rest"] * len(pending)
    print(f"sockets broke {load.breaks} times, missed frames {load.missed} times, errors {dict(load.errors)}")
    return faults, await asyncio.to_thread(judge, load, tables, crews[-1])


def options() -> argparse.Namespace:
    """The command line."""
    phases = ["web", "clock", "turns", "default", "analysis", "beat"]
    phases += ["solver", "valkey", "postgres", "all"]
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.faults", description=__doc__)
    parser.add_argument("--times", type=int, default=20, help="how often each is killed")
    parser.add_argument("--tables", type=int, default=6, help="of four people, besides one with bots")
    parser.add_argument("--only", nargs="+", choices=phases, default=phases)
    return parser.parse_args()


def main() -> int:
    """Everything in turn; 1 if anything was lost or late."""
    url = os.environ.get("TARNEEB_URL")
    if not url or "TARNEEB_VAR" not in os.environ:
        print("run it by `launcher exec --serve --durable`", file=sys.stderr)
        return 2
    faults, verdict = asyncio.run(run(options(), url))
    faults += verdict.faults
    print(
        f"{verdict.actions} acknowledged actions in {verdict.matches} matches, {verdict.events} events; "
        f"{verdict.finished} finished and re-checked"
    )
    for fault in faults[:20]:
        print(f"FAILED {fault}")
    print("nothing was lost" if not faults else f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
