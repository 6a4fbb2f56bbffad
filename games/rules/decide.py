"""What follows from a command: `decide(state, command, deals)` gives the events or refuses.

One command, one transaction: what was done comes first, then what follows from it, in the order
of protocol.md. The state is not changed; whoever stores the events applies them.
"""

from collections.abc import Sequence
from typing import assert_never

from . import auction
from .cards import NO_TRUMP, POINTS, RANK_BIT, SUIT_OF, Card
from .commands import (
    NAME_TRUMP,
    PLAYS,
    Action,
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
    list_plays,
)
from .errors import (
    AlreadyPlaying,
    AlreadyStarted,
    CannotReclaim,
    MatchOver,
    NoTrumpNotAllowed,
    NotSeated,
    NotYourTurn,
    SeatIsTaken,
    WrongPhase,
)
from .events import (
    ONLY_CARD_PLAYED,
    ONLY_TRICK_WON,
    PASSED,
    CardPlayed,
    Clock,
    ClockExtended,
    DealPassedOut,
    DealScored,
    DealStarted,
    Event,
    Four,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    Pair,
    Passed,
    Player,
    SeatForfeited,
    SeatLeft,
    SeatReclaimed,
    SeatSubstituted,
    SeatTaken,
    TurnExpired,
    auction_won,
    bid_made,
    trump_named,
)
from .fairdeal import ALGORITHM, DealSource
from .ruleset import RuleSet
from .scoring import MAX_PASSED_OUT, MAX_SCORED_DEALS, Ending, ending_at, leader, score_deal
from .seats import SEATS, Seat, side_of
from .state import AUCTION, FINISHED, NAMING, PLAY, SEATING, MatchState
from .tricks import plays_of_any, refuse_card

Events = tuple[Event, ...]

# Who plays on for a person who has left.
SUBSTITUTE = Player("bot", "bot:easy")


def create_match(
    ruleset: RuleSet,
    rated: bool,
    clock: Clock | None,
    visibility: str,
    sittings: Sequence[Sitting],
    seed_hash: str,
    deals: DealSource,
) -> Events:
    """The first events of a match: its creation, and everyone who sits down at once."""
    created = MatchCreated(ruleset, rated, clock, visibility, ALGORITHM, seed_hash)
    return (created, *_take_seats(MatchState(created), sittings, deals)) if sittings else (created,)


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
            refuse_card(state, card)
        if auto:
            played: Events = (CardPlayed(seat, card, auto=True),)
        else:
            played = ONLY_CARD_PLAYED[seat][card]
        return played if len(state.trick) < 3 else played + _fourth_card(state, seat, card, deals, now_ms)
    match command:
        case Bid():
            return _bid(state, command, auto)
        case Pass():
            return _pass(state, command, deals, now_ms, auto)
        case NameTrump():
            return _name_trump(state, command, auto)
        case TakeSeats():
            return _take_seats(state, command.sittings, deals)
        case LeaveSeat():
            return _leave(state, command.seat, deals)
        case Forfeit():
            return _forfeit_by_choice(state, command, deals)
        case ExpireTurn():
            return _expire(state, command, deals, now_ms)
        case ReclaimSeat():
            return _reclaim(state, command)
        case ExtendClock():
            return _extend(state, command)
        case EndMatch():
            if state.phase == FINISHED:
                raise MatchOver
            return (_finished(Ending(None, command.reason), state.score, deals),)
        case _:
            assert_never(command)


def _check_turn(state: MatchState, seat: Seat, phase: str) -> None:
    if state.phase != phase:
        raise MatchOver if state.phase == FINISHED else WrongPhase
    if seat != state.turn:
        raise NotYourTurn


def _bid(state: MatchState, bid: Bid, auto: bool) -> Events:
    _check_turn(state, bid.seat, AUCTION)
    auction.check_bid(state, bid)
    forced = auction.must_bid(state)
    made = bid_made(bid.seat, bid.amount, bid.no_trump, auto)
    alone = len(state.passed) == 3
    if not alone and not auction.is_highest(state, bid):
        return (made,)
    return (made, *_won(bid.seat, bid.amount, bid.no_trump, forced))


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
        return (passed, DealPassedOut(state.deal), *_after_passing_out(state, deals, now_ms))
    return (passed,)


