"""The bot `random`: any legal card or trump, but mostly passing, or it would bid itself to 13."""

from games.rules.commands import Action, Pass
from games.rules.state import AUCTION
from games.rules.views import View

from .doubledummy import Solver
from .source import RandomSource

PASSES = 0.75


def choose(view: View, random: RandomSource, solver: Solver) -> Action:
    legal = view.legal
    if view.phase != AUCTION:
        return legal[int(random.random() * len(legal))]
    if isinstance(legal[0], Pass) and (len(legal) == 1 or random.random() < PASSES):
        return legal[0]
    return next(call for call in legal if not isinstance(call, Pass))
