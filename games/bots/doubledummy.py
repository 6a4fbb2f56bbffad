"""Positions with all four hands known, and who solves them: passed in, so that bots stay pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.rules.cards import Card, Mask, Suit, mask_of
from games.rules.seats import SEATS, Seat, Side, side_of


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of the play: `hands` by seat without the cards of the `trick` that `leader` led.

    `step` is 1 where play goes clockwise, 3 where it does not. ValueError where no play could
    have led here.
    """

    trump: Suit
    step: int
    leader: Seat
    hands: tuple[Mask, Mask, Mask, Mask]
    trick: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        seen = mask_of(self.trick)
        distinct = seen.bit_count() == len(self.trick)
        for hand in self.hands:
            distinct = distinct and not hand & seen
            seen |= hand
        held = self.hands[self.turn].bit_count()
        played = {(self.leader + self.step * place) & 3 for place in range(len(self.trick))}
        fair = all(self.hands[seat].bit_count() == held - (seat in played) for seat in SEATS)
        if not (distinct and fair and 1 <= held <= 13 and len(self.trick) < 4 and self.step in (1, 3)):
            raise ValueError("not a position of the play")
        if not 0 <= self.trump <= 4 or seen >> 52:
            raise ValueError("not a deck's cards")

    @property
    def turn(self) -> Seat:
        return (self.leader + self.step * len(self.trick)) & 3


# How many of the tricks still to come, this one included, the side on turn takes with each legal card.
Solution = Mapping[Card, int]
# How many of the 13 tricks each declarer's side takes with each trump: table[declarer][trump].
Table = Sequence[Sequence[int]]


class CannotSolve(Exception):
    """No answer: there is no solver here, it has died, or it took too long."""


class Solver(Protocol):
    """Solves positions, best play by all four with all hands open."""

    @property
    def is_there(self) -> bool:
        """Whether it is worth asking: this machine has one."""
        ...

    def solve(self, positions: Sequence[Position], nodes: int | None = None) -> list[Solution]:
        """A solution per position, in order, at least one.

        The rest is left out once the search has visited `nodes` nodes in all. Raises CannotSolve.
        """
        ...

    def table(self, hands: Sequence[Mask], step: int) -> Table:
        """The tricks of every contract of a deal. Raises CannotSolve."""
        ...


class NoSolver:
    """Where there is none."""

    is_there = False

    def solve(self, positions: Sequence[Position], nodes: int | None = None) -> list[Solution]:
        raise CannotSolve

    def table(self, hands: Sequence[Mask], step: int) -> Table:
        raise CannotSolve


def tricks_of(side: Side, turn: Seat, solution: Solution, left: int) -> dict[Card, int]:
    """A solution told as the tricks still to come, `left` of them, for one side."""
    ours = side_of(turn) == side
    return {card: tricks if ours else left - tricks for card, tricks in solution.items()}
