"""Positions with one right card: all answered by `strong`, and by `medium` those that it knows."""

import random
from collections.abc import Iterator

import pytest

from games.bots import choose
from games.rules.cards import NO_TRUMP, card_name
from games.rules.commands import PlayCard
from games.rules.ruleset import PRESETS
from games.solver.process import SolverProcess

from .positions import SPOTS, Spot

by_title = pytest.mark.parametrize("spot", SPOTS, ids=lambda spot: spot.title.replace(" ", "-"))


@pytest.fixture(scope="module")
def solver() -> Iterator[SolverProcess]:
    process = SolverProcess(seconds=60.0, deadline=60.0)
    yield process
    process.close()


def answer(level: str, spot: Spot, seed: int, solver: SolverProcess) -> str:
    action = choose(level, spot.view(), random.Random(seed), solver)
    assert isinstance(action, PlayCard)
    return card_name(action.card)


@by_title
def test_strong_finds_the_right_card(spot: Spot, solver: SolverProcess) -> None:
    for seed in (1, 2, 3):
        assert answer("strong", spot, seed, solver) in spot.right.split(), spot.why


@pytest.mark.parametrize(
    "spot", [spot for spot in SPOTS if spot.medium], ids=lambda spot: spot.title.replace(" ", "-")
)
def test_medium_finds_the_right_card(spot: Spot, solver: SolverProcess) -> None:
    assert answer("medium", spot, 1, solver) in spot.right.split(), spot.why


@by_title
def test_a_position_leaves_a_choice_and_has_its_reason(spot: Spot) -> None:
    legal = {action.card for action in spot.view().legal if isinstance(action, PlayCard)}
    assert spot.cards() < legal
    assert spot.why.endswith(".")


def test_there_are_enough_of_every_kind() -> None:
    assert len(SPOTS) >= 44
    assert len({spot.title for spot in SPOTS}) == len(SPOTS)
    assert {PRESETS[spot.ruleset].direction for spot in SPOTS} == {"clockwise", "counterclockwise"}
    assert len({spot.ruleset for spot in SPOTS}) >= 8
    assert sum(spot.view().trump == NO_TRUMP for spot in SPOTS) >= 8
    assert sum(spot.medium for spot in SPOTS) >= 30
