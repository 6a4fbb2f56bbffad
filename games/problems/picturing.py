"""A problem as it is shown: the table as its seat saw it, without names, and nothing of the solution."""

from dataclasses import replace
from datetime import date
from typing import Final

from games import states, wire
from games.contract import analysis
from games.drivers import run
from games.models import DealScore, Problem
from games.problems.grading import level_of
from games.ratings.model import Skill
from games.rules.events import Player
from games.rules.seats import SEAT_NAMES, parse_seat
from games.rules.views import View, Viewer, view
from games.store import Head

# Players are their seats.
_ANYBODY: Final = tuple(Player("human", name) for name in SEAT_NAMES)
_NAMES: Final[wire.Names] = {name: name for name in SEAT_NAMES}


def seen_at(problem: Problem) -> View:
    """What the seat saw before it chose, as anybody's match: no player, clock or result is told."""
    head = Head(problem.match_id, b"", seq=problem.seq - 1, deal_seq=problem.deal_seq)
    seen = view(run(states.folding(head)), Viewer(parse_seat(problem.seat), acts=True))
    return replace(
        seen,
        rated=False,
        clock=None,
        players=_ANYBODY,
        forfeited=(None,) * 4,
        deadline_ms=None,
        bank=(0, 0, 0, 0),
    )


def body_of(problem: Problem, day: date | None = None) -> analysis.Problem:
    """The body of GET `problems/{id}/`; `day` is that of a daily one."""
    seen = seen_at(problem)
    scored = DealScore.objects.filter(match=problem.match_id, seq__lt=problem.seq).order_by("seq")
    rating = Skill(problem.mu, problem.sigma).shown
    body: analysis.Problem = {
        "id": problem.pk,
        "kind": problem.kind,
        "level": level_of(rating),
        "rating": rating,
        "attempts": problem.attempts,
        "solved": problem.solved,
        "ruleset": problem.ruleset_id,
        "seat": problem.seat,
        "state": wire.state_body(seen, _NAMES, list(scored.values_list("data", flat=True)), {}, ()),
        "now": wire.now_body(seen),
    }
    if day is not None:
        body["day"] = day.isoformat()
    return body
