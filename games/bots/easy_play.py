"""How `easy` plays its cards: draw trumps as declarer, keep a master trump in defence, win cheaply."""

from games.rules.cards import (
    ALL_CARDS,
    BEATS,
    BIT,
    NO_TRUMP,
    SUIT_MASK,
    SUIT_OF,
    Card,
    Mask,
    Suit,
    cards_in,
    mask_of,
)
from games.rules.seats import SEATS, Seat, partner_of, side_of
from games.rules.views import View


class Reading:
    """What a seat can tell from its view: who declares, and which cards may still be against it."""

    __slots__ = ("declarer", "hand", "playable", "seat", "trump", "trumps", "unseen", "view")

    def __init__(self, view: View, seat: Seat, hand: Mask) -> None:
        assert view.trump is not None and view.contract is not None
        self.view, self.seat, self.hand, self.trump = view, seat, hand, view.trump
        self.declarer = view.contract[0]
        self.trumps = 0 if self.trump == NO_TRUMP else SUIT_MASK[self.trump]
        seen = hand | mask_of(view.trick)
        for _, cards, _ in view.history:
            seen |= mask_of(cards)
        self.unseen = ALL_CARDS & ~seen
        led = SUIT_MASK[SUIT_OF[view.trick[0]]] if view.trick else ALL_CARDS
        self.playable = hand & led or hand

    @property
    def declaring(self) -> bool:
        return side_of(self.seat) == side_of(self.declarer)

    def is_master(self, card: Card) -> bool:
        """Whether no unseen card of its suit is higher."""
        return not self.unseen & SUIT_MASK[SUIT_OF[card]] & (BIT[card] - 1)

    def opponents_hold_trumps(self) -> bool:
        """Whether a trump is out that need not be the partner's."""
        if not self.unseen & self.trumps:
            return False
        out = {seat for seat in SEATS if side_of(seat) != side_of(self.seat)} - self._without_trumps()
        return bool(out)

    def _without_trumps(self) -> set[Seat]:
        """Who has shown no trump when trumps were led."""
        step = self.view.ruleset.step
        return {
            (leader + step * place) & 3
            for leader, cards, _ in self.view.history
            if BIT[cards[0]] & self.trumps
            for place in range(1, 4)
            if not BIT[cards[place]] & self.trumps
        }


def choose_card(view: View, seat: Seat, hand: Mask) -> Card:
    reading = Reading(view, seat, hand)
    return _follow(reading) if view.trick else _lead(reading)


def _lead(reading: Reading) -> Card:
    mine = reading.hand & reading.trumps
    if mine and reading.declaring and reading.opponents_hold_trumps():
        return _draw_trumps(reading, mine)
    side = reading.hand & ~reading.trumps
    if not side:
        return _draw_trumps(reading, mine)
    masters = [card for card in cards_in(side) if reading.is_master(card)]
    if masters:  # least likely to be ruffed where most is still out
        return max(masters, key=lambda card: (reading.unseen & SUIT_MASK[SUIT_OF[card]]).bit_count())
    suits = [suit for suit in range(4) if side & SUIT_MASK[suit]]
    lengths = {suit: (side & SUIT_MASK[suit]).bit_count() for suit in suits}
    # Declarer's side makes a long suit good; the defenders hope to ruff a short one.
    suit = max(suits, key=lengths.__getitem__) if reading.declaring else min(suits, key=lengths.__getitem__)
    return _lowest(side & SUIT_MASK[suit])


def _draw_trumps(reading: Reading, mine: Mask) -> Card:
    """The highest when it wins or the next one does after it; else a low one."""
    top = _highest(mine)
    second = mine & ~BIT[top]
    touching = second and not reading.unseen & (BIT[_highest(second)] - 1) & ~(BIT[top] - 1) & SUIT_MASK[SUIT_OF[top]]
    return top if reading.is_master(top) or touching else _lowest(mine)


def _follow(reading: Reading) -> Card:
    view = reading.view
    best_seat, best = _best(reading)
    last = len(view.trick) == 3
    if best_seat == partner_of(reading.seat) and (last or reading.is_master(best)):
        return _give(reading)
    winners = reading.playable & BEATS[reading.trump][best]
    if not winners:
        return _give(reading)
    ruff = bool(winners & reading.trumps) and not BIT[view.trick[0]] & reading.trumps
    if last or ruff:
        card = _lowest(winners)
    else:
        card = _cheapest_equal(reading, _highest(winners))
        if len(view.trick) == 1 and not reading.is_master(card):  # second hand low
            return _give(reading)
    if not reading.declaring and BIT[card] & reading.trumps and reading.is_master(card) and reading.playable & ~BIT[card]:
        return _give(reading)
    return card


def _best(reading: Reading) -> tuple[Seat, Card]:
    view = reading.view
    place, best = 0, view.trick[0]
    for n, card in enumerate(view.trick):
        if BEATS[reading.trump][best] & BIT[card]:
            place, best = n, card
    return (view.leader + view.ruleset.step * place) & 3, best


def _cheapest_equal(reading: Reading, card: Card) -> Card:
    """The lowest of my cards that no unseen card parts from this one."""
    for lower in range(card + 1, 13 * (SUIT_OF[card] + 1)):
        if BIT[lower] & reading.unseen:
            break
        if BIT[lower] & reading.playable:
            card = lower
    return card


def _give(reading: Reading) -> Card:
    """A card to lose: the lowest of a side suit, then a trump."""
    return _lowest(reading.playable & ~reading.trumps or reading.playable)


def _highest(cards: Mask) -> Card:
    return min(cards_in(cards), key=lambda card: card % 13)


def _lowest(cards: Mask) -> Card:
    return max(cards_in(cards), key=lambda card: card % 13)
