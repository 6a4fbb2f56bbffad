"""What a seat can tell from its view of the play: which cards are still out, and who may hold trumps."""

from games.rules.cards import ALL_CARDS, BEATS, BIT, NO_TRUMP, SUIT_MASK, SUIT_OF, Card, Mask, mask_of
from games.rules.seats import Seat, side_of
from games.rules.views import View


class Reading:
    """`trumps` masks the trump suit, `unseen` the cards of the other three, `playable` the legal ones."""

    __slots__ = ("hand", "playable", "seat", "trumps", "unseen", "view")

    def __init__(self, view: View, seat: Seat, hand: Mask) -> None:
        assert view.trump is not None and view.contract is not None
        self.view, self.seat, self.hand = view, seat, hand
        self.trumps = 0 if view.trump == NO_TRUMP else SUIT_MASK[view.trump]
        seen = hand | mask_of(view.trick)
        for _, cards, _ in view.history:
            seen |= mask_of(cards)
        self.unseen = ALL_CARDS & ~seen
        self.playable = hand & suit_of(view.trick[0]) or hand if view.trick else hand

    @property
    def is_declarer(self) -> bool:
        return self.view.contract is not None and self.view.contract[0] == self.seat

    @property
    def is_defender(self) -> bool:
        return self.view.contract is not None and side_of(self.view.contract[0]) != side_of(self.seat)

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

    def best_play(self) -> tuple[Seat, Card]:
        """Who is winning the trick on the table, and with what."""
        view = self.view
        place, best = 0, view.trick[0]
        for later, card in enumerate(view.trick):
            if self.beats(best) & BIT[card]:
                place, best = later, card
        return (view.leader + view.ruleset.step * place) & 3, best

    def opponents_may_hold_trumps(self) -> bool:
        """Whether a trump is out, and an opponent has never failed to follow one."""
        if not self.unseen & self.trumps:
            return False
        left, right = (self.seat + 1) & 3, (self.seat + 3) & 3
        return not {left, right} <= self._shown_out()

    def _shown_out(self) -> set[Seat]:
        step = self.view.ruleset.step
        return {
            (leader + step * place) & 3
            for leader, cards, _ in self.view.history
            if BIT[cards[0]] & self.trumps
            for place in range(1, 4)
            if not BIT[cards[place]] & self.trumps
        }


def suit_of(card: Card) -> Mask:
    """All cards of a card's suit."""
    return SUIT_MASK[SUIT_OF[card]]
