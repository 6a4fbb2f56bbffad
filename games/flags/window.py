"""Which rows count: of the last month, and not those that a moderator has judged before."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeVar
from uuid import UUID

from django.db.models import Exists, Model, OuterRef, QuerySet
from django.utils import timezone

from games.codec import Data
from games.models import Flag

# Long enough for a habit, short enough that who has changed is left alone.
WINDOW: Final = timedelta(days=30)
# Matches that evidence links to.
LINKED: Final = 20

Row = TypeVar("Row", bound=Model)


class Finding(NamedTuple):
    """What would be a flag. `evidence` holds figures, and `matches` with ids of the newest."""

    person: UUID
    other: UUID | None
    evidence: Data


def start() -> datetime:
    return timezone.now() - WINDOW


def counting(rows: "QuerySet[Row]", kind: Flag.Kind) -> "QuerySet[Row]":
    """Rows with `person` and `at` that a flag of this kind may go by."""
    judged = Flag.objects.filter(kind=kind, person=OuterRef("person"), answer__at__gte=OuterRef("at"))
    return rows.filter(~Exists(judged), at__gte=start())


def newest(matches: "list[UUID]") -> list[str]:
    """As evidence has them; match ids grow with time."""
    return [str(match) for match in sorted(matches, reverse=True)[:LINKED]]
