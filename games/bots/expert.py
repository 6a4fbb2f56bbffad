"""The bot `expert`: as `strong`, and of the cards that come close plays them out by rule too."""

from collections import Counter

from games.rules.cards import Card
from games.rules.commands import PLAY_CARD, Action, PlayCard
from games.rules.state import PLAY
from games.rules.views import View

from . import medium
from .doubledummy import CannotSolve, Solver
from .inference import layouts
from .judging import Judge, position_of
from .knowledge import Four, known
from .rollout import rolled_out
from .source import RandomSource
from .strong import MARGIN, Effort

EFFORT = Effort((0, 0, 24, 30, 36, 40, 40, 40, 36, 32, 28, 24, 20, 16), 800_000)
# Cards this far behind with open hands, in points, are played out too, and so many at most.
CLOSE, MOST = 2.5, 4
# How much playing out counts for beside open hands.
WEIGHT = 0.5


def choose(view: View, random: RandomSource, solver: Solver) -> Action:
    """The same view, random numbers and solver give the same action."""
    by_rule = medium.choose(view, random, solver)
    if view.phase != PLAY or len(view.legal) == 1 or not solver.is_there:
        return by_rule
    assert view.seat is not None
    drawn = Counter(layouts(view, known(view), EFFORT.layouts[view.counts[view.seat]], random))
    try:
        values = _values(view, drawn, solver)
    except CannotSolve:
        return by_rule
    best = max(values.values())
    assert isinstance(by_rule, PlayCard)
    if values.get(by_rule.card, best - 2 * MARGIN) >= best - MARGIN:
        return by_rule
    return PLAY_CARD[view.seat][max(values, key=lambda card: (values[card], card))]


def _values(view: View, drawn: Counter[Four], solver: Solver) -> dict[Card, float]:
    judge = Judge(view, in_match=True)
    positions = {hands: position_of(view, hands) for hands in drawn}
    solutions = dict(zip(drawn, solver.solve(list(positions.values()), EFFORT.nodes), strict=False))
    total = sum(drawn[hands] for hands in solutions)
    opened: Counter[Card] = Counter()
    for hands, solution in solutions.items():
        for card, worth in judge.worth(positions[hands], solution).items():
            opened[card] += drawn[hands] * worth / total  # type: ignore[assignment]
    best = max(opened.values())
    close = [card for card, worth in opened.most_common(MOST) if worth >= best - CLOSE]
    if len(close) == 1:
        return {close[0]: best}
    played: Counter[Card] = Counter()
    for hands in solutions:
        for card, took in rolled_out(view, hands, close).items():
            played[card] += drawn[hands] * judge.points[took] / total  # type: ignore[assignment]
    return {card: (1 - WEIGHT) * opened[card] + WEIGHT * played[card] for card in close}
