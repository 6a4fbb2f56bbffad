"""Who may see and do what at a table."""

from uuid import UUID

from games.rules.events import Player
from games.rules.seats import SEATS, Seat
from games.rules.state import FINISHED, MatchState
from games.rules.views import AFTER_THE_END, SPECTATOR, Viewer


def player_of(person: UUID) -> Player:
    """A person as the rules know them."""
    return Player("human", str(person))


def own_seat(state: MatchState, person: UUID | None) -> Seat | None:
    """The seat that the person plays now; None for those who watch or have forfeited."""
    if person is None:
        return None
    player = player_of(person)
    return next((seat for seat in SEATS if state.players[seat] == player), None)


def viewer_of(state: MatchState, person: UUID | None) -> Viewer:
    """What the person may see: all after the end, else their hand, also while they may reclaim it."""
    if state.phase == FINISHED:
        return AFTER_THE_END
    seat = own_seat(state, person)
    if seat is not None:
        return Viewer(seat, acts=True)
    lost = {state.forfeited[seat]: seat for seat in state.reclaimable}
    if person is not None and player_of(person) in lost:
        return Viewer(lost[player_of(person)])
    return SPECTATOR
