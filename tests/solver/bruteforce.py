"""Endings solved by trying cards one by one: slow, short, and nothing in common with the solver it checks."""

from collections.abc import Iterator

from games.bots.doubledummy import Position
from games.rules.cards import SUIT_MASK, SUIT_OF, TAKES, Card, Mask, Suit, cards_in, mask_of
from games.rules.seats import NS, Seat, side_of

Hands = tuple[Mask, Mask, Mask, Mask]


class BruteForce:
    """Alpha-beta with the narrowest window: can N and S take that many tricks or can they not?

    What is found between tricks is remembered: `known` holds the most goals reached, the fewest missed.
    """

    def __init__(self, trump: Suit, step: int) -> None:
        self.takes, self.step = TAKES[trump], step
        self.known: dict[tuple[Hands, Seat], tuple[int, int]] = {}

    def reach(self, goal: int, hands: Hands, leader: Seat, trick: tuple[Card, ...]) -> bool:
        if len(trick) == 4:
            winner = self._winner(leader, trick)
            return self._reach_between(goal - (side_of(winner) == NS), hands, winner)
        seat = (leader + self.step * len(trick)) & 3
        ours = side_of(seat) == NS
        for card in worth_trying(hands, seat, trick):
            if self.reach(goal, without(hands, seat, card), leader, (*trick, card)) == ours:
                return ours
        return not ours

    def _reach_between(self, goal: int, hands: Hands, leader: Seat) -> bool:
        reached, missed = self.known.get((hands, leader), (0, hands[leader].bit_count() + 1))
        if reached < goal < missed:
            if self.reach(goal, hands, leader, ()):
                reached = goal
            else:
                missed = goal
            self.known[hands, leader] = (reached, missed)
        return goal <= reached

    def _winner(self, leader: Seat, trick: tuple[Card, ...]) -> Seat:
        place = 0
        for later, card in enumerate(trick):
            if self.takes[trick[place]][card]:
                place = later
        return (leader + self.step * place) & 3


def playable(hand: Mask, trick: tuple[Card, ...]) -> tuple[Card, ...]:
    following = hand & SUIT_MASK[SUIT_OF[trick[0]]] if trick else 0
    return cards_in(following or hand)


def worth_trying(hands: Hands, seat: Seat, trick: tuple[Card, ...]) -> Iterator[Card]:
    """What may be played, less each card that only its holder's own cards part from the one before."""
    others = mask_of(trick)
    for holder, hand in enumerate(hands):
        others |= hand if holder != seat else 0
    before = -1
    for card in playable(hands[seat], trick):
        if before < 0 or SUIT_OF[before] != SUIT_OF[card] or others & ((1 << card) - (1 << before)):
            yield card
        before = card


def without(hands: Hands, seat: Seat, card: Card) -> Hands:
    north, east, south, west = (
        hand & ~(1 << card) if holder == seat else hand for holder, hand in enumerate(hands)
    )
    return north, east, south, west


def solve(position: Position) -> dict[Card, int]:
    """What a `Solver` says of a position."""
    search = BruteForce(position.trump, position.step)
    turn, left = position.turn, position.hands[position.turn].bit_count()
    tricks = {}
    for card in playable(position.hands[turn], position.trick):
        hands, trick = without(position.hands, turn, card), (*position.trick, card)
        goals = range(1, left + 1)
        north_south = sum(search.reach(goal, hands, position.leader, trick) for goal in goals)
        tricks[card] = north_south if side_of(turn) == NS else left - north_south
    return tricks
