"""What calls and trumps are worth: points that a deal brings a seat's side, by the tricks bots realise.

Each contract is valued by who would declare: I, my partner or an opponent. Fitted tables (auction_table.py)
give what the declarers then take, from my hand and the calls so far; the rule set's points do the rest.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import erf, sqrt

from games.rules.cards import NO_TRUMP, Mask, Suit
from games.rules.commands import Action, Bid, NameTrump, Pass
from games.rules.events import BidMade, Passed
from games.rules.seats import Seat, partner_of, side_of
from games.rules.views import View

from .auction_table import TABLE
from .features import CALLS, SHORT, SIDE, TRUMP, Figures, side_figures, suits_of, trump_figures
from .stakes import deal_points, match_points
from .sure import sure_to_take


def call_figures(view: View) -> Figures:
    """CALLS of features.py: what has been called before this seat's turn."""
    assert view.seat is not None
    return _call_figures(view.calls, view.seat, view.ruleset.bids)


@lru_cache(maxsize=4096)
def _call_figures(calls: tuple[BidMade | Passed, ...], seat: Seat, bids: tuple[int, ...]) -> Figures:
    passed = {call.seat for call in calls if isinstance(call, Passed)}
    made = {call.seat: call.amount for call in calls if isinstance(call, BidMade)}
    partner, opponents = partner_of(seat), {(seat + 1) & 3, (seat + 3) & 3}
    opponents_passed = len(opponents & (passed - made.keys()))
    opponents_bid = len(opponents & made.keys())
    steps = {amount: float(place) for place, amount in enumerate(bids)}
    high = max((steps[made[who]] for who in opponents & made.keys()), default=0.0)
    return (
        float(partner in passed and partner not in made),
        float(partner in made),
        float(opponents_passed == 1),
        float(opponents_passed == 2),
        float(opponents_bid == 1),
        float(opponents_bid == 2),
        steps[made[partner]] if partner in made else 0.0,
        high,
    )


class Fitted:
    """A row of TABLE for a unit: its mean and spread, its weights, and the sums that are asked for often."""

    def __init__(self, kind: str, unit: str) -> None:
        self.mean, weights, self.spread = TABLE[kind][unit]
        places = (len(TRUMP) * (kind == "own"), len(SIDE), len(SHORT) * (kind == "own"), len(CALLS))
        parts = [weights[sum(places[:place]) : sum(places[: place + 1])] for place in range(4)]
        self._trump, self._side, self.short, self._calls = parts
        self.trump = cache(lambda ranks: _weighed(self._trump, trump_figures(ranks)))
        self.side = cache(lambda ranks: _weighed(self._side, side_figures(ranks)))
        self.calls = cache(lambda figures: _weighed(self._calls, figures))


def _weighed(weights: Sequence[float], figures: Figures) -> float:
    return sum(map(float.__mul__, weights, figures))


@cache
def fitted(kind: str, unit: str) -> Fitted:
    """The tables of who declares: `own`, `own_no_trump`, `partner`, `opponent`."""
    return Fitted(kind, unit)


def own_means(hand: Mask, unit: str, calls: Figures) -> tuple[float, ...]:
    """What one may expect to take as declarer, by trump suit."""
    table = fitted("own", unit)
    suits = suits_of(hand)
    sides = [table.side(ranks) for ranks in suits]
    base = table.mean + table.calls(calls) + sum(sides)
    return tuple(
        base - sides[trump] + table.trump(ranks) + _short(table.short, suits, trump)
        for trump, ranks in enumerate(suits)
    )


def _short(weights: Sequence[float], suits: Sequence[Mask], trump: Suit) -> float:
    row = 3 * (min(max(suits[trump].bit_count(), 3), 6) - 3)
    total = 0.0
    for suit, ranks in enumerate(suits):
        length = ranks.bit_count()
        if length < 3 and suit != trump:
            total += weights[row + length]
    return total


def mean_without_trump(kind: str, hand: Mask, unit: str, calls: Figures) -> float:
    """What declarers take where the trump tells nothing: at no-trump, or before somebody else names it."""
    table = fitted(kind, unit)
    return table.mean + table.calls(calls) + sum(map(table.side, suits_of(hand)))


