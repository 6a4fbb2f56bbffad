"""Leading to a trick: draw trumps, cash what wins, then what sets something up."""

from collections.abc import Iterator

from games.rules.cards import SUIT_MASK, Card, Mask, cards_in

from .counting import Count, highest, lowest
from .reading import suit_of

# How likely partner must be to hold a trump before it is given something to ruff.
LIKELY = 0.8


def choose(count: Count) -> Card:
    """The first rule that has a card to lead."""
    for rule in RULES:
        card = rule(count)
        if card is not None:
            return card
    return _lead_low(count)


def _give_a_ruff(count: Count) -> Card | None:
    """Partner, who is not declarer, ruffs what it is void in: with trumps that would not take a trick."""
    if count.declares and not count.is_declarer:
        return None
    has_trumps = 1.0 - count.chance_none(count.partner, count.unseen & count.trumps)
    if has_trumps < LIKELY:
        return None
    for suit in _side_suits(count):
        whole = suit_of(highest(suit))
        if count.unseen & whole and not count.may[count.partner] & whole:
            return lowest(suit)
    return None


def _draw_trumps(count: Count) -> Card | None:
    """Declarer takes out the trumps that opponents may hold."""
    trumps = count.hand & count.trumps
    if not trumps:
        return None
    out = count.opponents() & count.trumps
    top = highest(trumps)
    if trumps != count.hand and (not count.is_declarer or not out or _only_master_out(count, out, top)):
        return None
    below = trumps & ~(1 << top)
    if count.above(top).bit_count() <= 1 or (below and count.touch(top, highest(below))):
        return top
    return lowest(trumps)


def _only_master_out(count: Count, out: Mask, top: Card) -> bool:
    """One trump is out and cannot be drawn: it takes its trick anyhow, and the lead would go with it."""
    return out.bit_count() == 1 and not count.is_master(top)


def _cash(count: Count) -> Card | None:
    """A master is least likely to be ruffed where most is still out."""
    masters = [card for card in cards_in(count.hand & ~count.trumps) if count.is_master(card)]
    return max(masters, key=lambda card: (count.unseen & suit_of(card)).bit_count(), default=None)


def _return_partners_suit(count: Count) -> Card | None:
    """What partner led first promised something."""
    if count.declares and not count.is_declarer:
        return None
    for leader, cards, _ in count.view.history:
        suit = count.hand & suit_of(cards[0])
        if leader == count.partner and suit and not suit & count.trumps:
            return lowest(suit)
    return None


def _side_suits(count: Count) -> Iterator[Mask]:
    for suit in SUIT_MASK:
        if count.hand & suit and suit != count.trumps:
            yield count.hand & suit


def _lead_sequence(count: Count) -> Card | None:
    """The king from king and queen, else the queen from queen and jack: it sets up the one below."""
    for higher in (1, 2):
        for suit in _side_suits(count):
            top, below = highest(suit), suit & (suit - 1)
            if below and count.above(top).bit_count() == higher and count.touch(top, highest(below)):
                return top
    return None


def _draw_for_declarer(count: Count) -> Card | None:
    """Declarer's partner, with nothing to cash, helps to take out trumps."""
    trumps = count.hand & count.trumps
    if not trumps or not count.declares or not count.opponents() & count.trumps:
        return None
    return highest(trumps)


def _lead_low(count: Count) -> Card:
    """From the longest suit, which leaves most to set up."""
    return lowest(max(_side_suits(count), key=int.bit_count))


RULES = (
    _draw_trumps, _cash, _give_a_ruff, _return_partners_suit, _lead_sequence, _draw_for_declarer,
)  # fmt: skip
