"""Matches with problems in them, for tests that need some."""

from random import Random

from games import bots, drivers, play, projections, states, store, tables
from games.models import Problem
from games.problems import making
from games.rules.commands import EndMatch, Sitting
from games.rules.decide import decide
from games.rules.events import DealScored, Event
from games.rules.fairdeal import FairDeals
from games.rules.ruleset import PRESETS
from games.rules.seats import SEATS
from games.rules.state import MatchState
from games.rules.views import Viewer, view
from games.store import Head
from tests.problems.judges import Told, last_by

JUDGE = Told(last_by(2.5))
DEALS = 2


def made() -> list[Problem]:
    """The problems of a match of bots that ends after so many deals: one of each, a card."""
    sittings = [Sitting(seat, tables.bot_player("easy")) for seat in SEATS]
    match_id = play.create(PRESETS["levant-31"], None, "public", sittings, host=None, invited={})
    (head, state), _ = drivers.run(states.loading(match_id))
    _store(head, _played(state.copy(), FairDeals(str(match_id), head.server_seed)))
    making.put_down(match_id)
    problems = making.search(match_id, JUDGE, "tests")
    assert len(problems) == DEALS
    return problems


def _played(state: MatchState, deals: FairDeals) -> list[Event]:
    """What happens until the match is called off."""
    log: list[Event] = []
    while sum(isinstance(event, DealScored) for event in log) < DEALS:
        seen = view(state, Viewer(state.turn, acts=True))
        for event in decide(state, bots.choose("easy", seen, Random(1)), deals):
            state.apply(event)
            log.append(event)
    return [*log, *decide(state, EndMatch("aborted"), deals)]


def _store(head: Head, log: list[Event]) -> None:
    """All at once: move by move takes seconds."""
    (_, before), _ = drivers.run(states.loading(head.match_id))
    after, stored, hashes = head.after(log, head.at_ms)
    projected = projections.project(log, head.seq + 1, states.advanced(before, stored), head.at_ms)
    assert drivers.run_one(store.append(head, stored, hashes, projected)) and after.seq
