"""The bot `strong`: plays what is best on average over layouts that fit what it knows, each solved open."""

from games.rules.cards import Card
from games.rules.commands import PLAY_CARD, Action
from games.rules.state import PLAY
from games.rules.views import View

from . import medium, medium_play
from .doubledummy import CannotSolve, Solver
from .judging import card_values
from .source import RandomSource

# How many layouts, by the cards in the hand: early ones take longer to solve.
LAYOUTS = (0, 0, 24, 30, 36, 36, 36, 32, 28, 24, 20, 16, 14, 12)
# A search this long ends with the layout it is at: the same on every machine, and under half a second.
NODES = 400_000
# What two cards must differ by, in points, for the rule card not to stand.
MARGIN = 0.05


def choose(view: View, random: RandomSource, solver: Solver) -> Action:
    """The same view, random numbers and solver give the same action."""
    seat = view.seat
    assert seat is not None
    by_rule = medium.choose(view, random, solver)
    if view.phase != PLAY or len(view.legal) == 1:
        return by_rule
    try:
        values = card_values(view, random, solver, LAYOUTS[view.counts[seat]], NODES, in_match=True)
    except CannotSolve:
        return by_rule
    best = max(values.values())
    if by_rule.card in values and values[by_rule.card] >= best - MARGIN:
        return by_rule
    return PLAY_CARD[seat][max(values, key=lambda card: (values[card], card))]
