"""How each person played a finished match. Pure: a fold over its events."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.events import (
    DealScored,
    Event,
    MatchFinished,
    Player,
    SeatForfeited,
    SeatLeft,
    SeatReclaimed,
    SeatSubstituted,
    SeatTaken,
)
from games.rules.seats import Seat


@dataclass(slots=True)
class Played:
    """See models.PlayedMatch."""

    seat: Seat
    won: bool | None = None
    forfeited: bool = False
    deals: int = 0
    declared: int = 0
    made: int = 0
    bids: int = 0
    over: int = 0
    defended: int = 0
    set_others: int = 0


def played_by(events: Iterable[Event], in_tricks: bool) -> dict[str, Played]:
    """Person -> how they played. `in_tricks` false where bids are card points: none is over by tricks."""
    people: dict[str, Played] = {}
    at_table: dict[Seat, Player] = {}
    for event in events:
        match event:
            case SeatTaken(seat, player):
                at_table[seat] = player
                if player.is_human:
                    people[player.id] = Played(seat)
            case SeatLeft(seat):
                people.pop(at_table.pop(seat).id, None)
            case SeatForfeited(seat):
                people[at_table[seat].id].forfeited = True
            case SeatReclaimed(seat, player):
                at_table[seat] = player
                people[player.id].forfeited = False
            case SeatSubstituted(seat, player):
                at_table[seat] = player
            case DealScored():
                for player in at_table.values():
                    if player.is_human:
                        _add(people[player.id], event, in_tricks)
            case MatchFinished():
                for played in people.values():
                    if played.forfeited:
                        played.won = False
                    elif event.winner is not None:
                        played.won = event.winner == played.seat & 1
            case _:
                pass
    return people


def _add(played: Played, deal: DealScored, in_tricks: bool) -> None:
    played.deals += 1
    if played.seat == deal.declarer:
        played.declared += 1
        played.bids += deal.amount
        played.made += deal.made
        if deal.made and in_tricks:
            played.over += deal.tricks[played.seat & 1] - deal.amount
    elif played.seat & 1 != deal.declarer & 1:
        played.defended += 1
        played.set_others += not deal.made
