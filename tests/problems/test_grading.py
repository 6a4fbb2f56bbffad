"""Grading: people and problems move against each other, and bots set where a problem starts."""

from math import exp, sqrt

import pytest

from games.bots import LEVELS
from games.problems.grading import BETA, BOTS, HARD_FROM, MEDIUM_FROM, after, level_of, mu_of, starting
from games.ratings.model import MU, Skill


def test_who_solves_gains_what_the_problem_loses() -> None:
    person, problem = after(Skill(), Skill(), solved=True)
    assert person.mu - MU == pytest.approx(MU - problem.mu)
    assert person.shown > 1500 > problem.shown
    person, problem = after(Skill(), Skill(), solved=False)
    assert person.shown < 1500 < problem.shown


def test_both_grow_certain() -> None:
    person, problem = Skill(), Skill()
    for solved in (True, False) * 20:
        person, problem = after(person, problem, solved)
    assert person.sigma < Skill().sigma / 2 and problem.sigma < Skill().sigma / 2


def test_a_hard_one_brings_more_as_the_documented_model_says() -> None:
    person, sure = Skill(MU, 2.0), 2.0
    gains = {mu: after(person, Skill(mu, sure), solved=True)[0].mu - MU for mu in (MU - 8, MU, MU + 8)}
    assert gains[MU - 8] < gains[MU] < gains[MU + 8]
    c = sqrt(2 * BETA**2 + 2 * sure**2)
    missed = {mu: 1 - 1 / (1 + exp((mu - MU) / c)) for mu in gains}
    assert gains[MU + 8] / gains[MU] == pytest.approx(missed[MU + 8] / missed[MU], rel=0.01)


def test_the_more_bots_miss_it_the_higher_it_starts() -> None:
    none = starting(())
    some = starting(("random",))
    more = starting(("random", "easy"))
    assert none.mu < some.mu < more.mu
    assert level_of(none.shown) == "easy"
    assert more.sigma > Skill().sigma * 0.7  # people overrule the bots


def test_levels() -> None:
    assert [level_of(shown) for shown in (MEDIUM_FROM - 1, MEDIUM_FROM, HARD_FROM - 1, HARD_FROM)] == [
        "easy",
        "medium",
        "medium",
        "hard",
    ]
    assert Skill(mu_of(1800)).shown == 1800


def test_every_level_of_bots_counts_as_somebody() -> None:
    assert tuple(BOTS) == LEVELS
