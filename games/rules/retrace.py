"""A log gone through again: each command that its events tell of is decided anew, and must give the same.

So order, legality, scores and the proof of every deal are one check, by the code that wrote the log.
"""

from collections.abc import Sequence

from .commands import (
    PASS,
    Command,
    EndMatch,
    ExpireTurn,
    ExtendClock,
    Forfeit,
    LeaveSeat,
    ReclaimSeat,
    Sitting,
    TakeSeats,
    action_of,
)
from .decide import decide
from .errors import RuleViolation
from .events import (
    ClockExtended,
    Event,
    MatchCreated,
    MatchFinished,
    SeatForfeited,
    SeatLeft,
    SeatReclaimed,
    SeatTaken,
    TurnExpired,
)
from .fairdeal import ALGORITHM, FairDeals
from .state import MatchState

TimedEvent = tuple[Event, int]


class Departure(Exception):
    """A log that the rules do not give; `seq` is the first event that is not theirs."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(f"seq {seq}: {why}")
        self.seq = seq


def retrace(log: Sequence[TimedEvent], deals: FairDeals) -> MatchState:
    """The state behind a whole log, in order, each event with its time in milliseconds. Raises Departure."""
    match log:
        case [(MatchCreated() as created, _), *_]:
            pass
        case _:
            raise Departure(1, "no match_created")
    if (created.seed_hash, created.deal_algorithm) != (deals.seed_hash, ALGORITHM):
        raise Departure(1, "seed hash or algorithm")
    state = MatchState(created)
    at = 1
    while at < len(log):
        at += _retrace_command(state, log, at, deals)
    return state


def _retrace_command(state: MatchState, log: Sequence[TimedEvent], at: int, deals: FairDeals) -> int:
    """How many events the command has caused that begins at a place of the log; they are applied."""
    event, at_ms = log[at]
    if at_ms < log[at - 1][1]:
        raise Departure(at + 1, "earlier than the event before it")
    command = _command_of(event, log[at + 1][0] if at + 1 < len(log) else None)
    if command is None:
        raise Departure(at + 1, f"nothing causes {event}")
    try:
        decided = decide(state, command, deals, at_ms)
    except RuleViolation as error:
        raise Departure(at + 1, f"{event} breaks {type(error).__name__}") from None
    for place, due in enumerate(decided, at):
        if place >= len(log) or log[place] != (due, at_ms):
            raise Departure(place + 1, f"{due} at {at_ms} should stand here")
        state.apply(due, at_ms)
    return len(decided)


def _command_of(event: Event, following: Event | None) -> Command | None:
    """What somebody asked for when this happened first; None for what only follows from something else.

    Seats that were taken at once give the same events when they are taken one by one.
    """
    match event:
        case SeatTaken(seat, player, client_seed):
            return TakeSeats((Sitting(seat, player, client_seed),))
        case SeatLeft(seat):
            return LeaveSeat(seat)
        case TurnExpired(seat):
            return ExpireTurn((following and action_of(following)) or PASS[seat])
        case SeatForfeited(seat, reason):
            return Forfeit(seat, reason)
        case SeatReclaimed(seat, player):
            return ReclaimSeat(seat, player)
        case ClockExtended(_, deadline_ms):
            return ExtendClock(deadline_ms)
        case MatchFinished(reason="aborted" | "voided" as reason):
            return EndMatch(reason)
        case _:
            return action_of(event)
