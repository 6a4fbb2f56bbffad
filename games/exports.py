"""Many finished matches, one a line: page by page, so memory is constant and no connection is kept."""

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar
from uuid import UUID

from django.db import connections
from django.db.models import Q, QuerySet

from accounts.models import User
from games import lists, queries
from games.drivers import run
from games.models import Match
from tarneeb_site.streaming import Chunks

RESULTS: Final = ("won", "lost", "none")
# Found by one look at the rows, and read by one look at the log.
FOUND, READ = 500, 10
# In a process one page of one export is made at a time: exports wait for each other, play hardly for them.
_turns: Final = asyncio.Semaphore(1)
Made = TypeVar("Made")


class Place(NamedTuple):
    """A match among the finished: they go by the time of their end."""

    finished_at: datetime
    match_id: UUID


def finished(person: UUID | None) -> QuerySet[Match]:
    """Those that a person may see."""
    return lists.matches(person).filter(status=Match.Status.FINISHED)


def ended(player: User, result: str) -> Q:
    """Whether the player's side has won; `none` where nobody has."""
    if result == "none":
        return Q(seats__person=player, winner=None)
    ns, ew = ("NS", "EW") if result == "won" else ("EW", "NS")
    mine = Q(seats__seat__in="NS", winner=ns) | Q(seats__seat__in="EW", winner=ew)
    return Q(seats__person=player) & mine


def following(rows: QuerySet[Match], place: Place | None, limit: int) -> list[Place]:
    """The next finished matches behind a place."""
    if place is not None:
        at, match_id = place
        rows = rows.filter(Q(finished_at__gt=at) | Q(finished_at=at, pk__gt=match_id))
    found = rows.order_by("finished_at", "pk").values_list("finished_at", "pk")[:limit]
    return [Place(at, match_id) for at, match_id in found if at]


async def lines(rows: QuerySet[Match]) -> Chunks:
    """Every match of the rows as GET `export/` has it."""
    place: Place | None = None
    while found := await _in_turn(following, rows, place, FOUND):
        for start in range(0, len(found), READ):
            yield await _in_turn(_page, found[start : start + READ])
        place = found[-1]


async def _in_turn(make: Callable[..., Made], *arguments: Any) -> Made:
    """In a thread, whose connection goes back at once."""

    def made() -> Made:
        try:
            return make(*arguments)
        finally:
            connections.close_all()

    async with _turns:
        return await asyncio.to_thread(made)


def _page(places: Sequence[Place]) -> bytes:
    matches = run(queries.keeping([place.match_id for place in places]))
    return b"".join(line(body) for body in run(queries.exported(matches)))


def line(body: Any, *, in_order: bool = False) -> bytes:
    """As JSON; with its keys in order, which is RFC 8785 for what a match holds."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=in_order)
    return text.encode() + b"\n"
