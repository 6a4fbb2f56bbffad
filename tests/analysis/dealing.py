"""Deals to judge: played in memory by whoever chooses, as the log would have them."""

from collections.abc import Callable
from random import Random

from games.analysis.deals import LoggedDeal
from games.bots.doubledummy import Position
from games.bots.judging import position_of
from games.rules.commands import Action, PlayCard
from games.rules.events import DealPassedOut, DealScored, DealStarted, Hands, MatchCreated
from games.rules.state import PLAY, MatchState
from games.rules.views import Viewer, view
from games.solver.process import SolverProcess
from tests.rules.table import Table

Chooser = Callable[[MatchState], Action]


def dealt(seed: int) -> Hands:
    """Four hands by chance."""
    deck = list(range(52))
    Random(seed).shuffle(deck)
    north, east, south, west = (tuple(sorted(deck[13 * seat : 13 * seat + 13])) for seat in range(4))
    return north, east, south, west


def played(table: Table, choose: Chooser) -> LoggedDeal:
    """The deal that a table is at, played to its end."""
    number = table.state.deal
    while table.state.deal == number and table.state.turn is not None:
        table.do(choose(table.state))
    return logged(table, number)


def logged(table: Table, number: int = 1) -> LoggedDeal:
    created = table.log[0][0]
    assert isinstance(created, MatchCreated)
    running, events = False, []
    for seq, (event, _) in enumerate(table.log, start=1):
        running = event.deal == number if isinstance(event, DealStarted) else running
        if running:
            events.append((seq, event))
        running = running and not isinstance(event, (DealScored, DealPassedOut))
    return LoggedDeal(created, events)


def by_tricks(solver: SolverProcess, *, best: bool) -> Callable[[MatchState], PlayCard]:
    """Who sees all hands: plays for the most tricks, or for the fewest."""

    def choose(state: MatchState) -> PlayCard:
        assert state.phase == PLAY and state.turn is not None
        (solution,) = solver.solve([position(state)])
        card = (max if best else min)(solution, key=lambda each: solution[each])
        return PlayCard(state.turn, card)

    return choose


def position(state: MatchState) -> Position:
    north, east, south, west = state.hands
    return position_of(view(state, Viewer(state.turn, acts=True)), (north, east, south, west))
