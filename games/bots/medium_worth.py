"""What the cards that stay in a hand may still take, and so what playing one of them costs."""

from games.rules.cards import BIT, POINTS, Card, Mask, cards_in

from .counting import Count
from .reading import suit_of

# The tricks a card may expect, by how many unseen cards of its suit are higher (three: or more):
# a trump, a side card that opponents may ruff, and one that they cannot.
TRUMP = (0.9, 0.6, 0.3, 0.3)
RUFFABLE = (0.6, 0.35, 0.15, -0.15)
SAFE = (0.8, 0.4, 0.2, 0.05)
# What is left of that to a card with too few lower ones beside it to wait until the higher have gone.
UNGUARDED = 0.2
# What each card beyond the third of a suit adds: it may be the last one left.
LENGTH = 0.1
# Where cards are points: what a trick is worth, and a kept card's chance to bring its own home.
TRICK_POINTS = 9.0
BROUGHT_HOME = 0.5


def stake(count: Count) -> float:
    """What the trick on the table is worth, without the card that is going to be played."""
    return TRICK_POINTS / 2 + count.points_on_table() if count.counts_points else 1.0


def points(count: Count, card: Card) -> int:
    """What a card adds to the trick it is played to."""
    return POINTS[card] if count.counts_points else 0


def price(count: Count, card: Card) -> float:
    """What playing a card costs later."""
    held = count.hand & suit_of(card)
    if held not in count.worth_of:  # asked for again with each card of the suit
        count.worth_of[held] = worth(count, held)
    tricks = count.worth_of[held] - worth(count, held & ~BIT[card])
    return tricks * TRICK_POINTS + BROUGHT_HOME * POINTS[card] if count.counts_points else tricks


def worth(count: Count, suit: Mask) -> float:
    """The tricks that one's cards of a suit may expect to take."""
    held = cards_in(suit)
    if not held:
        return 0.0
    whole = suit_of(held[0])
    ruffed = bool(count.opponents() & count.trumps)
    if not count.unseen & whole and (whole == count.trumps or not ruffed):
        return float(len(held))
    if whole == count.trumps:
        return sum(TRUMP[min(3, count.above(card).bit_count())] for card in held)
    by_height = RUFFABLE if ruffed else SAFE
    total = LENGTH * max(0, len(held) - 3)
    for place, card in enumerate(held):
        above = count.above(card).bit_count()
        guarded = len(held) - 1 - place >= above
        total += by_height[min(3, above)] * (1.0 if guarded else UNGUARDED)
    return total
