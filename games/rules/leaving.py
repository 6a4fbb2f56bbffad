"""A seat that is lost, and its return (protocol.md, "Leaving")."""

from .commands import ExtendClock, Forfeit, ReclaimSeat
from .dealing import finished
from .errors import CannotReclaim, MatchOver, NotSeated, NotYourTurn, WrongPhase
from .events import ClockExtended, Events, Loss, Player, SeatForfeited, SeatReclaimed, SeatSubstituted
from .fairdeal import DealSource
from .scoring import Ending
from .seats import SEATS, Seat, side_of
from .state import FINISHED, SEATING, MatchState

# Who plays on for a person who has left.
SUBSTITUTE = Player("bot", "bot:medium")


def forfeit_by_choice(state: MatchState, command: Forfeit, deals: DealSource) -> Events:
    if state.phase == FINISHED:
        raise MatchOver
    if state.phase == SEATING:
        raise WrongPhase
    if not state.is_human(command.seat):
        raise NotSeated
    return forfeit(state, command.seat, command.reason, deals)


def forfeit(state: MatchState, seat: Seat, reason: Loss, deals: DealSource) -> Events:
    """A seat is lost: the match ends, or a bot plays on (protocol.md, "Leaving")."""
    forfeited = SeatForfeited(seat, reason)
    ending = _ending_without(state, seat)
    if ending is not None:
        return (forfeited, finished(ending, state.score, deals))
    return (forfeited, SeatSubstituted(seat, SUBSTITUTE))


def _ending_without(state: MatchState, seat: Seat) -> Ending | None:
    people = {side_of(other) for other in SEATS if other != seat and state.is_human(other)}
    begun = state.scored or state.history
    if not people or (state.rated and not begun):
        return Ending(None, "aborted")
    return None if side_of(seat) in people else Ending(1 - side_of(seat), "forfeit")


def reclaim(state: MatchState, command: ReclaimSeat) -> Events:
    if state.phase == FINISHED:
        raise MatchOver
    if command.seat not in state.reclaimable or state.forfeited[command.seat] != command.player:
        raise CannotReclaim
    return (SeatReclaimed(command.seat, command.player),)


def extend(state: MatchState, command: ExtendClock) -> Events:
    if state.turn is None or state.deadline_ms is None:
        raise NotYourTurn
    return (ClockExtended(state.turn, command.deadline_ms, "outage"),)
