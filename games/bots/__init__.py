"""Bots: `choose(level, view, random, solver) -> action`. A bot sees a seat's view and nothing else."""

from collections.abc import Callable

from games.rules.commands import Action
from games.rules.views import View

from . import chance, easy, medium, strong
from .doubledummy import NoSolver, Solver
from .source import RandomSource

_CHOOSERS: dict[str, Callable[[View, RandomSource, Solver], Action]] = {
    "random": chance.choose,
    "easy": easy.choose,
    "medium": medium.choose,
    "strong": strong.choose,
}
LEVELS = tuple(_CHOOSERS)


def choose(level: str, view: View, random: RandomSource, solver: Solver | None = None) -> Action:
    """What a bot of a level does on its turn: one of `view.legal`. KeyError for an unknown level.

    Some levels ask the `solver`; without one they play by rule.
    """
    return _CHOOSERS[level](view, random, solver or NoSolver())


def pause_ms(mean: int, random: RandomSource) -> int:
    """How long a bot waits before it acts: about as long as people do over a plain card, by chance alone."""
    return int(mean * (0.5 + random.random()))
