"""What people report of each other, for staff to read in the admin."""

from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from games import queries, states, wire
from games.codec import Data
from games.drivers import run
from games.errors import Forbidden, Invalid, NoSuchMatch
from games.models import Report


def report(
    reporter: User, player: User, match_id: UUID | None, reason: str, text: str, seq: int | None = None
) -> tuple[Report, bool]:
    """The report of a player, at a match or not, and whether it is new: a second one changes nothing.

    Two at once are one too, by the constraints. Raises Invalid.
    """
    if player == reporter or player.kind == User.Kind.BOT or not player.is_active:
        raise Invalid("player")
    moment = None if match_id is None else _moment(match_id, reporter, seq)
    same: Data = {"reporter": reporter, "player": player, "match_id": match_id}
    if match_id is None:  # of a player in general there may be something new to say later
        same["answer"] = None
    return Report.objects.get_or_create(
        **same,
        defaults={"reason": reason, "text": text, "seq": moment},
    )


def _moment(match_id: UUID, reporter: User, seq: int | None) -> int:
    """The event that it is about: the one that is named, else where the match stands. Raises Invalid."""
    try:
        run(queries.admitting(match_id, reporter.pk, 0))
    except (Forbidden, NoSuchMatch):  # alike, or private tables could be found out
        raise Invalid("match") from None
    head = states.match_of(match_id).seq
    if seq is not None and not 1 <= seq <= head:
        raise Invalid("seq")
    return head if seq is None else seq


def reports_of(person: User) -> "QuerySet[Report]":
    """What the person has reported."""
    return Report.objects.filter(reporter=person).select_related("player")


def reported(person: User) -> list[Data]:
    """What a person has reported, newest first, for the export of what is theirs."""
    return list(map(own_report, reports_of(person).order_by("-at").iterator()))


def own_report(report: Report) -> Data:
    """A report as its reporter sees it: whether it has been dealt with, not how."""
    return {
        "id": str(report.pk),
        "at": wire.moment(report.at),
        "player": report.player.username,
        "match": report.match_id and str(report.match_id),
        "seq": report.seq,
        "reason": report.reason,
        "text": report.text,
        "answered": report.answer_id is not None,
    }
