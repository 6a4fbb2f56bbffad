"""What choices are worth, by the real solver, where there is no doubt."""

from collections.abc import Iterator
from random import Random

import pytest

from games.problems.alike import best_of, choices_of
from games.problems.weighing import Interrupted, Weighing
from games.rules.cards import parse_card
from games.rules.commands import PLAY_CARD, Bid, Pass
from games.rules.seats import N
from games.rules.views import View, Viewer, view
from games.solver import dds
from games.solver.process import SolverProcess
from tests.rules.table import Table, hands_of, name_trump

pytestmark = pytest.mark.skipif(dds.library_path() is None, reason="there is no solver for this machine")
LAYOUTS = 6
# North has eleven tricks of its own whatever the others hold, with spades as trump.
STRONG = hands_of("AKQJT987 AKQ - 32", "65 J98 AKQJ T987", "43 T76 T987 AKQJ", "2 5432 65432 654")


@pytest.fixture(scope="module")
def weighing() -> Iterator[Weighing]:
    solver = SolverProcess(30.0, 60.0)
    yield Weighing(solver)
    solver.close()


def seen(table: Table) -> View:
    return view(table.state, Viewer(table.turn, acts=True))


def test_both_opinions_have_the_strong_hand_bid_and_name_its_suit(weighing: Weighing) -> None:
    table = Table("levant-41", hands=STRONG)
    table.calls("W P, S P, E P")
    for values in (weighing.values, weighing.second_values):
        calls = values(seen(table), Random(1), LAYOUTS)
        assert calls[Bid(N, 7)] > calls[Pass(N)] + 5
    table.calls("N 7")
    for values in (weighing.values, weighing.second_values):
        trumps = values(seen(table), Random(1), LAYOUTS)
        assert max(trumps, key=lambda action: trumps[action]) == name_trump(N, "S")


def test_trumps_that_are_out_are_drawn(weighing: Weighing) -> None:
    """North leads: spades first, or the others ruff its hearts."""
    table = Table("levant-41", hands=STRONG)
    table.calls("W P, S P, E P, N 7")
    table.do(name_trump(N, "S"))
    here = seen(table)
    best = best_of(choices_of(here), weighing.values(here, Random(2), LAYOUTS), 1.0)
    assert PLAY_CARD[N][parse_card("SA")] in best and PLAY_CARD[N][parse_card("C2")] not in best


def test_the_same_chance_gives_the_same(weighing: Weighing) -> None:
    table = Table("levant-41", hands=STRONG)
    table.calls("W P, S P, E P, N 7")
    table.do(name_trump(N, "S"))
    here = seen(table)
    assert weighing.values(here, Random(3), LAYOUTS) == weighing.values(here, Random(3), LAYOUTS)


def test_who_is_wanted_elsewhere_stops() -> None:
    weighing = Weighing(SolverProcess(), is_wanted=lambda: True)
    with pytest.raises(Interrupted):
        weighing.values(seen(Table("levant-41")), Random(1), LAYOUTS)
