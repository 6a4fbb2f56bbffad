"""Cards that take a trick whatever others hold: a declarer leads first, and cashes them."""

from functools import lru_cache

from games.rules.cards import NO_TRUMP, POINTS, SUIT_MASK, Mask, Suit, cards_in
from games.rules.ruleset import RuleSet


def sure_to_take(rules: RuleSet, hand: Mask, trump: Suit) -> int:
    """What declarer takes at least with this hand, in what the rule set counts."""
    cards = sure_cards(hand, trump)
    if rules.unit == "tricks":
        return cards.bit_count()
    return sum(POINTS) if cards == hand else sum(POINTS[card] for card in cards_in(cards))


@lru_cache(maxsize=4096)
def sure_cards(hand: Mask, trump: Suit) -> Mask:
    """The highest of each suit, and its whole suit once they have drawn all others of it.

    Side suits are safe only if the trumps draw all others.
    """
    if trump != NO_TRUMP and not _draws_all(hand, SUIT_MASK[trump]):
        return _highest(hand, SUIT_MASK[trump])
    cashed = 0
    for suit in SUIT_MASK:
        cashed |= hand & suit if _draws_all(hand, suit) else _highest(hand, suit)
    return cashed


def _highest(hand: Mask, suit: Mask) -> Mask:
    """One's cards of a suit that are above all others."""
    others = suit & ~hand
    return hand & suit & ((others & -others) - 1)  # of bits the lowest is the highest card


def _draws_all(hand: Mask, suit: Mask) -> bool:
    """Whether these are as many as the others, all of which one hand may hold."""
    return _highest(hand, suit).bit_count() >= (suit & ~hand).bit_count()
