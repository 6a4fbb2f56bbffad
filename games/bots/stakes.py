"""What an end of a deal is worth to a side: in points of the deal, and towards winning the match."""

from functools import lru_cache
from math import erf, sqrt, tau

from games.rules.cards import POINTS
from games.rules.events import Pair
from games.rules.ruleset import RuleSet
from games.rules.scoring import DealResult, ending_at, score_deal
from games.rules.seats import Side

# From self-play (`python -m benchmarks.auction`): how much the side ahead gains a deal, and how far the
# difference of a deal's points spreads, both in shares of the lowest bid.
GAIN, SPREAD = 0.8, 1.35
# Where cards are points a trick is worth an even share of them.
POINTS_PER_TRICK = sum(POINTS) / 13


def trick_worth(rules: RuleSet) -> float:
    """What a trick is in what the rule set counts."""
    return POINTS_PER_TRICK if rules.unit == "card_points" else 1.0


def taking(rules: RuleSet, tricks: int) -> int:
    """What so many tricks bring in what the rule set counts, to a whole one."""
    return round(tricks * trick_worth(rules))


def result_of(rules: RuleSet, declaring: Side, amount: int, took: int) -> DealResult:
    """The score of a deal whose declarers take `took` tricks, or card points where these are counted."""
    if rules.unit == "card_points":
        tricks = 13 * took // 120
        return score_deal(rules, declaring, amount, (tricks, 13 - tricks), _pair(declaring, took, 120 - took))
    pair = _pair(declaring, took, 13 - took)
    return score_deal(rules, declaring, amount, pair, (0, 0))


def _pair(side: Side, ours: int, theirs: int) -> Pair:
    return (ours, theirs) if side == 0 else (theirs, ours)


@lru_cache(maxsize=4096)
def deal_points(rules: RuleSet, side: Side, declaring: Side, amount: int) -> tuple[float, ...]:
    """A side's points less the other's, by what the declarers take: 14 figures, or 121 in card points."""
    results = (result_of(rules, declaring, amount, took) for took in range(_most(rules) + 1))
    return tuple(float(result.points[side] - result.points[1 - side]) for result in results)


@lru_cache(maxsize=4096)
def match_points(rules: RuleSet, score: Pair, side: Side, declaring: Side, amount: int) -> tuple[float, ...]:
    """The same in chances to win the match, told as points: far from the end they are nearly equal."""
    before = win_chance(rules, score, side)
    scale = _whole_chance(rules)
    worth = []
    for took in range(_most(rules) + 1):
        result = result_of(rules, declaring, amount, took)
        after = (score[0] + result.points[0], score[1] + result.points[1])
        chance = (
            float(result.wins_match == side)
            if result.wins_match is not None
            else win_chance(rules, after, side)
        )
        worth.append((chance - before) * scale)
    return tuple(worth)


def _most(rules: RuleSet) -> int:
    return 120 if rules.unit == "card_points" else 13


def win_chance(rules: RuleSet, score: Pair, side: Side) -> float:
    """How likely a side wins from a score: certain at the end, before it as the lead is to the luck left."""
    ending = ending_at(rules, score)
    if ending is not None:
        return 0.5 if ending.winner is None else float(ending.winner == side)
    lead = score[side] - score[1 - side]
    return 0.5 * (1 + erf(lead / _luck_left(rules, score) / sqrt(2)))


def _luck_left(rules: RuleSet, score: Pair) -> float:
    """The standard deviation of what the deals to come do to the difference."""
    unit = rules.bids[0]
    deals = max(1.0, (rules.target - max(score)) / (GAIN * unit))
    return SPREAD * unit * sqrt(deals)


def _whole_chance(rules: RuleSet) -> float:
    """How many points a whole chance is worth at the start of such a match."""
    return _luck_left(rules, (0, 0)) * sqrt(tau)
