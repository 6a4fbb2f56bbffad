"""What a card lost for all that its player could know: layouts weighed, and what chance explains left out."""

from collections.abc import Sequence
from statistics import fmean
from typing import Final, NamedTuple

from games.bots.doubledummy import Solver
from games.bots.judging import Values, layout_values, standard_error
from games.bots.source import RandomSource
from games.rules.cards import Card
from games.rules.views import View

# A trick is worth fifteen points where it makes a contract or sets it, and a layout more or less tells little
# then. What is below so many standard errors counts as nothing, what is far above them nearly in full.
DOUBT: Final = 1.5


class Mistake(NamedTuple):
    """How much was `lost`, in points, against the card that was `better`; 0 and None where none was."""

    lost: float
    better: Card | None


def mistake(chosen: Card, view: View, random: RandomSource, solver: Solver, layouts: int) -> Mistake:
    """What a card lost over layouts that its seat's view allows, drawn as likely as the calls make them.

    Raises CannotSolve.
    """
    return weighed(chosen, layout_values(view, random, solver, layouts, by_cards=False))


def weighed(chosen: Card, values: Sequence[Values]) -> Mistake:
    """The card that was better by most, and by how much beyond chance."""
    gains = {card: gain([value[card] - value[chosen] for value in values]) for card in values[0]}
    better = max(gains, key=lambda card: gains[card])
    return Mistake(gains[better], better) if gains[better] > 0 else Mistake(0.0, None)


def gain(differences: Sequence[float]) -> float:
    """The mean, shrunk the more the closer it is to what chance makes of so many layouts."""
    mean = fmean(differences)
    if mean <= 0:
        return 0.0
    error = DOUBT * standard_error(differences)
    return mean * max(0.0, 1 - (error / mean) ** 2)
