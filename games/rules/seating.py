"""Before the start: who sits down, who leaves, and what the fourth seat sets off."""

from collections.abc import Sequence

from .commands import Sitting
from .dealing import finished, next_deal
from .errors import AlreadyPlaying, AlreadyStarted, MatchOver, NotSeated, SeatIsTaken
from .events import Event, Events, MatchStarted, SeatLeft, SeatTaken
from .fairdeal import DealSource
from .scoring import Ending
from .seats import SEATS, Seat
from .state import FINISHED, SEATING, MatchState


def take_seats(state: MatchState, sittings: Sequence[Sitting], deals: DealSource) -> Events:
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
        deal = next_deal(after, deals, 0, after.score, scored=0, passed_out=0)
        events += [MatchStarted(), deal]
    return tuple(events)


def leave(state: MatchState, seat: Seat, deals: DealSource) -> Events:
    if state.phase != SEATING:
        raise MatchOver if state.phase == FINISHED else AlreadyStarted
    if state.players[seat] is None:
        raise NotSeated
    if any(state.is_human(other) for other in SEATS if other != seat):
        return (SeatLeft(seat),)
    return (SeatLeft(seat), finished(Ending(None, "aborted"), state.score, deals))
