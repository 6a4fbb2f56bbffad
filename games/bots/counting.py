"""What a seat can work out in the play: which cards are out, who may still hold them, and how likely."""

from math import comb

from games.rules.cards import POINTS, SUIT_OF, Card, Mask
from games.rules.seats import SEATS, Seat, partner_of
from games.rules.views import View

from .reading import Reading, suit_of


class Count(Reading):
    """A player's count of the deal. Everything follows from the view of one seat.

    `after` and `before` are the opponents in the order of play, `may[seat]` the unseen cards that a seat
    may hold, `worth_of` what medium_worth.py has found of its suits.
    """

    __slots__ = ("after", "before", "may", "partner", "worth_of")

    def __init__(self, view: View, seat: Seat, hand: Mask) -> None:
        super().__init__(view, seat, hand)
        step = view.ruleset.step
        self.after, self.partner, self.before = (seat + step) & 3, partner_of(seat), (seat - step) & 3
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
        return not self.is_defender

    @property
    def counts_points(self) -> bool:
        return self.view.ruleset.unit == "card_points"

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

    def points_on_table(self) -> int:
        return sum(POINTS[card] for card in self.view.trick)


def highest(cards: Mask) -> Card:
    """The highest of cards of one suit."""
    return (cards & -cards).bit_length() - 1


def lowest(cards: Mask) -> Card:
    """The lowest of cards of one suit."""
    return cards.bit_length() - 1