def best_trump(view: View, hand: Mask) -> Suit:
    """The suit with which declarers should take most."""
    means = own_means(hand, view.ruleset.unit, call_figures(view))
    return max(range(4), key=means.__getitem__)


def spread_over(worth: Sequence[float], mean: float, spread: float, least: int = 0) -> float:
    """The mean of what is `worth` by what is taken: spread normally about a mean, and `least` at least."""
    total, below = 0.0, 0.0
    last = len(worth) - 1
    scale = spread * sqrt(2)
    for took in range(least, last + 1):
        up_to = 0.5 * (1 + erf((took + 0.5 - mean) / scale)) if took < last else 1.0
        total += (up_to - below) * worth[took]
        below = up_to
    return total


class Auction:
    """The contracts that a seat's call may lead to, each with what it is worth to that seat's side.

    `in_match` tells it in chances to win the match (stakes.py), otherwise in this deal's points.
    """

    def __init__(self, view: View, in_match: bool) -> None:
        seat = view.seat
        assert seat is not None
        hand = view.hands[seat]
        assert hand is not None
        self.view, self.seat, self.hand, self.in_match = view, seat, hand, in_match
        self.calls = call_figures(view)
        self.means = own_means(hand, view.ruleset.unit, self.calls)

    def own(self, amount: int, trump: Suit) -> float:
        unit = self.view.ruleset.unit
        least = sure_to_take(self.view.ruleset, self.hand, trump)
        if trump == NO_TRUMP:
            mean = mean_without_trump("own_no_trump", self.hand, unit, self.calls)
            return self._worth(self.seat, amount, mean, fitted("own_no_trump", unit).spread, least)
        return self._worth(self.seat, amount, self.means[trump], fitted("own", unit).spread, least)

    def best(self, amount: int) -> float:
        return self.own(amount, max(range(4), key=self.means.__getitem__))

    def others(self, declarer: Seat, amount: int) -> float:
        kind = "partner" if declarer == partner_of(self.seat) else "opponent"
        unit = self.view.ruleset.unit
        mean = mean_without_trump(kind, self.hand, unit, self.calls)
        return self._worth(declarer, amount, mean, fitted(kind, unit).spread)

    def _worth(self, declarer: Seat, amount: int, mean: float, spread: float, least: int = 0) -> float:
        rules, side = self.view.ruleset, side_of(self.seat)
        if self.in_match:
            worth = match_points(rules, self.view.score, side, side_of(declarer), amount)
        else:
            worth = deal_points(rules, side, side_of(declarer), amount)
        return spread_over(worth, mean, spread, least)

    def value(self, action: Action) -> float:
        match action:
            case Bid():
                return self.own(action.amount, NO_TRUMP) if action.no_trump else self.best(action.amount)
            case NameTrump():
                assert self.view.contract is not None
                return self.own(self.view.contract[1], action.trump)
            case Pass():
                return self._passing()
        raise AssertionError("cards are not called")

    def _passing(self) -> float:
        """What a pass brings: the high bid stands, or somebody who has not called yet takes the lowest."""
        high = next((call for call in reversed(self.view.calls) if isinstance(call, BidMade)), None)
        if high is not None:
            return self.others(high.seat, high.amount)
        passed = {call.seat for call in self.view.calls}
        to_come = [seat for seat in range(4) if seat != self.seat and seat not in passed]
        rules = self.view.ruleset
        if not to_come:
            return 0.0
        partner = partner_of(self.seat)
        lowest = {seat: self.others(seat, rules.bids[0]) for seat in to_come}
        if rules.all_pass == "force_last":
            return sum(lowest.values()) / len(lowest)
        # Somebody bids only what is good for their side, and it may be passed out.
        bids = [max(0.0, value) if seat == partner else min(0.0, value) for seat, value in lowest.items()]
        return 0.5 * sum(bids) / len(bids)


def call_values(view: View, in_match: bool = False) -> dict[Action, float]:
    """Each legal call, or suit to name: the points it should bring the seat's side less the other's."""
    auction = Auction(view, in_match)
    return {action: auction.value(action) for action in view.legal}


def choose_call(view: View) -> Action:
    """The call, or the trump, that is worth most for the match; of equals the first."""
    values = call_values(view, in_match=True)
    return max(values, key=lambda action: values[action])
