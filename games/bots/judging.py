"""What cards are worth: points that the deal brings a seat's side, over layouts that it could know of."""

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev

from games.rules.cards import POINTS, Card, Mask
from games.rules.seats import side_of
from games.rules.views import View

from .doubledummy import Position, Solution, Solver, tricks_of
from .inference import layouts as likely_layouts
from .knowledge import Four, known
from .source import RandomSource
from .stakes import deal_points, match_points

Values = Mapping[Card, float]


def layout_values(
    view: View,
    random: RandomSource,
    solver: Solver,
    layouts: int,
    nodes: int | None = None,
    *,
    in_match: bool = False,
    by_cards: bool = True,
) -> list[Values]:
    """What each legal card brings in each layout: the deal's points, the seat's side's less the other's.

    `layouts` layouts are drawn, by how likely the calls and, with `by_cards`, the cards make them; each is
    played on as well as can be with all hands open. Those are left out that `nodes` nodes of search do not
    allow for. `in_match` tells it in chances to win the match (stakes.py). Raises CannotSolve.
    """
    drawn = likely_layouts(view, known(view), layouts, random, by_cards)
    positions = {hands: position_of(view, hands) for hands in drawn}  # some are drawn more than once
    solutions = solver.solve(list(positions.values()), nodes)
    judge = Judge(view, in_match)
    values = {
        hands: judge.worth(position, solution)
        for (hands, position), solution in zip(positions.items(), solutions, strict=False)
    }
    return [values[hands] for hands in drawn if hands in values]


def card_values(view: View, random: RandomSource, solver: Solver, layouts: int) -> dict[Card, float]:
    """The mean of `layout_values`. Raises CannotSolve."""
    values = layout_values(view, random, solver, layouts)
    return {card: fmean(value[card] for value in values) for card in values[0]}


def standard_error(differences: Sequence[float]) -> float:
    """Of their mean; nothing is known of it, and 0 told, where there is but one."""
    return stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 0.0


def open_values(view: View, hands: Sequence[Mask], solver: Solver) -> dict[Card, float]:
    """The same where all hands are known: masks by seat of what each still holds. Raises CannotSolve."""
    position = position_of(view, (hands[0], hands[1], hands[2], hands[3]))
    return Judge(view).worth(position, solver.solve([position])[0])


def position_of(view: View, hands: Four) -> Position:
    """The moment of the play that a view shows, with these hands."""
    assert view.trump is not None and view.turn is not None
    leader = view.leader if view.trick else view.turn
    return Position(view.trump, view.ruleset.step, leader, hands, view.trick)


class Judge:
    """Turns tricks to come into points, for the seat of a view."""

    def __init__(self, view: View, in_match: bool = False) -> None:
        assert view.contract is not None and view.seat is not None
        self.view = view
        self.declaring, self.side = side_of(view.contract[0]), side_of(view.seat)
        rules, amount = view.ruleset, view.contract[1]
        if in_match:
            self.points: Sequence[float] = match_points(rules, view.score, self.side, self.declaring, amount)
        else:
            self.points = deal_points(rules, self.side, self.declaring, amount)
        self.taken = sum(side_of(winner) == self.declaring for _, _, winner in view.history)

    def worth(self, position: Position, solution: Solution) -> dict[Card, float]:
        left = 13 - len(self.view.history)
        tricks = tricks_of(self.declaring, position.turn, solution, left)
        if self.view.ruleset.unit == "card_points":
            return self._in_card_points(position, tricks, left)
        return {card: self.points[self.taken + more] for card, more in tricks.items()}

    def _in_card_points(self, position: Position, tricks: Mapping[Card, int], left: int) -> dict[Card, float]:
        """Tricks to come bring an even share of what the cards to come are worth."""
        won, to_come = 0, sum(POINTS)
        for _, cards, winner in self.view.history:
            points = sum(POINTS[card] for card in cards)
            won += points * (side_of(winner) == self.declaring)
            to_come -= points
        return {card: self._between(won + to_come * more / left) for card, more in tricks.items()}

    def _between(self, points: float) -> float:
        below = min(119, int(points))
        share = points - below
        return (1 - share) * self.points[below] + share * self.points[below + 1]
