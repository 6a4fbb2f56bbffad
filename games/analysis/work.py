"""Analyses made: a worker takes up the deal that is due, and then the next match has its turn.

What is due stands in the database. A deal is stored in one piece, so a worker that is killed loses the one
it was at and no other; what held others back from it goes with its connection.
"""

import logging
import time
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games import store
from games.analysis import accuracy, asking, judge
from games.analysis.deals import LoggedDeal
from games.analysis.judge import JudgedDeal
from games.bots.doubledummy import CannotSolve, Position, Solution, Solver, Table
from games.drivers import run_one
from games.locks import alone
from games.models import Analysis, DealAnalysis, Match
from games.rules.cards import Mask
from games.rules.events import MatchCreated
from games.solver.process import SolverProcess

logger = logging.getLogger(__name__)

# A deal takes two or three seconds of a core. The worker has what play leaves of one, a thirtieth on a
# machine that is busy without a pause: these limits are for what would never end.
DEAL_SECONDS: Final = 1800.0
QUESTION_SECONDS, QUESTION_DEADLINE = 120.0, 240.0
# How often a deal is tried when the solver fails, and when it takes the worker with it.
TRIES: Final = 2
TRIES_OF_WORKERS: Final = 5
AT_ONCE: Final = 20

_solver: Final = SolverProcess(QUESTION_SECONDS, QUESTION_DEADLINE)


def work(seconds: float) -> int:
    """Deals that are due, one after the other, for a while and one at least; how many were taken up."""
    until = time.monotonic() + seconds
    taken = 0
    while take_next(_solver):
        taken += 1
        if time.monotonic() >= until:
            break
    return taken


def take_next(solver: Solver) -> bool:
    """Judge and store one deal of the match that is first in line; false where nothing is due.

    Safe beside other workers: each match is locked while a deal of it is judged.
    """
    due = Analysis.objects.filter(due__lte=timezone.now()).order_by("-asked_for", "due")
    if not settings.IDLE_WORK:
        due = due.filter(asked_for=True)
    for match_id in due.values_list("pk", flat=True)[:AT_ONCE]:
        with alone(_lock(match_id)) as is_alone:
            if is_alone and _take(match_id, solver):
                return True
    return False


def _lock(match_id: UUID) -> int:
    """Half of the id, and the random one: two matches hardly ever meet, and then one waits."""
    return int.from_bytes(match_id.bytes[8:], signed=True)


def _take(match_id: UUID, solver: Solver) -> bool:
    """False where another worker has come to its end since it was looked for."""
    row = Analysis.objects.select_related("match").get(pk=match_id)
    if row.due is None:
        return False
    row.status = Analysis.Status.RUNNING
    row.tries += 1
    row.started_at = row.started_at or timezone.now()
    row.version, row.layouts = judge.VERSION, judge.LAYOUTS  # it may have waited since before a newer method
    row.save(update_fields=["status", "tries", "started_at", "version", "layouts"])
    if not solver.is_there:
        _fail(row, Analysis.Why.NO_SOLVER)
    elif row.tries > TRIES_OF_WORKERS:
        _fail(row, Analysis.Why.GAVE_UP)
    else:
        _try(row, solver)
    return True


def _try(row: Analysis, solver: Solver) -> None:
    try:
        _go_on(row, solver)
    except Exception as error:
        if not isinstance(error, CannotSolve):
            logger.exception("match %s could not be analysed", row.pk)
        if row.tries >= TRIES:
            _fail(row, Analysis.Why.GAVE_UP)


def _fail(row: Analysis, why: Analysis.Why) -> None:
    logger.warning("match %s is not analysed: %s", row.pk, why)
    row.status, row.why, row.due = Analysis.Status.FAILED, why, None
    row.save(update_fields=["status", "why", "due"])


class _Span(NamedTuple):
    """A deal's place in the log."""

    number: int
    first_seq: int
    last_seq: int


def _go_on(row: Analysis, solver: Solver) -> None:
    """Judge the first deal that is missing, and store it."""
    spans = _spans(row.match)
    known = set(row.deals.filter(version=row.version).values_list("deal", flat=True))
    missing = [span for span in spans if span.number not in known]
    if missing:
        span = missing[0]
        chance = Random(f"{row.pk} {span.number} {row.version}")
        limited = _Limited(solver, time.monotonic() + DEAL_SECONDS)
        judged = judge.judge_deal(_read(row.pk, span), chance, limited, row.layouts)
        _store(row, span.number, judged, is_last=len(missing) == 1)
    else:
        _finish(row)


def _spans(match: Match) -> list[_Span]:
    types = ("deal_started", *asking.DEAL_ENDS)
    spans, started = [], 0
    for event in store.read_events(run_one(store.read_types(match.pk, match.seq, types))):
        if event.type == "deal_started":
            started = event.seq
        else:
            spans.append(_Span(event.data["deal"], started, event.seq))
    return spans


def _read(match_id: UUID, span: _Span) -> LoggedDeal:
    rows = run_one(store.read_for_fold(match_id, span.first_seq, span.last_seq))
    first, *events = [(event.seq, event.decoded()) for event in store.read_events(rows)]
    assert isinstance(first[1], MatchCreated)
    return LoggedDeal(first[1], events)


@transaction.atomic
def _store(row: Analysis, number: int, judged: JudgedDeal, *, is_last: bool) -> None:
    """A deal, and with the last one what they add up to. The row goes to the end of the line."""
    made = {
        "version": row.version,
        "data": judged.body,
        "choices": list(judged.choices),
        "at": timezone.now(),
    }
    DealAnalysis.objects.update_or_create(analysis=row, deal=number, defaults=made)
    if is_last:
        _finish(row)
    else:
        row.tries, row.due = 0, timezone.now()
        row.save(update_fields=["tries", "due"])


def _finish(row: Analysis) -> None:
    deals = [
        JudgedDeal(deal.data, deal.choices) for deal in row.deals.filter(version=row.version).order_by("deal")
    ]
    row.summary = accuracy.summed_up(deals, in_tricks=row.match.ruleset["unit"] == "tricks")
    row.status, row.due, row.tries, row.finished_at = Analysis.Status.DONE, None, 0, timezone.now()
    row.save(update_fields=["summary", "status", "due", "tries", "finished_at"])


class _Limited:
    """A solver that answers no more once a deal has taken too long."""

    def __init__(self, solver: Solver, until: float) -> None:
        self._solver, self._until = solver, until

    @property
    def is_there(self) -> bool:
        return self._solver.is_there

    def solve(self, positions: Sequence[Position], nodes: int | None = None) -> list[Solution]:
        self._check()
        return self._solver.solve(positions, nodes)

    def table(self, hands: Sequence[Mask], step: int) -> Table:
        self._check()
        return self._solver.table(hands, step)

    def _check(self) -> None:
        if time.monotonic() > self._until:
            raise CannotSolve
