"""The service beside boardgame.io with PostgreSQL: both driven by the same program (benchmarks/driver).

One server after the other, each with its database on one core and the driver on another, at default
durability, with the same rules, at matches of the same age.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .service_cells import SERVER_CORE, on_core

HERE = Path(__file__).parent
SHOWN = ("moves_per_s", "p50_ms", "p95_ms", "p99_ms", "cpu_ms_per_move")
KEPT = (*SHOWN, "cpu_parts", "driver_share", "others_share", "void")
# The bench starts servers of its own, whatever the environment names.
FORGOTTEN = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "HOST", "TARNEEB_VAR")
CELLS = ("1", "10", "50")

Figures = dict[str, Any]


def install(package: str) -> None:
    """The Node packages of a directory, as its lock names them."""
    directory = HERE / package
    if not (directory / "node_modules").exists():
        command = ["npm", "ci", "--no-audit", "--no-fund", "--silent"]
        subprocess.run(command, cwd=directory, check=True)


def measured(server: str, *options: str, webs: int = 1) -> Figures:
    """What `service_cells` measures of a server, started for it and thrown away."""
    environment = {name: value for name, value in os.environ.items() if name not in FORGOTTEN}
    environment |= {"PORT": "0", "TARNEEB_THROTTLES": "off", "TARNEEB_WEB_PROCESSES": str(webs)}
    cells = [sys.executable, "-m", "benchmarks.service_cells", server]
    command = [sys.executable, "-m", "tarneeb_site.launcher", "exec", "--durable", *options, "--", *cells]
    with on_core(SERVER_CORE):
        process = subprocess.Popen(
            command, cwd=HERE.parent, env=environment, stdout=subprocess.PIPE, text=True
        )
    output, _ = process.communicate()
    if process.returncode:
        raise SystemExit(f"the benchmark of {server} failed")
    figures: Figures = json.loads(output.splitlines()[-1])
    return figures


def run(*, with_peer: bool) -> Figures:
    """The figures for `bench.json`; printed as well."""
    missing = [name for name in ("node", "npm") if not shutil.which(name)]
    if missing:
        raise SystemExit(f"The service benchmark needs Node.js: {' and '.join(missing)} not found in PATH.")
    install("driver")
    if with_peer:
        install("peer")
    ours = measured("tarneeb", "--serve")
    peers = measured("boardgame") if with_peer else None
    by_webs = measured("webs", "--serve", webs=2)
    print("\n".join([*table(ours, peers), *webs_line(by_webs)]))
    return merged(ours, peers) | {"webs": {webs: kept(cell) for webs, cell in by_webs.items()}}


def merged(ours: Figures, peers: Figures | None) -> Figures:
    late = {"service": round(ours["late"]["moves_per_s"], 1)}
    figures: Figures = {
        "service": {cell: kept(ours[cell]) for cell in CELLS},
        "paced": kept(ours["paced"]),
        "late": late,
        "age": {age: round(each["cpu_ms_per_move"], 3) for age, each in ours["age"].items()},
    }
    if peers is not None:
        figures["peer"] = {cell: kept(peers[cell]) for cell in CELLS}
        late["peer"] = round(peers["late"]["moves_per_s"], 1)
    return figures


def kept(cell: Figures) -> Figures:
    return {name: _rounded(cell[name]) for name in KEPT}


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    return round(value, 3) if isinstance(value, float) else value


def table(ours: Figures, peers: Figures | None) -> Iterator[str]:
    """The figures as lines; beside the peer's, ours as a multiple of them."""
    yield "Service: sockets of four players a table, moves durable in PostgreSQL, one core for the server"
    titles = "".join(f"{title:>9}" for title in ("moves/s", "p50 ms", "p95 ms", "p99 ms", "CPU-ms"))
    yield f"{'tables':>9} {'':8}{titles}   CPU-ms by part"
    rows = {**{cell: cell for cell in CELLS}, "10, late": "late"}
    for title, cell in rows.items():
        yield _row(title, "service", ours[cell])
        if peers is not None:
            yield _row("", "peer", peers[cell])
            yield _ratios(ours[cell], peers[cell])
    yield f"one table at human pace: p50 {ours['paced']['p50_ms']:.2f} ms (bar 5)"
    ages = ours["age"]
    costs = ", ".join(f"{each['cpu_ms_per_move']:.2f} at move {age}" for age, each in ages.items())
    growth = ages["1000"]["cpu_ms_per_move"] / ages["300"]["cpu_ms_per_move"]
    yield f"CPU-ms a move by age: {costs}; 1000 / 300: {growth:.2f} (bar 1.3)"


def webs_line(cells: Figures) -> Iterator[str]:
    one, two = (cells[webs]["cpu_ms_per_move"] for webs in "12")
    ratio = f"{two / one:.2f} (bar 1.1)"
    yield f"CPU-ms a move, 50 tables: {one:.2f} with one web process, {two:.2f} with two: {ratio}"


def _row(title: str, who: str, cell: Figures) -> str:
    figures = "".join(
        f"{cell[name]:>9.1f}" if name == "moves_per_s" else f"{cell[name]:>9.2f}" for name in SHOWN
    )
    parts = " ".join(f"{name} {cost:.2f}" for name, cost in cell["cpu_parts"].items())
    void = "  VOID: the driver was too busy, or met errors" if cell["void"] else ""
    load = f"(driver {cell['driver_share']:.0%}, others {cell['others_share']:.0%})"
    return f"{title:>9} {who:8}{figures}   {parts} {load}{void}"


def _ratios(ours: Figures, peers: Figures) -> str:
    ratios = (f"{ours[name] / peers[name]:.2f}×" for name in SHOWN)
    return f"{'':>9} {'ratio':8}" + "".join(f"{ratio:>9}" for ratio in ratios)
