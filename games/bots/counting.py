"""What a seat can work out in the play: which cards are out, who may still hold them, and how likely."""

from math import comb

from games.rules.cards import ALL_CARDS, BEATS, BIT, NO_TRUMP, POINTS, SUIT_MASK, SUIT_OF, Card, Mask, mask_of
from games.rules.seats import SEATS, Seat, partner_of, side_of
from games.rules.views import View

TRICKS = 13


class Count:
    """A player's count of the deal. Everything follows from the view of one seat.

    `after` and `before` are the opponents in the order of play, `unseen` the cards of the three other
    hands, `may[seat]` those of them that a seat may hold, `playable` the legal cards, `trumps` the
    trump suit (nothing at no-trump), `worth_of` what medium_worth.py has found of its suits.
    """

    __slots__ = (
        "after", "before", "hand", "may", "partner", "playable", "seat", "trumps", "unseen", "view",
        "worth_of",
    )  # fmt: skip

    def __init__(self, view: View, seat: Seat, hand: Mask) -> None:
        assert view.trump is not None and view.contract is not None
        self.view, self.seat, self.hand = view, seat, hand
        step = view.ruleset.step
        self.after, self.partner, self.before = (seat + step) & 3, partner_of(seat), (seat - step) & 3
        self.trumps = 0 if view.trump == NO_TRUMP else SUIT_MASK[view.trump]
        seen = hand | mask_of(view.trick)
        for _, cards, _ in view.history:
            seen |= mask_of(cards)
        self.unseen = ALL_CARDS & ~seen
        self.playable = hand & suit_of(view.trick[0]) or hand if view.trick else hand
        self.may = self._may_hold()
        self.worth_of: dict[Mask, float] = {}

    def _may_hold(self) -> list[Mask]:
        """The unseen cards by seat, less the suits it failed to follow and what others must hold."""
        may = [0 if seat == self.seat else self.unseen for seat in SEATS]
        step, view = self.view.ruleset.step, self.view
        for leader, cards in [(leader, cards) for leader, cards, _ in view.history] + [
            (view.leader, view.trick)
        ]:
            for place in range(1, len(cards)):
                if SUIT_OF[cards[place]] != SUIT_OF[cards[0]]:
                    may[(leader + step * place) & 3] &= ~suit_of(cards[0])
        for seat, one, another in self._others():
            only = may[seat] & ~may[one] & ~may[another]
            if only.bit_count() == view.counts[seat]:  # they fill its hand
                may[seat] = only
            if may[seat].bit_count() == view.counts[seat]:  # it holds all of these
                may[one] &= ~may[seat]
                may[another] &= ~may[seat]
        return may

    def _others(self) -> tuple[tuple[Seat, Seat, Seat], ...]:
        """Each of the three other seats with the remaining two."""
        after, partner, before = self.after, self.partner, self.before
        return (after, partner, before), (partner, after, before), (before, after, partner)

    @property
    def declares(self) -> bool:
        """Whether this seat's side has the contract."""
        return self.view.contract is not None and side_of(self.view.contract[0]) == side_of(self.seat)

    @property
    def is_declarer(self) -> bool:
        return self.view.contract is not None and self.view.contract[0] == self.seat

    @property
    def counts_points(self) -> bool:
        return self.view.ruleset.unit == "card_points"

    def beats(self, card: Card) -> Mask:
        """The cards that take a trick from this one."""
        assert self.view.trump is not None
        return BEATS[self.view.trump][card]

    def is_master(self, card: Card) -> bool:
        """Whether no unseen card of its suit is higher."""
        return not self.above(card)

    def above(self, card: Card) -> Mask:
        """The unseen cards of its suit that are higher."""
        return self.unseen & suit_of(card) & (BIT[card] - 1)

    def touch(self, upper: Card, lower: Card) -> bool:
        """Whether no unseen card lies between two cards of one suit."""
        return not self.unseen & (BIT[lower] - BIT[upper])

    def opponents(self) -> Mask:
        """What either opponent may hold."""
        return self.may[self.after] | self.may[self.before]

    def chance_none(self, seat: Seat, cards: Mask) -> float:
        """How likely a seat holds none of some unseen cards of one suit.

        Every layout that fits the voids counts alike.
        """
        held = cards & self.may[seat]
        if not held:
            return 1.0
        places = sum(self.view.counts[other] for other in SEATS if self.may[other] & held)
        elsewhere = places - self.view.counts[seat]
        return comb(elsewhere, held.bit_count()) / comb(places, held.bit_count())

    def chance_beats(self, seat: Seat, card: Card, led: Mask) -> float:
        """How likely a seat still to play can take the trick from a card, `led` being the suit to follow."""
        taking = self.beats(card)
        follows = 1.0 - self.chance_none(seat, taking & led)
        ruffing = taking & self.trumps & ~led
        if not ruffing & self.may[seat]:
            return follows
        return follows + self.chance_none(seat, led & self.unseen) * (1.0 - self.chance_none(seat, ruffing))

    def best_play(self) -> tuple[Seat, Card]:
        """Who is winning the trick on the table, and with what."""
        view = self.view
        place, best = 0, view.trick[0]
        for later, card in enumerate(view.trick):
            if self.beats(best) & BIT[card]:
                place, best = later, card
        return (view.leader + view.ruleset.step * place) & 3, best

    def points_on_table(self) -> int:
        return sum(POINTS[card] for card in self.view.trick)


def suit_of(card: Card) -> Mask:
    """All cards of a card's suit."""
    return SUIT_MASK[SUIT_OF[card]]


def highest(cards: Mask) -> Card:
    """The highest of cards of one suit."""
    return (cards & -cards).bit_length() - 1


def lowest(cards: Mask) -> Card:
    """The lowest of cards of one suit."""
    return cards.bit_length() - 1