def _won(seat: Seat, amount: int, no_trump: bool, forced: bool) -> Events:
    won = auction_won(seat, amount, no_trump, forced)
    return (won, trump_named(seat, NO_TRUMP, auto=True)) if no_trump else (won,)


def _after_passing_out(state: MatchState, deals: DealSource, now_ms: int) -> Events:
    in_a_row = state.passed_out + 1
    if in_a_row >= MAX_PASSED_OUT:
        return (_finished(Ending(leader(state.score), "limit"), state.score, deals),)
    return (_next_deal(state, deals, now_ms, state.score, state.scored, in_a_row),)


def _name_trump(state: MatchState, command: NameTrump, auto: bool) -> Events:
    _check_turn(state, command.seat, NAMING)
    if command.trump == NO_TRUMP:  # no-trump is bid, never named
        raise NoTrumpNotAllowed
    return (trump_named(command.seat, command.trump, auto),)


def _fourth_card(state: MatchState, seat: Seat, card: Card, deals: DealSource, now_ms: int) -> Events:
    """What follows the last card of a trick: its winner, and after the thirteenth the score."""
    winner = seat if state.takes[state.best_card][card] else state.best_seat
    number = len(state.history) + 1
    won = ONLY_TRICK_WON[winner][number]
    return won if number < 13 else won + _score(state, deals, now_ms, winner, card)


def _score(state: MatchState, deals: DealSource, now_ms: int, winner: Seat, last_card: Card) -> Events:
    """What follows the thirteenth trick: the score, then the next deal or the end."""
    assert state.contract is not None and state.trump is not None
    declarer, amount, _, _ = state.contract
    took = _with(state.tricks, winner, 1)
    last_points = sum([POINTS[card] for card in (*state.trick, last_card)])
    card_points = _with(state.card_points, winner, last_points)
    result = score_deal(state.ruleset, side_of(declarer), amount, took, card_points)
    score = (state.score[0] + result.points[0], state.score[1] + result.points[1])
    scored = DealScored(state.deal, declarer, amount, state.trump, result.made, took, result.points, score)
    ending = _ending(state, result.wins_match, score)
    if ending is not None:
        return (scored, _finished(ending, score, deals))
    return (scored, _next_deal(state, deals, now_ms, score, state.scored + 1, passed_out=0))


def _with(taken: Sequence[int], winner: Seat, more: int) -> Pair:
    """What the sides have taken once the last trick is in."""
    north_south, east_west = taken
    return (north_south, east_west + more) if side_of(winner) else (north_south + more, east_west)


def _ending(state: MatchState, wins_match: int | None, score: Pair) -> Ending | None:
    if wins_match is not None:
        return Ending(wins_match, "bid13")
    if ending := ending_at(state.ruleset, score):
        return ending
    return Ending(leader(score), "limit") if state.scored + 1 >= MAX_SCORED_DEALS else None


def _finished(ending: Ending, score: Pair, deals: DealSource) -> MatchFinished:
    return MatchFinished(ending.winner, score, ending.reason, deals.server_seed)


def _next_deal(
    state: MatchState, deals: DealSource, now_ms: int, score: Pair, scored: int, passed_out: int
) -> DealStarted:
    """The next distribution; with it a rated seat is lost for good, a casual one may come back."""
    number = state.deal + 1
    dealer = state.following(state.dealer) if state.deal else deals.first_dealer(state.client_seeds)
    opener = state.following(dealer)
    north, east, south, west = state.players
    assert north and east and south and west
    ours, theirs, partners, others = state.forfeited
    return DealStarted(
        deal=number,
        dealer=dealer,
        opener=opener,
        hands=deals.hands(number, state.client_seeds, state.ruleset, opener),
        seats=(north, east, south, west),
        score=score,
        bank=_four(state.bank_at(now_ms)),
        expired=_four(state.expired) if state.rated else (0, 0, 0, 0),
        forfeited=(ours, theirs, partners, others),
        reclaimable=() if state.rated else tuple(state.reclaimable),
        reclaimed=tuple(state.reclaimed),
        scored=scored,
        passed_out=passed_out,
    )


