"""What choices are worth: the bots' own figures, and for calls a second opinion with open cards."""

from collections.abc import Callable, Sequence
from statistics import fmean

from games import bots
from games.bots import easy_auction
from games.bots.doubledummy import Solver, Table
from games.bots.inference import layouts as likely_layouts
from games.bots.judging import card_values
from games.bots.knowledge import known
from games.bots.source import RandomSource
from games.bots.stakes import deal_points, taking
from games.bots.valuing import call_values
from games.problems.finding import Values
from games.rules.cards import NO_TRUMP, Mask, Suit
from games.rules.commands import Action, Bid, NameTrump, PlayCard
from games.rules.events import BidMade
from games.rules.seats import Seat, side_of
from games.rules.state import PLAY
from games.rules.views import View

Dealt = Sequence[tuple[Sequence[Mask], Table]]


class Interrupted(Exception):
    """Somebody else needs the solver's time more."""


class Weighing:
    """A `Judge` (finding.py) with a solver. Raises Interrupted once `is_wanted` says so."""

    def __init__(self, solver: Solver, is_wanted: Callable[[], bool] = lambda: False) -> None:
        self._solver, self._is_wanted = solver, is_wanted

    def values(self, view: View, random: RandomSource, layouts: int) -> Values:
        """A call's by the tricks that declarers are known to take, which leaves nothing to chance."""
        if self._is_wanted():
            raise Interrupted
        if view.phase == PLAY:
            return self._of_cards(view, random, layouts)
        return call_values(view)

    def second_values(self, view: View, random: RandomSource, layouts: int) -> Values:
        """A card's over other layouts; a call's by what declarers could take in layouts, hands open."""
        if view.phase == PLAY:
            return self._of_cards(view, random, layouts)
        # Half as many: all contracts of one take as long as a dozen cards.
        hands = likely_layouts(view, known(view), layouts // 2, random)
        tables = {each: self._solver.table(each, view.ruleset.step) for each in set(hands)}
        return _of_calls(view, [(each, tables[each]) for each in hands])

    def choice(self, level: str, view: View, random: RandomSource) -> Action:
        return bots.choose(level, view, random, self._solver)

    def _of_cards(self, view: View, random: RandomSource, layouts: int) -> Values:
        values = card_values(view, random, self._solver, layouts)
        return {action: values[action.card] for action in view.legal if isinstance(action, PlayCard)}


def _of_calls(view: View, dealt: Dealt) -> Values:
    """As if nobody called again: a bid is played by who makes it, behind a pass the high bid, if any."""
    return {action: _of_call(view, action, dealt) for action in view.legal}


def _of_call(view: View, action: Action, dealt: Dealt) -> float:
    seat = view.seat
    assert seat is not None
    if isinstance(action, NameTrump):
        assert view.contract is not None
        return _played(view, seat, view.contract[1], action.trump, dealt)
    if isinstance(action, Bid):
        trumps = [NO_TRUMP] if action.no_trump else range(NO_TRUMP)
        return max(_played(view, seat, action.amount, trump, dealt) for trump in trumps)
    high = next((call for call in reversed(view.calls) if isinstance(call, BidMade)), None)
    if high is None:
        return 0.0
    named = [NO_TRUMP if high.no_trump else easy_auction.best_trump(hands[high.seat]) for hands, _ in dealt]
    tricks = [table[high.seat][trump] for (_, table), trump in zip(dealt, named, strict=True)]
    return _mean(view, high.seat, high.amount, tricks)


def _played(view: View, declarer: Seat, amount: int, trump: Suit, dealt: Dealt) -> float:
    return _mean(view, declarer, amount, [table[declarer][trump] for _, table in dealt])


def _mean(view: View, declarer: Seat, amount: int, tricks: Sequence[int]) -> float:
    """The points of the seat's side less the other's, where declarers take so many tricks."""
    assert view.seat is not None
    worth = deal_points(view.ruleset, side_of(view.seat), side_of(declarer), amount)
    return fmean(worth[taking(view.ruleset, each)] for each in tricks)
