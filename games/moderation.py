"""What moderators do, as far as it concerns matches: reports and flags are answered, the banned unseated."""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Least
from django.urls import reverse

from accounts import standing
from accounts.models import ModerationAction, User
from games import tables
from games.errors import Refused
from games.models import Case, Flag, Match, MatchSeat, Message, Report
from games.rules.errors import RuleViolation

logger = logging.getLogger(__name__)

Kind = ModerationAction.Kind
# Of each part of a case.
SHOWN: Final = 30


class AlreadyAnswered(Exception):
    """Another moderator has answered one of these reports or flags meanwhile."""


@transaction.atomic
def decide(
    by: User,
    person: User,
    kind: str,
    why: standing.Why,
    until: datetime | None = None,
    *,
    reports: Sequence[UUID] = (),
    flags: Sequence[UUID] = (),
) -> ModerationAction:
    """One action, which answers reports and flags: all of them or none. Raises AlreadyAnswered, NotTheirs.

    Two moderators at once: the rows have no answer for one of them only, and the other's action is undone.
    """
    action = standing.act(by, person, kind, why, until)
    open_reports = Report.objects.filter(pk__in=reports, player=person, answer=None)
    reporters = list(User.objects.filter(reports_made__in=open_reports, is_active=True).distinct())
    answered = open_reports.update(answer=action)
    answered += Flag.objects.filter(pk__in=flags, person=person, answer=None).update(answer=action)
    if answered != len(set(reports)) + len(set(flags)):
        raise AlreadyAnswered
    standing.tell_reporters(reporters, person)
    if kind == Kind.BAN:
        transaction.on_commit(lambda: unseat(person), robust=True)
    return action


def cases() -> "QuerySet[Case]":
    """People of whom there is a report or a flag, with how many are open and since when the oldest waits."""
    reports = Report.objects.filter(player=OuterRef("pk"))
    flags = Flag.objects.filter(person=OuterRef("pk"))
    return Case.objects.filter(Exists(reports) | Exists(flags)).annotate(  # type: ignore[return-value]
        open_reports=_number(reports),
        open_flags=_number(flags),
        waits_since=Least(_oldest(reports), _oldest(flags)),
    )


def _number(rows: "QuerySet[Any]") -> Coalesce:
    counted = rows.filter(answer=None).order_by().values(of=Value(1)).annotate(number=Count("pk"))
    return Coalesce(Subquery(counted.values("number")), 0)


def _oldest(rows: "QuerySet[Any]") -> Subquery:
    return Subquery(rows.filter(answer=None).order_by("at").values("at")[:1])


def moment_address(report: Report) -> str:
    """The match's page: where it has ended at the moment that is meant, else as anybody sees it."""
    address = reverse("table", args=[report.match_id])
    assert report.match is not None
    is_over = report.match.status == Match.Status.FINISHED
    return f"{address}?at={report.seq}" if is_over and report.seq else address


def case_of(person: User) -> dict[str, Any]:
    """What a moderator reads before deciding: what is open, with what was said, and all that was before."""
    reports = person.reports.select_related("reporter", "match", "answer").order_by("-at")
    flags = Flag.objects.filter(person=person).select_related("other", "answer").order_by("-at")
    actions = person.moderation.select_related("by", "appeal").order_by("-at")
    in_force = set(standing.in_force(person.moderation.all()).values_list("pk", flat=True))
    return {
        "open_reports": [_with_words(report) for report in reports.filter(answer=None)],
        "open_flags": list(flags.filter(answer=None)),
        "answered_reports": reports.exclude(answer=None)[:SHOWN],
        "answered_flags": flags.exclude(answer=None)[:SHOWN],
        "flags_as_other": person.flags_as_other.select_related("person").order_by("-at")[:SHOWN],
        "actions": [(action, action.pk in in_force) for action in actions[:SHOWN]],
        "strikes": person.strikes.count(),
        "matches": person.seats.filter(match__status=Match.Status.FINISHED).count(),
    }


def _with_words(report: Report) -> tuple[Report, str, list[Message]]:
    """A report, where its match is, and what its player said there.

    Of a running match what was said to the partner stays theirs: it may tell of hidden cards.
    """
    if report.match is None:
        return report, "", []
    said = Message.objects.filter(match=report.match, person=report.player_id)
    if report.match.status != Match.Status.FINISHED:
        said = said.filter(channel=Message.Channel.TABLE)
    return report, moment_address(report), list(said.order_by("-pk")[:SHOWN])


def unseat(person: User) -> None:
    """Get up from every table, as by leaving: bots play on, an open table's host is another."""
    seats = MatchSeat.objects.filter(person=person, forfeited=False)
    running = seats.exclude(match__status=Match.Status.FINISHED)
    for match_id in running.values_list("match", flat=True):
        try:
            tables.leave(match_id, person)
        except (Refused, RuleViolation) as refusal:  # it has ended, or the clock was faster
            logger.info("match %s was not left: %s", match_id, refusal)


def unseat_banned() -> None:
    """Whoever was missed, because a process died before it had left all tables."""
    seats = MatchSeat.objects.filter(person=OuterRef("pk"), forfeited=False)
    for person in standing.banned().filter(Exists(seats.exclude(match__status=Match.Status.FINISHED))):
        unseat(person)
