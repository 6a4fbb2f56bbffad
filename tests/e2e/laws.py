"""The laws of Tarneeb written a second time, from rules.md alone: turn order, tricks, scores, endings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .presets import Rules

SEATS = "NESW"
SIDES = ("NS", "EW")
SUITS = "SHDC"
RANKS = "AKQJT98765432"
CARDS = frozenset(suit + rank for suit in SUITS for rank in RANKS)
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
DEAL_LIMIT = 100
PASSED_OUT_LIMIT = 20

Tally = dict[str, int]


class Play(NamedTuple):
    """A card laid in a trick."""

    seat: str
    card: str


class Finish(NamedTuple):
    """How a match ended."""

    winner: str | None
    reason: str


def side_of(seat: str) -> str:
    """The partnership of a seat."""
    return "NS" if seat in "NS" else "EW"


def opponents(side: str) -> str:
    """The other partnership."""
    return "EW" if side == "NS" else "NS"


def seats_from(seat: str, rules: Rules) -> str:
    """All four seats in the direction of play, beginning with one."""
    circle = SEATS if rules["direction"] == "clockwise" else "NWSE"
    start = circle.index(seat)
    return circle[start:] + circle[:start]


def next_seat(seat: str, rules: Rules) -> str:
    """The neighbour in the direction of play."""
    return seats_from(seat, rules)[1]


def sorted_cards(cards: Iterable[str]) -> list[str]:
    """Cards by suit (S H D C), then rank (A K Q … 2)."""
    return sorted(cards, key=lambda card: (SUITS.index(card[0]), RANKS.index(card[1])))


def playable(hand: Iterable[str], plays: Sequence[Play]) -> list[str]:
    """The cards of a hand that may be played to a trick."""
    cards = list(hand)
    if not plays:
        return cards
    led = plays[0].card[0]
    return [card for card in cards if card[0] == led] or cards


def trick_winner(plays: Sequence[Play], trump: str) -> str:
    """The highest trump wins, else the highest card of the led suit."""
    led = plays[0].card[0]

    def strength(play: Play) -> tuple[bool, bool, int]:
        suit = play.card[0]
        return suit == trump, suit == led, -RANKS.index(play.card[1])

    return max(plays, key=strength).seat


def card_points(cards: Iterable[str]) -> int:
    """A 11, T 10, K 4, Q 3, J 2."""
    return sum(WORTH.get(card[1], 0) for card in cards)


def is_made(rules: Rules, declarer: str, amount: int, tricks: Tally, worth: Tally) -> bool:
    """Whether declarer's side took at least the contract, in the rule set's unit."""
    taken = tricks if rules["unit"] == "tricks" else worth
    return taken[side_of(declarer)] >= amount


def deal_points(rules: Rules, declarer: str, amount: int, tricks: Tally, worth: Tally) -> Tally:
    """What each side scores in a deal; `tricks` and `worth` (card points) as taken."""
    us, them = side_of(declarer), opponents(side_of(declarer))
    taken = tricks if rules["unit"] == "tricks" else worth
    made = is_made(rules, declarer, amount, tricks, worth)
    if rules["bid13"] == "kaboot" and amount == 13:
        return {us: 26, them: 0} if made else {us: -16, them: 2 * taken[them]}
    if made:
        ours = taken[us]
        if tricks[us] == 13 and (rules["slam_when"] == "any" or amount == 13):
            ours = {"none": ours, "16": 16, "double_bid": 2 * amount}[rules["slam"]]
        return {us: ours, them: taken[them] if rules["defenders_when_made"] == "own" else 0}
    theirs = taken[them] if rules["defenders_when_set"] == "own" else 0
    if tricks[them] == 13 and rules["slam_sides"] == "either":
        theirs = 16
    return {us: -amount, them: theirs}


def leader(score: Tally) -> str | None:
    """The side with the higher score, if there is one."""
    if score["NS"] == score["EW"]:
        return None
    return max(SIDES, key=lambda side: score[side])


def target_winner(rules: Rules, score: Tally) -> str | None:
    """The side that has won by reaching the target."""
    there = [side for side in SIDES if score[side] >= rules["target"]]
    if not there or (rules["ending"] == "sole" and len(there) == 2):
        return None
    return leader(score)


def finish_after_deal(
    rules: Rules, declarer: str, amount: int, made: bool, score: Tally, scored: int
) -> Finish | None:
    """Whether and how the match ends with a scored deal; `score` and `scored` include it."""
    if rules["bid13"] == "wins_match" and amount == 13:
        side = side_of(declarer)
        return Finish(side if made else opponents(side), "bid13")
    winner = target_winner(rules, score)
    if winner:
        return Finish(winner, "target")
    return Finish(leader(score), "limit") if scored >= DEAL_LIMIT else None


def finish_after_passing(score: Tally, passed_out: int) -> Finish | None:
    """Whether the match ends with a deal that was passed out; `passed_out` in a row includes it."""
    return Finish(leader(score), "limit") if passed_out >= PASSED_OUT_LIMIT else None
