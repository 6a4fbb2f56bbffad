"""How hard a problem is and how well people solve: a person against a problem, by one model. Pure.

OpenSkill's Plackett-Luce (as games/ratings/model.py) for one against one: who solves has won, who misses has
lost, and both change. For two it is Bradley and Terry's model: a person solves a problem with probability

    1 / (1 + exp((mu of the problem - mu of the person) / c)),  c² = 2 BETA² + both variances

`BETA` is OpenSkill's own, a sixth of `MU`: an answer has no luck of the cards. On the scale that people see,
of 1500 in the middle, a lead of 177 is then odds of e to 1, nearly Elo's 174.

Before anybody has tried a problem the bots have: each level counts as a person of the rating in `BOTS`. Those
are our assumption, and people overrule it: a problem starts with a wide deviation.
"""

from collections.abc import Collection
from typing import Final, Literal

from openskill.models import PlackettLuce

from games.ratings.model import MU, SHOWN_PER_MU, SHOWN_START, SIGMA, TAU, Skill

BETA: Final = MU / 6
BOTS: Final = {"random": 900, "easy": 1300, "medium": 1500, "strong": 1900}
BOT_DEVIATION: Final = 60
# Ratings from which a problem is medium, and hard.
MEDIUM_FROM: Final = 1400
HARD_FROM: Final = 1600

Level = Literal["easy", "medium", "hard"]

_MODEL: Final = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


def mu_of(shown: float) -> float:
    """The mean of a rating as people see it."""
    return MU + (shown - SHOWN_START) / SHOWN_PER_MU


def after(person: Skill, problem: Skill, solved: bool) -> tuple[Skill, Skill]:
    """Both once the person has tried the problem."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in (person, problem)]
    (one,), (other,) = _MODEL.rate(teams, ranks=[1.0, 2.0] if solved else [2.0, 1.0])
    return Skill(one.mu, one.sigma), Skill(other.mu, other.sigma)


def starting(missed_by: Collection[str]) -> Skill:
    """A problem's skill from which bots miss it."""
    skill = Skill()
    for level, shown in BOTS.items():
        bot = Skill(mu_of(shown), BOT_DEVIATION / SHOWN_PER_MU)
        _, skill = after(bot, skill, level not in missed_by)
    return skill


def level_of(shown: int) -> Level:
    if shown < MEDIUM_FROM:
        return "easy"
    return "medium" if shown < HARD_FROM else "hard"
