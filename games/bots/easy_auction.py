"""How `easy` bids: a trick per ace, one per trump above the third, and what a partner brings."""

from games.rules.cards import SUIT_MASK, Mask, Suit
from games.rules.commands import Action, Bid, Pass
from games.rules.seats import Seat, partner_of
from games.rules.views import View

# What an unseen partner takes on average; without it nobody would ever bid.
PARTNER_TRICKS = 3.5
POINTS_PER_TRICK = 120 / 13
_ACES: Mask = sum(1 << 13 * suit for suit in range(4))
_HONOURS = tuple(0b111 << 13 * suit for suit in range(4))


def own_tricks(hand: Mask, trump: Suit) -> float:
    """The sources' rule of thumb."""
    trumps = (hand & SUIT_MASK[trump]).bit_count()
    return (hand & _ACES).bit_count() + max(0, trumps - 3)


def best_trump(hand: Mask) -> Suit:
    """The suit that promises most; of equals the one with more high cards."""
    return max(range(4), key=lambda suit: (own_tricks(hand, suit), (hand & _HONOURS[suit]).bit_count()))


def choose_call(view: View, seat: Seat, hand: Mask) -> Action:
    """The lowest bid that the estimate allows, else a pass; never over the partner, never no-trump."""
    bids = [call for call in view.legal if isinstance(call, Bid) and not call.no_trump]
    first = view.legal[0]
    if not isinstance(first, Pass):
        return bids[0]
    tricks = own_tricks(hand, best_trump(hand)) + PARTNER_TRICKS
    estimate = tricks * POINTS_PER_TRICK if view.ruleset.unit == "card_points" else tricks
    partner_leads = bool(view.calls) and _high_bidder(view) == partner_of(seat)
    if bids and bids[0].amount <= estimate and not partner_leads:
        return bids[0]
    return first


def _high_bidder(view: View) -> Seat | None:
    from games.rules.events import BidMade
    return next((call.seat for call in reversed(view.calls) if isinstance(call, BidMade)), None)
