"""What follows from a command: `decide(state, command, deals)` gives the events or refuses.

One command, one transaction: what was done comes first, then what follows from it, in the order
of protocol.md. The state is not changed; whoever stores the events applies them.
"""

from collections.abc import Sequence
from typing import assert_never

from . import auction
from .cards import NO_TRUMP, RANK_BIT, SUIT_OF
from .commands import (
    Bid,
    Command,
    EndMatch,
    ExpireTurn,
    ExtendClock,
    Forfeit,
    LeaveSeat,
    NameTrump,
    Pass,
    PlayCard,
    ReclaimSeat,
    Sitting,
    TakeSeats,
)
from .dealing import after_passing_out, finished, score_last_trick
from .errors import CardNotHeld, MatchOver, MustFollowSuit, NoTrumpNotAllowed, NotYourTurn, WrongPhase
from .events import (
    ONLY_CARD_PLAYED,
    ONLY_TRICK_WON,
    PASSED,
    CardPlayed,
    Clock,
    DealPassedOut,
    Events,
    MatchCreated,
    Passed,
    TurnExpired,
    Visibility,
    auction_won,
    bid_made,
    trump_named,
)
from .fairdeal import ALGORITHM, DealSource
from .leaving import extend, forfeit, forfeit_by_choice, reclaim
from .legal import legal_actions
from .ruleset import RuleSet
from .scoring import Ending
from .seating import leave, take_seats
from .seats import Seat, Side
from .state import AUCTION, FINISHED, NAMING, PLAY, MatchState, Phase

__all__ = ["create_match", "decide", "legal_actions"]


def create_match(
    ruleset: RuleSet,
    rated: bool,
    clock: Clock | None,
    visibility: Visibility,
    sittings: Sequence[Sitting],
    seed_hash: str,
    deals: DealSource,
    premade: tuple[Side, ...] = (),
) -> Events:
    """The first events of a match: its creation, and everyone who sits down at once."""
    created = MatchCreated(ruleset, rated, clock, visibility, ALGORITHM, seed_hash, premade)
    return (created, *take_seats(MatchState(created), sittings, deals)) if sittings else (created,)


def decide(
    state: MatchState, command: Command, deals: DealSource, now_ms: int = 0, auto: bool = False
) -> Events:
    """The events that a command causes in a state at `now_ms`, milliseconds since the epoch.

    `auto` marks an action that the server chose. Raises RuleViolation and changes nothing where the
    rules refuse.
    """
    # Nine commands of ten: a pattern would take four times as long to match, a call as long as this.
    if type(command) is PlayCard:
        seat = command.seat
        card = command.card
        if seat != state.turn or state.trump is None:
            _check_turn(state, seat, PLAY)
        held = state.held[seat]
        suit = SUIT_OF[card]
        if not held[suit] & RANK_BIT[card] or (suit != state.led and held[state.led]):
            raise MustFollowSuit if held[suit] & RANK_BIT[card] else CardNotHeld
        if auto:
            played: Events = (CardPlayed(seat, card, auto=True),)
        else:
            played = ONLY_CARD_PLAYED[seat][card]
        if len(state.trick) < 3:
            return played
        winner = seat if state.takes[state.best_card][card] else state.best_seat
        number = len(state.history) + 1
        played += ONLY_TRICK_WON[winner][number]
        return played if number < 13 else played + score_last_trick(state, deals, now_ms, winner, card)
    match command:
        case Bid():
            return _bid(state, command, auto)
        case Pass():
            return _pass(state, command, deals, now_ms, auto)
        case NameTrump():
            return _name_trump(state, command, auto)
        case TakeSeats():
            return take_seats(state, command.sittings, deals)
        case LeaveSeat():
            return leave(state, command.seat, deals)
        case Forfeit():
            return forfeit_by_choice(state, command, deals)
        case ExpireTurn():
            return _expire(state, command, deals, now_ms)
        case ReclaimSeat():
            return reclaim(state, command)
        case ExtendClock():
            return extend(state, command)
        case EndMatch():
            if state.phase == FINISHED:
                raise MatchOver
            return (finished(Ending(None, command.reason), state.score, deals),)
        case _:
            assert_never(command)


def _check_turn(state: MatchState, seat: Seat, phase: Phase) -> None:
    if state.phase != phase:
        raise MatchOver if state.phase == FINISHED else WrongPhase
    if seat != state.turn:
        raise NotYourTurn


def _bid(state: MatchState, bid: Bid, auto: bool) -> Events:
    _check_turn(state, bid.seat, AUCTION)
    auction.check_bid(state, bid)
    made = bid_made(bid.seat, bid.amount, bid.no_trump, auto)
    alone = len(state.passed) == 3
    if not alone and not auction.is_highest(state, bid):
        return (made,)
    return (made, *_won(bid.seat, bid.amount, bid.no_trump, forced=auction.must_bid(state)))


def _pass(state: MatchState, call: Pass, deals: DealSource, now_ms: int, auto: bool) -> Events:
    _check_turn(state, call.seat, AUCTION)
    auction.check_pass(state)
    passed = Passed(call.seat, auto=True) if auto else PASSED[call.seat]
    count = len(state.passed) + 1
    if count == 3 and state.high_bidder is not None:
        return (passed, *_won(state.high_bidder, *state.high_bid, forced=False))
    if count == 3 and state.ruleset.all_pass == "force_last" and not state.ruleset.forced_may_raise:
        last = auction.last_seat_in(state, call.seat)
        return (passed, *_won(last, state.ruleset.bids[0], no_trump=False, forced=True))
    if count == 4:
        return (passed, DealPassedOut(state.deal), *after_passing_out(state, deals, now_ms))
    return (passed,)


def _won(seat: Seat, amount: int, no_trump: bool, forced: bool) -> Events:
    won = auction_won(seat, amount, no_trump, forced)
    return (won, trump_named(seat, NO_TRUMP, auto=True)) if no_trump else (won,)


def _name_trump(state: MatchState, command: NameTrump, auto: bool) -> Events:
    _check_turn(state, command.seat, NAMING)
    if command.trump == NO_TRUMP:  # no-trump is bid, never named
        raise NoTrumpNotAllowed
    return (trump_named(command.seat, command.trump, auto),)


def _expire(state: MatchState, command: ExpireTurn, deals: DealSource, now_ms: int) -> Events:
    """The second expiry, any after a reclaim, and idling without a clock forfeit the seat."""
    seat = state.turn
    if state.phase == FINISHED:
        raise MatchOver
    if seat is None or not state.is_human(seat):
        raise NotYourTurn
    deadline = state.deadline_ms
    if deadline is not None and now_ms < deadline:
        raise NotYourTurn
    expired = TurnExpired(seat)
    if deadline is None or state.expired[seat] or seat in state.reclaimed:
        return (expired, *forfeit(state, seat, "timeout", deals))
    after = state.copy()  # a deal that follows restates what the expiry changed
    after.apply(expired, now_ms)
    return (expired, *decide(after, command.choice, deals, now_ms, auto=True))
