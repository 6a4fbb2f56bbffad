"""The bot `strong`: the best on average over layouts that fit what it knows, each solved open."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from games.rules.cards import Card
from games.rules.commands import PLAY_CARD, Action, PlayCard
from games.rules.views import View

from . import medium
from .doubledummy import CannotSolve, Solver
from .judging import Values, layout_values, standard_error
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
# A card that a rule speaks for stands until another is ahead of it by so many standard errors of the layouts
# looked at: one of them may be worth fifteen points where it makes a contract.
DOUBT = 0.7


def choose(view: View, random: RandomSource, solver: Solver) -> Action:
    """The same view, random numbers and solver give the same action."""
    seat = view.seat
    assert seat is not None
    by_rule = medium.choose(view, random, solver)
    if not isinstance(by_rule, PlayCard) or len(view.legal) == 1 or not solver.is_there:
        return by_rule
    layouts = EFFORT.layouts[view.counts[seat]]
    try:
        values = layout_values(view, random, solver, layouts, EFFORT.nodes, in_match=True)
    except CannotSolve:
        return by_rule
    return PLAY_CARD[seat][surest(values, by_rule.card)]


def surest(values: Sequence[Values], stands: Card) -> Card:
    """The card that is ahead of the one that stands by most beyond doubt, else that one."""
    ahead = {card: _ahead([value[card] - value[stands] for value in values]) for card in values[0]}
    best = max(ahead, key=lambda card: (ahead[card], card))
    return best if ahead[best] > 0 else stands


def _ahead(differences: Sequence[float]) -> float:
    return fmean(differences) - DOUBT * standard_error(differences)
