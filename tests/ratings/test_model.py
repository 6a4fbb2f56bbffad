"""Golden vectors: the library's results for our parameters may not change unseen."""

import math

import pytest

from games.ratings.model import BETA, MU, SIGMA, TAU, Pair, Skill, expected, rate

START = Skill()
LUCK = 50 / 3
NORTH_SOUTH, EAST_WEST = (Skill(18, 4), Skill(33, 2)), (Skill(26, 7), Skill(24, 1.5))
Numbers = tuple[float, ...]
VECTORS: list[tuple[tuple[Pair, Pair], int | None, Numbers]] = [
    (
        ((START, START), (START, START)),
        0,
        (
            *(26.202913293729974, 8.29823076096723, 26.202913293729974, 8.29823076096723),
            *(23.797086706270026, 8.29823076096723, 23.797086706270026, 8.29823076096723),
        ),
    ),
    (
        ((Skill(30, 5), START), (Skill(22, 6), Skill(27, 3))),
        1,
        (
            *(29.471987830248327, 4.992502922110521, 23.53356020280853, 8.295781166752692),
            *(22.76027300754302, 5.990808519611336, 27.190178223873346, 2.9999356011111535),
        ),
    ),
    (
        (NORTH_SOUTH, EAST_WEST),
        0,
        (
            *(18.313287179669103, 3.998586248754819, 33.07842373217747, 2.0014496482653477),
            *(25.040838339728904, 6.980911679992776, 23.955827187248392, 1.5021197350688789),
        ),
    ),
    (
        (NORTH_SOUTH, EAST_WEST),
        None,
        (
            *(17.993616797354374, 3.998586248754819, 32.99840212237461, 2.0014496482653477),
            *(26.019542846451273, 6.980911679992776, 24.000900017726607, 1.5021197350688789),
        ),
    ),
]


def flat(sides: tuple[Pair, Pair]) -> list[float]:
    return [number for side in sides for skill in side for number in skill]


@pytest.mark.parametrize(("sides", "winner", "after"), VECTORS)
def test_golden(sides: tuple[Pair, Pair], winner: int | None, after: Numbers) -> None:
    assert flat(rate(sides, winner, beta=LUCK)) == pytest.approx(list(after), rel=1e-9)


def test_the_start_is_1500() -> None:
    assert (START.shown, START.deviation) == (1500, 250)


def test_a_result_is_symmetric() -> None:
    (north, south), (east, west) = rate(((START, START), (START, START)), 0)
    assert north == south
    assert east == west
    assert north.mu - MU == pytest.approx(MU - east.mu)
    mirrored = rate(((START, START), (START, START)), 1)
    assert mirrored == ((east, west), (north, south))


def test_a_tie_of_equals_moves_nothing_but_certainty() -> None:
    (north, _), (east, _) = rate(((START, START), (START, START)), None)
    assert north.mu == east.mu == MU
    assert north.sigma < SIGMA


def test_the_less_certain_moves_more_and_an_upset_most() -> None:
    sure, strong = Skill(MU, 2.0), Skill(MU + 8, 2.0)
    (one, other), _ = rate(((sure, START), (START, START)), 0)
    assert other.mu - MU > one.mu - MU > 0
    (expected_winner, _), _ = rate(((strong, strong), (sure, sure)), 0)
    _, (upsetter, _) = rate(((strong, strong), (sure, sure)), 1)
    assert upsetter.mu - sure.mu > expected_winner.mu - strong.mu > 0


def test_calls_do_not_depend_on_each_other() -> None:
    """The library's options stick to its model; ours are given once."""
    sides = ((START, Skill(28, 4)), (Skill(22, 5), START))
    before = rate(sides, 0)
    rate(sides, 1, beta=3.0)
    rate(sides, None)
    assert rate(sides, 0) == before


def test_expected_results() -> None:
    equal = (START, START)
    assert expected(equal, equal) == 0.5
    better = (Skill(MU + 5, 2), Skill(MU + 5, 2))
    ahead = expected(better, equal)
    assert ahead == pytest.approx(1 - expected(equal, better))
    spread = math.sqrt(4 * BETA**2 + 2 * 2**2 + 2 * SIGMA**2)
    assert ahead == pytest.approx(0.5 * (1 + math.erf(10 / spread / math.sqrt(2))))
    assert pytest.approx(MU / 300) == TAU
