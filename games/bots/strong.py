"""The bot `strong`: the best on average over layouts that fit what it knows, each solved open."""

from dataclasses import dataclass

from games.rules.commands import PLAY_CARD, Action, PlayCard
from games.rules.state import PLAY
from games.rules.views import View

from . import medium
from .doubledummy import CannotSolve, Solver
from .judging import card_values
from .source import RandomSource


@dataclass(frozen=True, slots=True)
class Effort:
    """How many `layouts`, by the cards in the hand, and how many nodes of search for them.

    A search that reaches its nodes ends with the layout it is at: the same on every machine.
    """

    layouts: tuple[int, ...]
    nodes: int


# Early layouts take a hundred times longer to solve than late ones.
EFFORT = Effort((0, 0, 16, 20, 24, 24, 24, 24, 24, 20, 18, 16, 14, 12), 400_000)
# What two cards must differ by, in points, for the rule card not to stand.
MARGIN = 0.05


def choose(view: View, random: RandomSource, solver: Solver) -> Action:
    """The same view, random numbers and solver give the same action."""
    seat = view.seat
    assert seat is not None
    by_rule = medium.choose(view, random, solver)
    if view.phase != PLAY or len(view.legal) == 1 or not solver.is_there:
        return by_rule
    try:
        layouts = EFFORT.layouts[view.counts[seat]]
        values = card_values(view, random, solver, layouts, EFFORT.nodes, in_match=True)
    except CannotSolve:
        return by_rule
    best = max(values.values())
    if isinstance(by_rule, PlayCard) and values[by_rule.card] >= best - MARGIN:
        return by_rule
    return PLAY_CARD[seat][max(values, key=lambda card: (values[card], card))]
