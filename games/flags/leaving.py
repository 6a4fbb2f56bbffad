"""Who leaves rated matches, or keeps them waiting, more often than bad luck does."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final
from uuid import UUID

from games.flags import window
from games.flags.window import Finding
from games.models import Flag, Match, MatchSeat, Strike

# Strikes pause ranked play already, up to three days at the fifth: who comes back for more means it.
LEFT: Final = 5
# Who plays a hundred matches a month may lose the connection in five; a quarter of them is not that.
SHARE: Final = 0.25


def is_habit(left: int, played: int) -> bool:
    return left >= LEFT and left >= SHARE * played


def found() -> Iterator[Finding]:
    struck: dict[UUID, list[UUID]] = defaultdict(list)
    rows = window.counting(Strike.objects.all(), Flag.Kind.LEAVING)
    for person, match in rows.values_list("person", "match"):
        struck[person].append(match)
    for person, matches in struck.items():
        if len(matches) >= LEFT and is_habit(len(matches), played := _played(person)):
            evidence = {"left": len(matches), "played": played, "matches": window.newest(matches)}
            yield Finding(person, None, evidence)


def _played(person: UUID) -> int:
    """Rated matches of the window, also those that came to nothing because somebody left."""
    seats = MatchSeat.objects.filter(person=person, match__rated=True, match__status=Match.Status.FINISHED)
    return seats.filter(match__finished_at__gte=window.start()).count()
