"""The table at the end: a line for each fault."""

from __future__ import annotations

import statistics

from rich.console import Console
from rich.table import Table

from tests.faults.scene import Outcome

COLUMNS = (
    "fault",
    "times",
    "checked",
    "goes on after s",
    "max",
    "acked",
    "lost",
    "doubled",
    "diverged",
    "",
)
WIDTH = 150
SHOWN = 20


def print_table(outcomes: list[Outcome]) -> bool:
    """Whether all is well; what is not is told below."""
    table = Table(*COLUMNS)
    for outcome in outcomes:
        table.add_row(*_row(outcome))
    Console(width=WIDTH).print(table)
    faults = [f"{outcome.fault}: {fault}" for outcome in outcomes for fault in faults_of(outcome)]
    for fault in faults[:SHOWN]:
        print(f"FAILED {fault}")
    print("nothing was lost" if not faults else f"{len(faults)} failures")
    return not faults


def faults_of(outcome: Outcome) -> list[str]:
    """All that is wrong with it, being late included."""
    median, longest = _times(outcome)
    late = median > outcome.median_bar or longest > outcome.max_bar
    told = [f"went on after {median:.1f} s median, {longest:.1f} s at most"] if late else []
    return outcome.failures + outcome.verdict.faults + told


def _times(outcome: Outcome) -> tuple[float, float]:
    if not outcome.seconds:
        return 0.0, 0.0
    return statistics.median(outcome.seconds), max(outcome.seconds)


def _row(outcome: Outcome) -> list[str]:
    verdict = outcome.verdict
    counted = [verdict.actions, len(verdict.lost), len(verdict.doubled), len(verdict.diverged)]
    times = [f"{seconds:.2f}" for seconds in _times(outcome)] if outcome.seconds else ["", ""]
    mark = "FAILED" if faults_of(outcome) else "ok"
    return [outcome.fault, str(outcome.times), outcome.checked, *times, *map(str, counted), mark]
