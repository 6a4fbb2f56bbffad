"""The auction: which calls are legal, and when it is over (rules.md, "The common core")."""

from .commands import Bid, Calls
from .errors import BidOutOfRange, BidTooLow, CannotPass, NoTrumpNotAllowed
from .seats import Seat
from .state import MatchState


def check_bid(state: MatchState, bid: Bid) -> None:
    """Raise what forbids a bid by the seat on turn."""
    rules = state.ruleset
    if bid.amount not in rules.bids:
        raise BidOutOfRange
    if bid.no_trump and not rules.no_trump:
        raise NoTrumpNotAllowed
    if (bid.amount, bid.no_trump) <= state.high_bid:
        raise BidTooLow


def must_bid(state: MatchState) -> bool:
    """Whether the seat on turn is the forced one: the other three have passed and nobody bid."""
    return len(state.passed) == 3 and state.high_bidder is None and state.ruleset.all_pass == "force_last"


def check_pass(state: MatchState) -> None:
    if must_bid(state):
        raise CannotPass


def legal_calls(state: MatchState) -> Calls:
    """Pass first, then bids ascending; an amount without trump follows the same amount with."""
    assert state.turn is not None
    calls = state.ladder[state.high_bid][state.turn]
    return calls[1:] if must_bid(state) else calls


def is_highest(state: MatchState, bid: Bid) -> bool:
    """Whether no higher call exists."""
    return bid.amount == state.ruleset.bids[-1] and bid.no_trump == state.ruleset.no_trump


def last_seat_in(state: MatchState, leaving: Seat) -> Seat:
    """The one seat that has not passed once `leaving` has."""
    (last,) = {0, 1, 2, 3} - set(state.passed) - {leaving}
    return last
