"""The score of a deal and the end of a match (rules.md, "Score of a deal" and the fields)."""

from typing import NamedTuple

from .events import Pair, Reason
from .ruleset import RuleSet
from .seats import EW, NS, Side

MAX_SCORED_DEALS = 100
MAX_PASSED_OUT = 20
SLAM_POINTS = 16
KABOOT_MADE, KABOOT_SET = 26, -16


class DealResult(NamedTuple):
    """`points` for NS and EW; `wins_match` is the side that a bid of 13 makes the winner, or None."""

    made: bool
    points: Pair
    wins_match: Side | None


class Ending(NamedTuple):
    winner: Side | None
    reason: Reason


def score_deal(rules: RuleSet, declaring: Side, amount: int, tricks: Pair, card_points: Pair) -> DealResult:
    """Score a deal in which side `declaring` had bid `amount` (in the rule set's unit)."""
    took = card_points if rules.unit == "card_points" else tricks
    defending = 1 - declaring
    made = took[declaring] >= amount
    if amount == 13 and rules.bid13 == "kaboot":
        ours, theirs = (KABOOT_MADE, 0) if made else (KABOOT_SET, 2 * took[defending])
    elif made:
        slam = tricks[declaring] == 13 and (rules.slam_when == "any" or amount == 13)
        ours = _slam_points(rules, amount, took[declaring]) if slam else took[declaring]
        theirs = took[defending] if rules.defenders_when_made == "own" else 0
    else:
        slam = tricks[defending] == 13 and rules.slam_sides == "either"
        ours = -amount
        theirs = took[defending] if rules.defenders_when_set == "own" else 0
        theirs = SLAM_POINTS if slam else theirs
    decides = amount == 13 and rules.bid13 == "wins_match"
    winner = (declaring if made else defending) if decides else None
    return DealResult(made, (ours, theirs) if declaring == NS else (theirs, ours), winner)


def _slam_points(rules: RuleSet, amount: int, took: int) -> int:
    return {"none": took, "16": SLAM_POINTS, "double_bid": 2 * amount}[rules.slam]


def ending_at(rules: RuleSet, score: Pair) -> Ending | None:
    """Whether a score ends the match by its target."""
    higher, lower = max(score), min(score)
    if higher < rules.target or higher == lower or (rules.ending == "sole" and lower >= rules.target):
        return None
    return Ending(leader(score), "target")


def leader(score: Pair) -> Side | None:
    """The side ahead, None where the scores are equal."""
    if score[NS] == score[EW]:
        return None
    return NS if score[NS] > score[EW] else EW
