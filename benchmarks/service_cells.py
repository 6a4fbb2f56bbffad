"""The service benchmark of one server: `python -m benchmarks.service_cells tarneeb | webs | boardgame`.

Runs under the launcher's `exec --durable` on the server's core, and prints the figures as one line of JSON.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

from tarneeb_site.launcher.paths import var_directory
from tarneeb_site.launcher.ports import free_port
from tarneeb_site.launcher.supervision import processes
from tests.e2e.victims import web_address

HERE = Path(__file__).parent
SERVER_CORE, DRIVER_CORE = 0, 1
MAX_DRIVER_SHARE = 0.8
TRIES = 3
# For one try of a cell.
PATIENCE_SECONDS = 300
START_SECONDS = 30

Figures = dict[str, Any]
Parts = Mapping[str, Sequence[int]]


class Cell(NamedTuple):
    """Some tables, and the ages between which they are measured, in moves a match."""

    tables: int
    windows: Mapping[str, tuple[int, int]]
    think_ms: int = 0


LATE = {"300": (300, 400)}
AGES = {"10": (5, 55), **LATE, "1000": (1000, 1100)}
CLOSED = [
    Cell(1, {"1": (10, 310)}),
    Cell(10, {"10": (10, 110)}),
    Cell(50, {"50": (10, 60)}),
]


def drive(server: str, url: str | list[str], parts: Parts, cell: Cell) -> dict[str, Figures]:
    """The figures of each window; void where the driver was too busy to be trusted, three times over."""
    given = {
        "server": server,
        "url": url,
        "parts": parts,
        "tables": cell.tables,
        "think": cell.think_ms,
        "windows": list(cell.windows.values()),
    }
    for _ in range(TRIES):
        results = dict(zip(cell.windows, _driven(given), strict=True))
        for result in results.values():
            result["cpu_ms_per_move"] = sum(result["cpu_parts"].values())
            result["void"] = bool(result["errors"]) or result["driver_share"] > MAX_DRIVER_SHARE
        _tell(server, results)
        if not any(result["void"] for result in results.values()):
            break
    return results


def _tell(server: str, results: Mapping[str, Figures]) -> None:
    """How far the run is, for whoever waits for it."""
    for cell, result in results.items():
        rate, p50 = result["moves_per_s"], result["p50_ms"]
        print(f"{server} {cell}: {rate:.1f} moves/s, p50 {p50:.2f} ms", file=sys.stderr)


def _driven(given: Figures) -> list[Figures]:
    with on_core(DRIVER_CORE):
        process = subprocess.Popen(
            ["node", HERE / "driver" / "drive.js", json.dumps(given)], stdout=subprocess.PIPE, text=True
        )
    try:
        output, _ = process.communicate(timeout=PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        output = ""
    finally:
        process.kill()
    if not output:
        raise SystemExit(
            f"the driver failed, or had no time, at {given['tables']} tables of {given['server']}"
        )
    results: list[Figures] = json.loads(output)
    return results


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """What is started here runs on that core, where the system can do it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core} & _cores() or before)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _cores() -> set[int]:
    return set(range(os.cpu_count() or 1))


def measure_service() -> Figures:
    """This project's server: every cell."""
    url, parts = os.environ["TARNEEB_URL"], _parts()
    figures = _closed("tarneeb", url, parts)
    figures["paced"] = drive("tarneeb", url, parts, Cell(1, {"paced": (2, 32)}, think_ms=1000))["paced"]
    first, second = (drive("tarneeb", url, parts, Cell(10, AGES)) for _ in range(2))
    # Other work on the machine, and beside a virtual one, can only add to a cost.
    figures["age"] = {age: min(first[age], second[age], key=_cost) for age in AGES}
    figures["late"] = first["300"]
    return figures


def _parts() -> dict[str, list[int]]:
    """The product's processes by what they are."""
    pids = processes(var_directory())
    parts = {
        "web": [pid for name, pid in pids.items() if name.startswith("web")],
        "database": [pids["postgres"]],
        "valkey": [pids["valkey"]],
    }
    named = {pid for group in parts.values() for pid in group}
    return parts | {"worker": [pid for pid in pids.values() if pid not in named]}


def measure_webs() -> Figures:
    """Of two web processes, 50 tables at one and then at both; the lower of two runs each."""
    parts = _parts()
    urls = [web_address(pid) for pid in parts["web"]]
    runs: dict[str, list[Figures]] = {"1": [], "2": []}
    for _ in range(2):
        for webs, found in runs.items():
            found.append(drive("tarneeb", urls[: int(webs)], parts, CLOSED[-1])["50"])
    return {webs: min(found, key=_cost) for webs, found in runs.items()}


def _cost(figures: Figures) -> float:
    return float(figures["cpu_ms_per_move"])


def measure_peer() -> Figures:
    """boardgame.io on the same PostgreSQL, at the same ages."""
    port = free_port()
    database = os.environ["DATABASE_OWNER_URL"]
    with subprocess.Popen(["node", HERE / "peer" / "server.js", str(port), database], stdout=2) as server:
        try:
            _wait_for(port)
            parts = {"web": [server.pid], "database": [processes(var_directory())["postgres"]]}
            figures = _closed("boardgame", f"http://127.0.0.1:{port}", parts)
            figures["late"] = drive("boardgame", f"http://127.0.0.1:{port}", parts, Cell(10, LATE))["300"]
        finally:
            server.terminate()
    return figures


def _closed(server: str, url: str, parts: Parts) -> Figures:
    figures: Figures = {}
    for cell in CLOSED:
        figures |= drive(server, url, parts, cell)
    return figures


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            HTTPConnection("127.0.0.1", port, timeout=1).connect()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


if __name__ == "__main__":
    measure = {"tarneeb": measure_service, "webs": measure_webs, "boardgame": measure_peer}[sys.argv[1]]
    print(json.dumps(measure()))
