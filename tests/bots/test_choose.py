"""Every level: legal choices from a view alone, quickly enough, in matches that end."""

import random

import pytest

from games.bots import LEVELS, choose
from games.rules.commands import Bid, Pass, Sitting
from games.rules.decide import create_match, decide
from games.rules.events import DealPassedOut, DealScored, Event
from games.rules.fairdeal import FairDeals
from games.rules.ruleset import PRESETS
from games.rules.seats import SEATS
from games.rules.state import FINISHED, MatchState
from games.rules.views import Viewer, view
from tests.rules.table import BOTS, Table

ACTING = [Viewer(seat, acts=True) for seat in SEATS]


def bot_match(preset: str, levels: tuple[str, ...], seed: int) -> list[Event]:
    """A match of four bots; every choice is checked against the view's list."""
    chance, deals = random.Random(seed), FairDeals(f"bots-{seed}", bytes(32))
    sittings = [Sitting(seat, BOTS[seat]) for seat in SEATS]
    created, *events = create_match(PRESETS[preset], False, None, "public", sittings, "h", deals)
    log, state = [created], MatchState(created)  # type: ignore[arg-type]
    while True:
        for event in events:
            state.apply(event)
        log += events
        if state.phase == FINISHED:
            return log
        assert state.turn is not None
        seen = view(state, ACTING[state.turn])
        action = choose(levels[state.turn], seen, chance)
        assert action in seen.legal
        events = list(decide(state, action, deals))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_level_plays_every_preset_to_its_end(preset: str, level: str) -> None:
    log = bot_match(preset, (level,) * 4, seed=7)
    assert log


@pytest.mark.parametrize("preset", PRESETS)
def test_easy_bots_reach_the_target(preset: str) -> None:
    for seed in range(3):
        ending = bot_match(preset, ("easy",) * 4, seed)[-1]
        assert getattr(ending, "reason", "") in ("target", "bid13")


def test_levels_mix() -> None:
    assert bot_match("levant-41", ("easy", "random", "easy", "random"), seed=3)


def test_an_unknown_level_is_a_key_error() -> None:
    table = Table("levant-41")
    with pytest.raises(KeyError):
        choose("grandmaster", view(table.state, ACTING[table.turn]), random)


class Always:
    """A random source that says the same."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


def test_random_passes_three_times_out_of_four_else_bids_the_lowest() -> None:
    table = Table("levant-41")
    seen = view(table.state, ACTING[table.turn])
    assert choose("random", seen, Always(0.74)) == Pass(table.turn)
    assert choose("random", seen, Always(0.75)) == Bid(table.turn, 7)
    table = Table("cardems-es")
    table.calls("W P, S P, E P")
    assert choose("random", view(table.state, ACTING[0]), Always(0.0)) == Bid(0, 7)


def test_random_reaches_every_card() -> None:
    table = Table("levant-41")
    table.calls("W P, S P, E P, N 13")
    assert {choose("random", view(table.state, ACTING[0]), Always(n / 4)) for n in range(4)} == {
        *view(table.state, ACTING[0]).legal
    }


@pytest.mark.parametrize("preset", ["levant-41", "points-400"])
def test_four_easy_bots_seldom_pass_out_and_mostly_make_their_contracts(
    preset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    deals: list[DealPassedOut | DealScored] = []
    seed = 0
    while len(deals) < 2000:
        log = bot_match(preset, ("easy",) * 4, seed)
        deals += [event for event in log if isinstance(event, DealPassedOut | DealScored)]
        seed += 1
    scored = [event for event in deals if isinstance(event, DealScored)]
    passed_out = 1 - len(scored) / len(deals)
    made = sum(event.made for event in scored) / len(scored)
    with capsys.disabled():
        print(f"\nfour easy bots, {preset}: {len(deals)} deals, {passed_out:.1%} passed out, {made:.1%} made")
    assert passed_out < 0.30
    assert 0.45 < made < 0.80
