"""What people report of each other, for staff to read in the admin."""

from uuid import UUID

from accounts.models import User
from games import queries, wire
from games.codec import Data
from games.drivers import run
from games.errors import Forbidden, Invalid, NoSuchMatch
from games.models import Report


def report(
    reporter: User, player: User, match_id: UUID | None, reason: str, text: str
) -> tuple[Report, bool]:
    """The report of a player, at a match or not, and whether it is new: a second one changes nothing.

    Two at once are one too, by the constraints. Raises Invalid.
    """
    if player == reporter or player.kind == User.Kind.BOT or not player.is_active:
        raise Invalid("player")
    if match_id is not None:
        try:
            run(queries.admitting(match_id, reporter.pk, 0))
        except (Forbidden, NoSuchMatch):  # alike, or private tables could be found out
            raise Invalid("match") from None
    return Report.objects.get_or_create(
        reporter=reporter,
        player=player,
        match_id=match_id,  # type: ignore[misc]  # the stubs know of no null
        defaults={"reason": reason, "text": text},
    )


def reported(person: UUID) -> list[Data]:
    """What a person has reported, newest first, for the export of what is theirs."""
    rows = Report.objects.filter(reporter=person).select_related("player").order_by("-at")
    return [
        {
            "id": str(row.pk),
            "at": wire.moment(row.at),
            "player": row.player.username,
            "match": row.match_id and str(row.match_id),
            "reason": row.reason,
            "text": row.text,
        }
        for row in rows.iterator()
    ]
