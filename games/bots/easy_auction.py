"""How `easy` bids: a trick per ace, one per trump above the third, and what a partner brings."""

from games.rules.cards import SUIT_MASK, Mask, Suit
from games.rules.commands import Action, Bid, Pass
from games.rules.events import BidMade
from games.rules.seats import Seat, partner_of
from games.rules.views import View

from .stakes import trick_worth

# Without a partner's tricks nobody would ever reach seven.
PARTNER_TRICKS = 3.5
_ACES: Mask = sum(1 << 13 * suit for suit in range(4))
_HONOURS = tuple(0b111 << 13 * suit for suit in range(4))


def own_tricks(hand: Mask, trump: Suit) -> int:
    """The rule of thumb of seed 003: five trumps are two tricks, six are three."""
    trumps = (hand & SUIT_MASK[trump]).bit_count()
    return (hand & _ACES).bit_count() + max(0, trumps - 3)


def best_trump(hand: Mask) -> Suit:
    """The suit that promises most; of equals the one with more of A, K and Q."""
    return max(range(4), key=lambda suit: (own_tricks(hand, suit), (hand & _HONOURS[suit]).bit_count()))


def expected_tricks(hand: Mask) -> int:
    """What the side may take with this hand's best suit as trump. The half is rounded up: declarer leads."""
    return int(own_tricks(hand, best_trump(hand)) + PARTNER_TRICKS + 0.5)


def choose_call(view: View, seat: Seat, hand: Mask) -> Action:
    """The lowest bid that the estimate allows, else a pass. Not over the partner, and never no-trump."""
    first = view.legal[0]
    bids = [call for call in view.legal if isinstance(call, Bid) and not call.no_trump]
    if not isinstance(first, Pass):
        return first  # it may not pass: the lowest bid
    if not bids or _high_bidder(view) == partner_of(seat):
        return first
    estimate = expected_tricks(hand) * trick_worth(view.ruleset)
    return bids[0] if bids[0].amount <= estimate else first


def _high_bidder(view: View) -> Seat | None:
    return next((call.seat for call in reversed(view.calls) if isinstance(call, BidMade)), None)
