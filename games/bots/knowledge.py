"""What a view tells of the cards that it hides, and deals of them that fit."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from games.rules.cards import ALL_CARDS, SUIT_MASK, SUIT_OF, Card, Mask, cards_in, mask_of
from games.rules.seats import Seat
from games.rules.views import View

from .source import RandomSource

Four = tuple[Mask, Mask, Mask, Mask]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A seat's own `hand`, the `unseen` cards, how many each seat holds (`counts`), what it has `played`.

    `others` are the three who hold the unseen cards, in the order of play: so a mirrored view is told alike.
    `voids[seat]` masks the suits in which a seat has shown that it has none.
    """

    seat: Seat
    others: tuple[Seat, Seat, Seat]
    hand: Mask
    unseen: Mask
    counts: tuple[int, ...]
    played: Four
    voids: Four


def known(view: View) -> Knowledge:
    """What the seat of a view may know of the cards."""
    seat = view.seat
    assert seat is not None
    hand = view.hands[seat]
    assert hand is not None
    played, voids = [0] * 4, [0] * 4
    tricks = [(leader, cards) for leader, cards, _ in view.history]
    for leader, cards in [*tricks, (view.leader, view.trick)]:
        for place, card in enumerate(cards):
            who = (leader + view.ruleset.step * place) & 3
            played[who] |= 1 << card
            if SUIT_OF[card] != SUIT_OF[cards[0]]:
                voids[who] |= SUIT_MASK[SUIT_OF[cards[0]]]
    north, east, south, west = played
    unseen = ALL_CARDS & ~(hand | north | east | south | west)
    step = view.ruleset.step
    return Knowledge(
        seat,
        ((seat + step) & 3, (seat + 2) & 3, (seat - step) & 3),
        hand,
        unseen,
        view.counts,
        (north, east, south, west),
        (voids[0], voids[1], voids[2], voids[3]),
    )


def layout(knowledge: Knowledge, random: RandomSource) -> Four:
    """Four hands, drawn from all that the counts and voids allow, each as likely as any other."""
    others = knowledge.others
    hands = [0] * 4
    hands[knowledge.seat] = knowledge.hand
    if any(knowledge.voids[seat] & knowledge.unseen for seat in others):
        _deal_by_suit(knowledge, others, hands, random)
    else:
        cards = shuffled(cards_in(knowledge.unseen), random)
        for seat in others:
            hands[seat] = mask_of(cards[: knowledge.counts[seat]])
            del cards[: knowledge.counts[seat]]
    return hands[0], hands[1], hands[2], hands[3]


def shuffled(cards: Sequence[Card], random: RandomSource) -> list[Card]:
    """The cards in an order drawn by chance."""
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        place = int(random.random() * (last + 1))
        deck[last], deck[place] = deck[place], deck[last]
    return deck


def _deal_by_suit(
    knowledge: Knowledge, others: Sequence[Seat], hands: list[Mask], random: RandomSource
) -> None:
    """One suit after the other: how it divides is drawn by the number of deals that it leaves."""
    lengths = tuple((knowledge.unseen & suit).bit_count() for suit in SUIT_MASK)
    open_to = tuple(tuple(not knowledge.voids[seat] & suit for seat in others) for suit in SUIT_MASK)
    room = tuple(knowledge.counts[seat] for seat in others)
    for suit, mask in enumerate(SUIT_MASK):
        divisions = _divisions(lengths[suit:], open_to[suit:], room)
        division = _drawn(divisions, random)
        cards = shuffled(cards_in(knowledge.unseen & mask), random)
        for seat, count in zip(others, division, strict=True):
            hands[seat] |= mask_of(cards[:count])
            del cards[:count]
        room = (room[0] - division[0], room[1] - division[1], room[2] - division[2])


Division = tuple[int, int, int]


def _drawn(divisions: Sequence[tuple[Division, int]], random: RandomSource) -> Division:
    ways = random.random() * sum(number for _, number in divisions)
    for division, number in divisions:
        ways -= number
        if ways < 0:
            return division
    return divisions[-1][0]


@lru_cache(maxsize=4096)
def _divisions(
    lengths: tuple[int, ...], open_to: tuple[tuple[bool, ...], ...], room: tuple[int, ...]
) -> tuple[tuple[Division, int], ...]:
    """How the first suit can divide between three seats with `room`, and in how many deals of all suits."""
    length, (first_open, second_open, third_open) = lengths[0], open_to[0]
    found = []
    for first in range(min(length, room[0]) + 1 if first_open else 1):
        for second in range(min(length - first, room[1]) + 1 if second_open else 1):
            third = length - first - second
            if third > room[2] or (third and not third_open):
                continue
            left = (room[0] - first, room[1] - second, room[2] - third)
            ways = comb(length, first) * comb(length - first, second) * _ways(lengths[1:], open_to[1:], left)
            if ways:
                found.append(((first, second, third), ways))
    return tuple(found)


def _ways(lengths: tuple[int, ...], open_to: tuple[tuple[bool, ...], ...], room: tuple[int, ...]) -> int:
    if not lengths:
        return int(not any(room))
    return sum(number for _, number in _divisions(lengths, open_to, room))