def _four(figures: Sequence[int]) -> Four:
    north, east, south, west = figures
    return north, east, south, west


def _take_seats(state: MatchState, sittings: Sequence[Sitting], deals: DealSource) -> Events:
    if state.phase != SEATING:
        raise MatchOver if state.phase == FINISHED else AlreadyStarted
    after = state.copy()
    events: list[Event] = []
    for sitting in sittings:
        if after.players[sitting.seat] is not None:
            raise SeatIsTaken
        if sitting.player.is_human and sitting.player in after.players:
            raise AlreadyPlaying
        events.append(SeatTaken(sitting.seat, sitting.player, sitting.client_seed))
        after.apply(events[-1])
    if all(after.players):
        deal = _next_deal(after, deals, 0, after.score, scored=0, passed_out=0)
        events += [MatchStarted(), deal]
    return tuple(events)


def _leave(state: MatchState, seat: Seat, deals: DealSource) -> Events:
    if state.phase != SEATING:
        raise MatchOver if state.phase == FINISHED else AlreadyStarted
    if state.players[seat] is None:
        raise NotSeated
    if any(state.is_human(other) for other in SEATS if other != seat):
        return (SeatLeft(seat),)
    return (SeatLeft(seat), _finished(Ending(None, "aborted"), state.score, deals))


def _forfeit_by_choice(state: MatchState, command: Forfeit, deals: DealSource) -> Events:
    if state.phase == FINISHED:
        raise MatchOver
    if state.phase == SEATING:
        raise WrongPhase
    if not state.is_human(command.seat):
        raise NotSeated
    return _forfeit(state, command.seat, command.reason, deals)


def _forfeit(state: MatchState, seat: Seat, reason: str, deals: DealSource) -> Events:
    """A seat is lost: the match ends, or a bot plays on (protocol.md, "Leaving")."""
    forfeited = SeatForfeited(seat, reason)
    ending = _ending_without(state, seat)
    if ending is not None:
        return (forfeited, _finished(ending, state.score, deals))
    return (forfeited, SeatSubstituted(seat, SUBSTITUTE))


def _ending_without(state: MatchState, seat: Seat) -> Ending | None:
    people = {side_of(other) for other in SEATS if other != seat and state.is_human(other)}
    begun = state.scored or any(state.tricks)
    if not people or (state.rated and not begun):
        return Ending(None, "aborted")
    return None if side_of(seat) in people else Ending(1 - side_of(seat), "forfeit")


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
        return (expired, *_forfeit(state, seat, "timeout", deals))
    after = state.copy()  # a deal that follows restates what the expiry changed
    after.apply(expired, now_ms)
    return (expired, *decide(after, command.choice, deals, now_ms, auto=True))


def _reclaim(state: MatchState, command: ReclaimSeat) -> Events:
    if state.phase == FINISHED:
        raise MatchOver
    if command.seat not in state.reclaimable or state.forfeited[command.seat] != command.player:
        raise CannotReclaim
    return (SeatReclaimed(command.seat, command.player),)


def _extend(state: MatchState, command: ExtendClock) -> Events:
    if state.turn is None or state.deadline_ms is None:
        raise NotYourTurn
    return (ClockExtended(state.turn, command.deadline_ms, "outage"),)


def legal_actions(state: MatchState) -> Sequence[Action]:
    """Everything that the seat on turn may do, in the order of protocol.md; empty when none is."""
    seat = state.turn
    if seat is None:
        return ()
    if state.trump is not None:
        held = state.held[seat]
        following = held[state.led]
        if following:
            return PLAYS[seat][state.led][following] or list_plays(seat, state.led, following)
        return plays_of_any(seat, held)
    return auction.legal_calls(state) if state.phase == AUCTION else NAME_TRUMP[seat]
