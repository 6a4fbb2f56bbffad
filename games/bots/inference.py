"""What calls tell of hidden hands: layouts are drawn by how likely bots like us would have called so."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate
from math import exp

from games.rules.cards import NO_TRUMP, Mask
from games.rules.events import BidMade
from games.rules.ruleset import RuleSet
from games.rules.seats import NS, Seat, partner_of
from games.rules.views import View

from .features import CALLS
from .habits import likelihood, moments
from .knowledge import Four, Knowledge, layout
from .source import RandomSource
from .stakes import deal_points, trick_worth
from .valuing import own_means, spread_over

# How many layouts are drawn for each that is kept, and how many of them are left by the calls: what cards
# tell takes longer to find out.
DRAWN, LEFT_BY_CALLS = 8, 3
# How far, in tricks, others may think differently of a hand, and of which suit is its best.
DOUBT, TRUMP_DOUBT = 1.0, 0.6
# In tricks, as auction_table.py has it for one's own contracts.
SPREAD = 1.7
_NO_CALLS = (0.0,) * len(CALLS)


def layouts(
    view: View, knowledge: Knowledge, count: int, random: RandomSource, by_cards: bool = True
) -> list[Four]:
    """`count` layouts, drawn by their likelihood: by the calls and, if all play like us, `by_cards`."""
    drawn = [layout(knowledge, random) for _ in range(DRAWN * count)]
    by_calls = [_likelihood(view, knowledge, hands) for hands in drawn]
    if not by_cards:
        return _resampled(drawn, by_calls, count, random)
    left = _resampled(drawn, by_calls, LEFT_BY_CALLS * count, random)
    past = moments(view)
    weigh = cache(lambda hands: likelihood(past, hands))
    return _resampled(left, [weigh(hands) for hands in left], count, random)


def _resampled(
    drawn: Sequence[Four], weights: Sequence[float], count: int, random: RandomSource
) -> list[Four]:
    """Systematic resampling: a layout is taken as often as its share of all weights asks for."""
    sums = list(accumulate(weights))
    step = sums[-1] / count
    mark = random.random() * step
    kept, place = [], 0
    for _ in range(count):
        while sums[place] < mark and place < len(sums) - 1:
            place += 1
        kept.append(drawn[place])
        mark += step
    return kept


def _likelihood(view: View, knowledge: Knowledge, hands: Four) -> float:
    likely = 1e-9
    product = 1.0
    for seat, hand in enumerate(hands):
        if seat != knowledge.seat:
            product *= _of_seat(view, seat, hand | knowledge.played[seat])
    return likely + product


def _of_seat(view: View, seat: Seat, hand: Mask) -> float:
    """How likely a seat with this hand calls, and names trump, as it has."""
    rules = view.ruleset
    means = own_means(hand, rules.unit, _NO_CALLS)
    best = max(means)
    product = 1.0
    high: BidMade | None = None
    for call in view.calls:
        if call.seat == seat:
            if isinstance(call, BidMade):
                product *= 1.0 if call.no_trump else _bids(rules, best, call.amount)
            elif high is None or high.seat != partner_of(seat):
                product *= 1 - _bids(rules, best, _next(rules, high))
        if isinstance(call, BidMade):
            high = call
    if view.contract is not None and view.contract[0] == seat and view.trump not in (None, NO_TRUMP):
        assert view.trump is not None
        doubt = TRUMP_DOUBT * trick_worth(rules)
        product *= exp((means[view.trump] - best) / doubt)
    return product


def _next(rules: RuleSet, high: BidMade | None) -> int:
    """The lowest amount that outbids; above the highest none does, and a pass tells nothing."""
    return next((amount for amount in rules.bids if high is None or amount > high.amount), 2 * rules.bids[-1])


def _bids(rules: RuleSet, mean: float, amount: int) -> float:
    return 1 / (1 + exp(min(50.0, (break_even(rules, amount) - mean) / (DOUBT * trick_worth(rules)))))


@lru_cache(maxsize=1024)
def break_even(rules: RuleSet, amount: int) -> float:
    """What one must expect to take for a bid to be worth as much as nothing."""
    if amount > rules.bids[-1]:
        return 10.0 * amount
    scale = trick_worth(rules)
    worth = deal_points(rules, NS, NS, amount)
    means = (tenth / 10 * scale for tenth in range(40, 140))
    return next((mean for mean in means if spread_over(worth, mean, SPREAD * scale) >= 0), 14 * scale)
