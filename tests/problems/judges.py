"""Judges for tests, who say what they are told."""

from collections.abc import Callable, Mapping

from games import bots
from games.bots.doubledummy import CannotSolve
from games.bots.source import RandomSource
from games.problems.alike import choices_of
from games.rules.commands import Action
from games.rules.views import View

Opinion = Callable[[View], Mapping[Action, float]]


def last_by(lead: float) -> Opinion:
    """The last choice is better than the others, which are alike; of calls none is."""

    def opinion(view: View) -> Mapping[Action, float]:
        best = () if view.trump is None else choices_of(view)[-1]
        return {action: lead * (action in best) for action in view.legal}

    return opinion


class Told:
    """`values` by one opinion and `second_values` by another; bots do what they do, without a solver."""

    def __init__(self, one: Opinion, other: Opinion | None = None, noise: float = 0.0) -> None:
        self.one, self.other, self.noise = one, other or one, noise
        self.asked = 0

    def values(self, view: View, random: RandomSource, layouts: int) -> Mapping[Action, float]:
        self.asked += 1
        return {action: value + self.noise * random.random() for action, value in self.one(view).items()}

    def second_values(self, view: View, random: RandomSource, layouts: int) -> Mapping[Action, float]:
        return {action: value + self.noise * random.random() for action, value in self.other(view).items()}

    def choice(self, level: str, view: View, random: RandomSource) -> Action:
        return bots.choose(level, view, random)


def cannot(view: View) -> Mapping[Action, float]:
    raise CannotSolve
