"""One position: how it came about, the cards that are right, and why."""

from dataclasses import dataclass

from games.rules.cards import Card, parse_card
from games.rules.events import Pair
from games.rules.seats import SEAT_NAMES
from games.rules.views import View, Viewer, view
from tests.rules.table import Table, hands_of, name_trump


@dataclass(frozen=True, slots=True)
class Spot:
    """A deal up to the moment in question.

    `hands` of N, E, S, W as in tests/rules/table.py; `plays` runs from the first lead; `right` names
    the cards that are as good as each other and better than all else. Each was checked over 240 layouts
    that fit the view: it is ahead by more than half a point, on average of the best play. `medium` is
    whether the level that plays by rule knows it, too.
    """

    title: str
    why: str
    ruleset: str
    dealer: str
    hands: tuple[str, str, str, str]
    calls: str
    plays: str
    right: str
    trump: str = "NT"
    score: Pair = (0, 0)
    medium: bool = False

    def table(self) -> Table:
        table = Table(
            self.ruleset,
            dealer=SEAT_NAMES.index(self.dealer),
            hands=hands_of(*self.hands),
            score=self.score,
        )
        table.calls(self.calls)
        if table.state.trump is None:
            table.do(name_trump(table.turn, self.trump))
        if self.plays:
            table.plays(self.plays)
        return table

    def view(self) -> View:
        table = self.table()
        return view(table.state, Viewer(table.turn, acts=True))

    def cards(self) -> set[Card]:
        return {parse_card(name) for name in self.right.split()}
