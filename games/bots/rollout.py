"""Deals played on by rule: what a card brings where all four play as `medium` does, each from its own view.

Open hands make everybody clairvoyant; here nobody is, so what they say of a card is corrected by it.
"""

from collections.abc import Iterable
from dataclasses import replace

from games.rules.cards import BIT, POINTS, TAKES, Card, Mask
from games.rules.seats import side_of
from games.rules.views import View

from . import medium_play
from .knowledge import Four


def rolled_out(view: View, hands: Four, cards: Iterable[Card]) -> dict[Card, int]:
    """Each card: what declarers take in all, in tricks or card points, where `hands` are the four hands."""
    return {card: _played(view, list(hands), card) for card in cards}


def _played(view: View, hands: list[Mask], card: Card) -> int:
    assert view.turn is not None and view.trump is not None
    step, takes = view.ruleset.step, TAKES[view.trump]
    leader = view.leader if view.trick else view.turn
    trick, history, counts = view.trick, view.history, list(view.counts)
    seat = view.turn
    while True:
        hands[seat] &= ~BIT[card]
        counts[seat] -= 1
        trick = (*trick, card)
        if len(trick) == 4:
            best = 0
            for place in (1, 2, 3):
                if takes[trick[best]][trick[place]]:
                    best = place
            winner = (leader + step * best) & 3
            history = (*history, (leader, trick, winner))
            leader, trick, seat = winner, (), winner
            if not hands[seat]:
                return _taken(view, history)
        else:
            seat = (seat + step) & 3
        hand = hands[seat]
        if not hand & (hand - 1):
            card = hand.bit_length() - 1
            continue
        then = (counts[0], counts[1], counts[2], counts[3])
        seen = replace(view, seat=seat, leader=leader, trick=trick, history=history, counts=then)
        card = medium_play.choose_card(seen, seat, hand)


def _taken(view: View, history: tuple[tuple[int, tuple[Card, ...], int], ...]) -> int:
    assert view.contract is not None
    declaring = side_of(view.contract[0])
    won = [cards for _, cards, winner in history if side_of(winner) == declaring]
    if view.ruleset.unit == "card_points":
        return sum(POINTS[card] for cards in won for card in cards)
    return len(won)
