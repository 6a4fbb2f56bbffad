"""Independent re-check of finished matches: `python -m tests.e2e.recheck BASE_URL MATCH_ID…`."""

from __future__ import annotations

import sys

from .client import Client
from .fairdeal import Event
from .referee import RecheckError, Referee
from .table import Body, Table

MISSHAPEN = (KeyError, TypeError, ValueError, AttributeError, AssertionError, IndexError, StopIteration)


def recheck(match: str, events: list[Event], fairness: Body) -> Table:
    """Check a finished match from its full events; returns its last state or raises RecheckError."""
    referee = Referee(match, events, fairness)
    try:
        referee.run()
    except MISSHAPEN as error:
        referee.fail(f"not shaped as protocol.md has it ({error!r})")
    return referee.table


def main(arguments: list[str]) -> int:
    """Re-check the named public matches of a server; 1 if any fails."""
    if len(arguments) < 2:
        print(__doc__)
        return 2
    client, failed = Client(arguments[0]), 0
    for match in arguments[1:]:
        try:
            table = recheck(match, client.all_events(match), client.fairness(match))
            print(f"{match} ok: {table.scored} deals, {table.head} events, {table.result}")
        except RecheckError as error:
            failed += 1
            print(error)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
