"""How `easy` plays its cards: draw trumps as declarer, keep a master trump in defence, win cheaply."""

from games.rules.cards import BIT, POINTS, SUIT_MASK, SUIT_OF, Card, Mask, cards_in
from games.rules.seats import Seat, partner_of
from games.rules.views import View

from .reading import Reading, suit_of


def choose_card(view: View, seat: Seat, hand: Mask) -> Card:
    reading = Reading(view, seat, hand)
    return _follow(reading) if view.trick else _lead(reading)


def _lead(reading: Reading) -> Card:
    trumps, side = reading.hand & reading.trumps, reading.hand & ~reading.trumps
    if not side or (trumps and reading.is_declarer and reading.opponents_may_hold_trumps()):
        return _draw_trumps(reading, trumps)
    masters = [card for card in cards_in(side) if reading.is_master(card)]
    if masters:  # least likely to be ruffed where most is still out
        return max(masters, key=lambda card: (reading.unseen & suit_of(card)).bit_count())
    return lowest(max((side & suit for suit in SUIT_MASK), key=int.bit_count))


def _draw_trumps(reading: Reading, trumps: Mask) -> Card:
    """The highest when it wins, or when it makes the one below it good; else a low one."""
    top = highest(trumps)
    below = trumps & ~BIT[top]
    if reading.is_master(top) or (below and reading.touch(top, highest(below))):
        return top
    return lowest(trumps)


def _follow(reading: Reading) -> Card:
    seat, best = reading.best_play()
    winners = reading.playable & reading.beats(best)
    if seat == partner_of(reading.seat) and _stands(reading, best, winners):
        return _give_partner(reading)
    card = _cheapest_winner(reading, winners) if winners else None
    return _give(reading) if card is None or _is_kept(reading, card) else card


def _stands(reading: Reading, best: Card, winners: Mask) -> bool:
    """Whether the partner's card wins, or does as well as any of mine would."""
    if len(reading.view.trick) == 3 or not winners or reading.is_master(best):
        return True
    return not reading.unseen & reading.beats(best) & ~reading.beats(highest(winners))


def _cheapest_winner(reading: Reading, winners: Mask) -> Card | None:
    """The card to win with; None where the second hand had better play low."""
    trick = reading.view.trick
    ruffs = bool(winners & reading.trumps & ~suit_of(trick[0]))
    if len(trick) == 3 or ruffs:
        return lowest(winners)
    top = highest(winners)
    if len(trick) == 1 and not reading.is_master(top):
        return None
    equals = [card for card in cards_in(winners & suit_of(top)) if reading.touch(top, card)]
    return equals[-1]


def _is_kept(reading: Reading, card: Card) -> bool:
    """A defender keeps the master trump when trumps are led: it will take declarer's long suit later."""
    trumps_led = suit_of(reading.view.trick[0]) == reading.trumps
    return reading.is_defender and trumps_led and reading.is_master(card)


def _give_partner(reading: Reading) -> Card:
    """A card for the partner's trick: where cards are points, the dearest that is no master."""
    if reading.view.ruleset.unit != "card_points":
        return _give(reading)
    return max(_spare(reading), key=lambda card: (POINTS[card], card % 13))


def _give(reading: Reading) -> Card:
    """A card to lose: the lowest that is no master, from the longest such suit."""
    hand = reading.hand
    return max(_spare(reading), key=lambda card: (card % 13, (hand & suit_of(card)).bit_count()))


def _spare(reading: Reading) -> list[Card]:
    """Side suits before trumps, and no masters, where there is a choice."""
    cards = cards_in(reading.playable & ~reading.trumps or reading.playable)
    return [card for card in cards if not reading.is_master(card)] or list(cards)


def highest(cards: Mask) -> Card:
    return min(cards_in(cards), key=_rank)


def lowest(cards: Mask) -> Card:
    return max(cards_in(cards), key=_rank)


def _rank(card: Card) -> int:
    """From 0, the ace, to 12, the two."""
    return card - 13 * SUIT_OF[card]
