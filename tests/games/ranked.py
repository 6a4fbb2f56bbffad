"""Ranked matches for tests: people seek, are paired, and play to an end that the test chooses."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import F

from games import drivers, play, results, states
from games.matchmaking import hall
from games.models import Match, Seek
from games.rules.commands import Bid, Command, NameTrump, Pass, PlayCard
from games.rules.legal import legal_actions
from games.rules.seats import SIDE_NAMES
from games.rules.state import AUCTION, FINISHED, NAMING, MatchState
from tests.conftest import Caller

Four = dict[str, Caller]


def seek(caller: Caller, **body: Any) -> Any:
    """The answer to a ranked seek."""
    return caller.post("seeks/", {"rulesets": ["levant-41"], "rated": True, **body})


def seek_as_pair(owner: Caller, partner: Caller, **body: Any) -> str:
    """A seek that the partner has accepted; its id."""
    made = seek(owner, partner=str(partner.user), **body)
    assert made.status_code == 201, made.content
    assert partner.post(f"seeks/{made.json()['id']}/accept/").status_code == 200
    return str(made.json()["id"])


def paired(four: Four, pairs: Iterable[str] = (), **body: Any) -> tuple[str, Four]:
    """A ranked match of the four, pairs such as NS by themselves; and who sits where."""
    alone = dict(four)
    for pair in pairs:
        owner, partner = (alone.pop(name) for name in pair)
        seek_as_pair(owner, partner, **body)
    for caller in alone.values():
        assert seek(caller, **body).status_code == 201
    # Long enough for any difference between them.
    Seek.objects.filter(status="waiting").update(queued_at=F("queued_at") - timedelta(minutes=5))
    assert hall.pair_waiting() == 1
    match = str(Match.objects.latest("id").pk)
    callers = {caller.user: caller for caller in four.values()}
    return match, {seat.seat: callers[seat.person] for seat in Match.objects.get(pk=match).seats.all()}


def act(match: str, winner: str) -> bool:
    """One move, such that a side will win: the other bids 13 and plays low. False once it has ended."""
    (head, state), _ = drivers.run(states.loading(UUID(match)))
    if state.phase == FINISHED:
        return False
    play.execute(UUID(match), lambda now: _move(now, SIDE_NAMES.index(winner)), expected_seq=head.seq)
    return True


def _move(state: MatchState, winner: int) -> Command:
    assert state.turn is not None
    if state.phase == AUCTION:
        wants = state.turn & 1 != winner and state.high_bidder is None
        return Bid(state.turn, 13) if wants else Pass(state.turn)
    action = legal_actions(state)[0 if state.turn & 1 == winner else -1]
    assert isinstance(action, NameTrump if state.phase == NAMING else PlayCard)
    return action


def play_tricks(match: str, tricks: int, winner: str = "NS") -> None:
    """Play on until so many tricks of the deal are complete."""
    while len(drivers.run(states.loading(UUID(match)))[0].state.history) < tricks:
        assert act(match, winner)


def play_out(match: str, winner: str) -> None:
    while act(match, winner):
        pass


def count() -> int:
    """Count what is due, settled or not."""
    return results.count_due(timedelta(0))


def shown(caller: Caller, ladder: str = "levant-41") -> int:
    """The rating of a person as the API shows it; 1500 where there is none."""
    ratings = caller.get(f"players/{caller.user}/").json()["ratings"]
    return int(ratings[ladder]["rating"]) if ladder in ratings else 1500
