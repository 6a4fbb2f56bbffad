"""`python -m tests.abuse [--short]` inside `launcher exec --serve`, with TARNEEB_THROTTLES=on."""

import argparse
import os
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.abuse import (  # noqa: F401  each module puts its attacks on the list
    addresses,
    bodies,
    clocks,
    fields,
    floods,
    forgeries,
    guessing,
    leaks,
    markup,
    objects,
    origins,
    pairing,
    servers,
    sessions,
    sockets,
)
from tests.abuse.attacks import ATTACKS, Result, results
from tests.abuse.target import Target

WIDTH = 150


def table_of(found: list[Result]) -> Table:
    table = Table("attack", "what was tried", "outcome", show_lines=False)
    for each in found:
        word = "withstood" if each.stood else "[bold]FAILED[/bold]"
        table.add_row(each.attack.name, each.attack.tried, f"{word}: {each.outcome}")
    return table


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.abuse", description=__doc__)
    parser.add_argument("--short", action="store_true", help="what takes seconds")
    parser.add_argument("--only", default="", metavar="WORD", help="those with this in their name")
    options = parser.parse_args()
    chosen = [each for each in ATTACKS if options.only in each.name and (each.is_short or not options.short)]
    target = Target(os.environ["TARNEEB_URL"], Path(os.environ["TARNEEB_VAR"]))
    began, found, console = time.monotonic(), [], Console(width=WIDTH)
    for result in results(target, chosen):
        found.append(result)
        console.print(f"{time.monotonic() - began:6.1f} s  {result.attack.name}", highlight=False)
    console.print(table_of(found))
    failed = sum(not result.stood for result in found)
    print(f"{len(found) - failed} withstood, {failed} failed, {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
