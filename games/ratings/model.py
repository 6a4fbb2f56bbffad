"""A person's skill as a normal distribution, and what a result makes of it. Pure.

OpenSkill's Plackett-Luce (Weng and Lin, JMLR 12, 2011) for two sides of two. `BETA` is the luck of a match
in the units of `mu`; `make sim` fits it, since the library's own predicts worse than a coin where cards are
dealt. Its weights are not used, nor the options of `rate`: one sticks to the model, another is ignored.
"""

from math import erfc, sqrt
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from games.rules.seats import EW, NS, Side

VERSION: Final = 1
MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = 7.0
TAU: Final = MU / 300
PARAMETERS: Final = {"model": "plackett-luce", "mu": MU, "sigma": SIGMA, "beta": BETA, "tau": TAU}
# As people see it: 1500 at the start, where the deviation is 250.
SHOWN_START: Final = 1500
SHOWN_PER_MU: Final = 30


class Skill(NamedTuple):
    """Mean and standard deviation."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The rating as a number to show."""
        return round(SHOWN_START + SHOWN_PER_MU * (self.mu - MU))

    @property
    def deviation(self) -> int:
        """The standard deviation on the scale of `shown`."""
        return round(SHOWN_PER_MU * self.sigma)


Pair = tuple[Skill, Skill]


def rate(sides: tuple[Pair, Pair], winner: Side | None, beta: float = BETA) -> tuple[Pair, Pair]:
    """Everyone's skill after a match of NS against EW; `winner` None is a tie."""
    model = _model(beta)
    teams = [[model.rating(mu=skill.mu, sigma=skill.sigma) for skill in side] for side in sides]
    ranks = {NS: [1.0, 2.0], EW: [2.0, 1.0], None: [1.0, 1.0]}[winner]
    one, other = ([Skill(each.mu, each.sigma) for each in team] for team in model.rate(teams, ranks=ranks))
    return (one[0], one[1]), (other[0], other[1])


def expected(ns: Pair, ew: Pair, beta: float = BETA) -> float:
    """The probability that NS wins."""
    skills = (*ns, *ew)
    spread = sqrt(sum(beta**2 + skill.sigma**2 for skill in skills))
    ahead = ns[0].mu + ns[1].mu - ew[0].mu - ew[1].mu
    return erfc(-ahead / spread / sqrt(2)) / 2


_models: dict[float, PlackettLuce] = {}


def _model(beta: float) -> PlackettLuce:
    if beta not in _models:
        _models[beta] = PlackettLuce(mu=MU, sigma=SIGMA, beta=beta, tau=TAU)
    return _models[beta]
