"""How well ratings foretell results: fitted on every other match, judged on those between.

Each match is foretold from those before it, whichever half they belong to.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import log
from typing import Final, NamedTuple
from uuid import UUID

from games.ratings.model import Skill, expected, rate
from games.rules.seats import NS, Side

BETAS: Final = (3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 25, 35)
KS: Final = (4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)

# A person in a ladder.
Key = tuple[UUID | None, str]


class Result(NamedTuple):
    """Who sat N E S W, and which side won."""

    keys: Sequence[Key]
    winner: Side


class Losses(NamedTuple):
    """Mean log-loss of the foretold results in the half to fit on and in the half to judge."""

    fitted: float
    judged: float


def of_ratings(results: Sequence[Result], beta: float) -> Losses:
    """Our model's."""
    skills: dict[Key, Skill] = defaultdict(Skill)

    def foretell(result: Result) -> float:
        north, east, south, west = (skills[key] for key in result.keys)
        sides = (north, south), (east, west)
        chance = expected(*sides, beta)
        (north, south), (east, west) = rate(sides, result.winner, beta)
        skills.update(zip(result.keys, (north, east, south, west), strict=True))
        return chance

    return _losses(results, foretell)


def of_elo(results: Sequence[Result], k: float) -> Losses:
    """Elo's, with the mean of a side as its rating."""
    points: dict[Key, float] = defaultdict(float)

    def foretell(result: Result) -> float:
        north, east, south, west = result.keys
        ahead = (points[north] + points[south] - points[east] - points[west]) / 2
        chance: float = 1 / (1 + 10 ** (-ahead / 400))
        gain = k * ((result.winner == NS) - chance)
        for key in (north, south):
            points[key] += gain
        for key in (east, west):
            points[key] -= gain
        return chance

    return _losses(results, foretell)


def _losses(results: Sequence[Result], foretell: Callable[[Result], float]) -> Losses:
    """`foretell` gives the chance of NS before the result, and then learns it."""
    losses = []
    for result in results:
        chance = foretell(result)
        losses.append(-log(chance if result.winner == NS else 1 - chance))
    fitted, judged = losses[::2], losses[1::2]
    return Losses(sum(fitted) / len(fitted), sum(judged) / len(judged))


def best(options: Sequence[float], losses_of: Callable[[float], Losses]) -> tuple[float, Losses]:
    """The option with the smallest loss in the half to fit on."""
    fitted = {option: losses_of(option) for option in options}
    option = min(fitted, key=lambda each: fitted[each].fitted)
    return option, fitted[option]


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """The correlation of ranks; ties share theirs."""
    ranks = [_ranks(values) for values in (one, other)]
    means = [sum(each) / len(each) for each in ranks]
    a, b = ([rank - mean for rank in each] for each, mean in zip(ranks, means, strict=True))
    covariance = sum(x * y for x, y in zip(a, b, strict=True))
    spread: float = (sum(x * x for x in a) * sum(y * y for y in b)) ** 0.5
    return covariance / spread


def _ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=lambda place: values[place])
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for place in order[start : end + 1]:
            ranks[place] = (start + end) / 2
        start = end + 1
    return ranks
