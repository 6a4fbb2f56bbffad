"""Matches looked through for problems: which are due, and what is found in one."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Final, cast
from uuid import UUID

from django.conf import settings

from games import drivers, store, wire
from games.contract.values import PresetName
from games.models import Analysis, Match, Problem, ProblemSearch
from games.problems import finding, grading
from games.problems.finding import Found, Judge
from games.problems.weighing import Interrupted, Weighing
from games.rules.ruleset import PRESETS
from games.rules.seats import SEAT_NAMES
from games.solver import dds
from games.solver.process import SolverProcess
from games.store import StoredEvent

# Seconds for all layouts of a choice; nobody waits for them.
ANSWERS_IN: Final = 15.0
DIES_IN: Final = 30.0
# What its bots do is nobody's mistake.
SENSELESS: Final = "bot:random"


def put_down(match_id: UUID) -> None:
    """Have a finished match looked through, once, if everybody may see it and its rules are a preset."""
    wanted = Match.objects.filter(
        pk=match_id,
        status=Match.Status.FINISHED,
        visibility=Match.Visibility.PUBLIC,
        ruleset_id__in=PRESETS,
    ).exclude(seats__player_id=SENSELESS)
    if wanted.exists():
        ProblemSearch.objects.bulk_create([ProblemSearch(match_id=match_id)], ignore_conflicts=True)


def next_due() -> UUID | None:
    """The match to look through, the newest first."""
    due = ProblemSearch.objects.filter(due=True).order_by("-at")
    return due.values_list("match_id", flat=True).first()


def search_next() -> None:
    """Look through one match, if any is due, there is a solver to ask and nobody waits for an analysis.

    IDLE_WORK turns it off. When somebody begins to, the search is broken off, and done anew some other time.
    """
    if not settings.IDLE_WORK or not dds.library_path() or _is_analysis_awaited():
        return
    match_id = next_due()
    if match_id is not None:
        search_with_solver(match_id, "", _is_analysis_awaited)


def _is_analysis_awaited() -> bool:
    return Analysis.objects.filter(asked_for=True, due__isnull=False).exists()


def search_with_solver(match_id: UUID, seed: str, is_wanted: Callable[[], bool]) -> list[Problem]:
    """`search` with a solver of its own, which is gone afterwards; unless `is_wanted` elsewhere."""
    solver = SolverProcess(ANSWERS_IN, DIES_IN)
    try:
        return search(match_id, Weighing(solver, is_wanted), seed)
    except Interrupted:
        ProblemSearch.objects.filter(match=match_id).update(due=True)
        return []
    finally:
        solver.close()


def search(match_id: UUID, judge: Judge, seed: str) -> list[Problem]:
    """Look through a match that is due; of two who would, one does, and who dies over it has done it.

    The same log and seed give the same problems.
    """
    if not ProblemSearch.objects.filter(match=match_id, due=True).update(due=False):
        return []
    match = Match.objects.get(pk=match_id)
    log = [(event.seq, event.decoded()) for event in _log_of(match)]
    found = finding.find(log, judge, lambda name: Random(f"{seed} {name}"))
    return [_stored(match, each) for each in found]


def _log_of(match: Match) -> Iterable[StoredEvent]:
    return store.read_events(drivers.run_one(store.read(match.pk, 0, match.seq)))


def _stored(match: Match, found: Found) -> Problem:
    skill, moment = grading.starting(found.missed_by), found.moment
    assert match.ruleset_id is not None  # put_down has seen to it
    problem = Problem(
        match=match,
        seq=moment.seq,
        deal_seq=moment.deal_seq,
        kind=moment.kind,
        seat=SEAT_NAMES[moment.chosen.seat],
        ruleset_id=cast(PresetName, match.ruleset_id),
        choices=[
            {"action": wire.action_body(action), "lost": round(found.lost[action], 2)}
            for action in moment.view.legal
        ],
        best=wire.action_body(found.best[-1]),  # of equals the lowest card
        missed_by=found.missed_by,
        mu=skill.mu,
        sigma=skill.sigma,
    )
    problem.save(force_insert=True)
    return problem
