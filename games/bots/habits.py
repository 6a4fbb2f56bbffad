"""What cards tell of hidden hands: how likely bots like us, with such a hand, would have played them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.rules.cards import BIT, SUIT_MASK, SUIT_OF, Card, Mask
from games.rules.seats import Seat
from games.rules.views import View

from . import medium_play
from .knowledge import Four

# Of a card that a rule bot would not have played one cannot tell much: people, and better bots, do.
UNLIKE_US = 0.2
# The latest cards are looked at, for time; earlier hands were larger and say less of what is left.
LATEST = 16


@dataclass(frozen=True, slots=True)
class Moment:
    """Another seat's `card`: what was seen then, less its hand, and what it has played `since`, with this."""

    seat: Seat
    seen: View
    card: Card
    since: Mask


def moments(view: View) -> list[Moment]:
    """The other seats' latest cards, the earliest first. Their hands are filled in by `likelihood`."""
    found: list[Moment] = []
    since = [0] * 4
    counts = list(view.counts)
    tricks = [(view.leader, view.trick), *((leader, cards) for leader, cards, _ in reversed(view.history))]
    for back, (leader, cards) in enumerate(tricks):
        history = view.history[: len(view.history) - back]
        for place in range(len(cards) - 1, -1, -1):
            seat = (leader + view.ruleset.step * place) & 3
            since[seat] |= BIT[cards[place]]
            counts[seat] += 1
            if seat != view.seat and counts[seat] > 1:
                then = (counts[0], counts[1], counts[2], counts[3])
                trick = cards[:place]
                seen = replace(view, seat=seat, leader=leader, trick=trick, history=history, counts=then)
                found.append(Moment(seat, seen, cards[place], since[seat]))
        if len(found) >= LATEST:
            break
    return found[LATEST - 1 :: -1]


def likelihood(past: Sequence[Moment], hands: Four) -> float:
    """How likely, as a product, seats with these hands would have played so; forced cards tell nothing."""
    product = 1.0
    for moment in past:
        hand = hands[moment.seat] | moment.since
        if _had_a_choice(moment, hand):
            ours = medium_play.choose_card(moment.seen, moment.seat, hand)
            product *= 1.0 if _alike(ours, moment.card, hand) else UNLIKE_US
    return product


def _had_a_choice(moment: Moment, hand: Mask) -> bool:
    trick = moment.seen.trick
    playable = hand & SUIT_MASK[SUIT_OF[trick[0]]] or hand if trick else hand
    return playable & (playable - 1) != 0


def _alike(one: Card, other: Card, hand: Mask) -> bool:
    """Whether two cards are the same, or of one suit and the hand holds all between them."""
    if SUIT_OF[one] != SUIT_OF[other]:
        return False
    low, high = min(one, other), max(one, other)
    return not (BIT[high] - BIT[low]) & SUIT_MASK[SUIT_OF[one]] & ~hand
