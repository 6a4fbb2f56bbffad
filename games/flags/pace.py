"""How long each person of a match took for their turns, when their side was behind and when not. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.rules.events import (
    BidMade,
    CardPlayed,
    Clock,
    ClockExtended,
    DealScored,
    DealStarted,
    Event,
    MatchCreated,
    Passed,
    Player,
    SeatReclaimed,
    SeatSubstituted,
    SeatTaken,
    TrumpNamed,
    TurnExpired,
)
from games.rules.seats import Seat

# The events that are looked at; what a command causes besides has the same time.
TYPES: Final = (
    "match_created",
    "seat_taken",
    "seat_substituted",
    "seat_reclaimed",
    "deal_started",
    "deal_scored",
    "turn_expired",
    "bid_made",
    "passed",
    "trump_named",
    "card_played",
    "clock_extended",
)
# A turn is slow that takes this much of its own seconds: the others wait, and the bank is hardly touched.
SLOW: Final = 0.8
# Behind is who lacks this much of the target: one deal, rather than the noise within it.
BEHIND: Final = 0.2


@dataclass(slots=True)
class Took:
    """See models.Pace."""

    behind: int = 0
    behind_slow: int = 0
    level: int = 0
    level_slow: int = 0

    def note(self, is_behind: bool, is_slow: bool) -> None:
        if is_behind:
            self.behind += 1
            self.behind_slow += is_slow
        else:
            self.level += 1
            self.level_slow += is_slow


def paces(events: Iterable[tuple[int, Event]]) -> dict[str, Took]:
    """Person -> how long they took, of a match's events with their times in milliseconds."""
    took: dict[str, Took] = {}
    seats: dict[Seat, Player] = {}
    clock: Clock | None = None
    lead = 0.0
    score = (0, 0)
    began: int | None = None

    def note(seat: Seat, is_slow: bool) -> None:
        player, side = seats[seat], seat & 1
        if player.is_human:
            is_behind = score[1 - side] - score[side] >= lead
            took.setdefault(player.id, Took()).note(is_behind, is_slow)

    for at, event in events:
        extended = False
        match event:
            case MatchCreated():
                clock, lead = event.clock, BEHIND * event.ruleset.target
            case SeatTaken(seat, player) | SeatSubstituted(seat, player) | SeatReclaimed(seat, player):
                seats[seat] = player
            case DealStarted() | DealScored():
                score = event.score
            case TurnExpired(seat):
                note(seat, True)
            case BidMade() | Passed() | TrumpNamed() | CardPlayed():
                if clock is not None and began is not None and not event.auto:
                    note(event.seat, at - began >= SLOW * 1000 * clock.turn_seconds)
            case ClockExtended():
                extended = True  # nobody knows how long a turn took over an outage of the server
            case _:
                pass
        began = None if extended else at
    return took
