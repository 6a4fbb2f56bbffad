"""Rows := state. What lists and people need of a match without reading its log; all of it can be rebuilt."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings

from games import codec
from games.codec import Data
from games.models import Match, MatchSeat
from games.rules.events import (
    DealScored,
    DealStarted,
    Event,
    MatchFinished,
    MatchStarted,
    SeatForfeited,
    SeatLeft,
    SeatReclaimed,
    SeatSubstituted,
    SeatTaken,
)
from games.rules.seats import EW, NS, SEAT_NAMES, SEATS, SIDE_NAMES
from games.rules.state import FINISHED, SEATING, MatchState
from games.store import Projected

OPEN_TABLE_LASTS = timedelta(minutes=30)
# Without a clock a person may think for a day.
IDLE_LIMIT = timedelta(hours=24)
# The sweep takes a bot's move only when the queued task is this late.
BOT_GRACE = timedelta(seconds=1.5)

# The others leave the rows as they are, but for `wake_at`.
ROW_TYPES = frozenset(
    {
        "match_started",
        "deal_started",
        "deal_scored",
        "match_finished",
        "seat_taken",
        "seat_left",
        "seat_forfeited",
        "seat_substituted",
        "seat_reclaimed",
    }
)
_SEAT_EVENTS = (SeatTaken, SeatLeft, SeatForfeited, SeatSubstituted, SeatReclaimed)


def project(events: Sequence[Event], first_seq: int, after: MatchState, now_ms: int) -> Projected:
    """What events from `first_seq` on make of the rows; `after` is the state behind them."""
    columns: dict[str, Any] = {}
    scores: list[Data] = []
    if after.phase != SEATING:
        columns["wake_at"] = _wake_at(after, now_ms)
    for seq, event in enumerate(events, start=first_seq):
        match event:
            case MatchStarted():
                columns |= {"status": Match.Status.LIVE, "started_at": codec.moment(now_ms)}
            case DealStarted():
                columns["deal_seq"] = seq
            case DealScored():
                columns |= {"score_ns": event.score[NS], "score_ew": event.score[EW]}
                scores.append({"seq": seq, "data": codec.encode(event)[1]})
            case MatchFinished():
                columns |= {
                    "status": Match.Status.FINISHED,
                    "finished_at": codec.moment(now_ms),
                    "winner": None if event.winner is None else SIDE_NAMES[event.winner],
                    "reason": event.reason,
                    "results_due": True,
                }
            case _:
                pass
    return Projected(columns, _seats(events, after), scores)


def _wake_at(state: MatchState, now_ms: int) -> Any:
    """When the server must act: at a turn's deadline, or a little after a bot's moment."""
    if state.phase == FINISHED or state.turn is None:
        return None
    if not state.is_human(state.turn):
        return codec.moment(now_ms + settings.BOT_DELAY_MS) + BOT_GRACE
    deadline = state.deadline_ms
    return codec.moment(now_ms) + IDLE_LIMIT if deadline is None else codec.moment(deadline)


def _seats(events: Sequence[Event], after: MatchState) -> list[Data]:
    """The seats that change. A new deal and the end close the time for reclaiming a lost seat."""
    changed = {event.seat for event in events if isinstance(event, _SEAT_EVENTS)}
    if any(isinstance(event, (DealStarted, MatchFinished)) for event in events):
        changed |= {seat for seat in SEATS if after.forfeited[seat] is not None}
    return [_seat(seat, after) for seat in sorted(changed)]


def _seat(seat: int, after: MatchState) -> Data:
    player = after.players[seat]
    lost_by = after.forfeited[seat]
    person = lost_by or (player if player and player.is_human else None)
    return {
        "seat": SEAT_NAMES[seat],
        "player_kind": player.kind if player else "",
        "player_id": player.id if player else "",
        "client_seed": after.client_seeds[seat],
        "person": person and person.id,
        "forfeited": lost_by is not None,
        "reclaimable": seat in after.reclaimable and after.phase != FINISHED,
    }


def create_seats(match_id: UUID, invited: dict[int, UUID]) -> None:
    """The four empty seats of a new match, some kept for an invited person."""
    MatchSeat.objects.bulk_create(
        MatchSeat(match_id=match_id, seat=SEAT_NAMES[seat], invited_id=invited.get(seat)) for seat in SEATS
    )
