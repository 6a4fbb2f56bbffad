"""A deal of the log, unrolled: each choice in it, with what its seat knew then and what it did not."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.rules.cards import Mask
from games.rules.commands import Action, action_of
from games.rules.events import DealStarted, Event, MatchCreated
from games.rules.ruleset import RuleSet
from games.rules.seats import Seat
from games.rules.state import fold
from games.rules.views import View, Viewer, view


class LoggedDeal(NamedTuple):
    """A deal with the seqs of its events, from `deal_started` to its end, and how its match was created."""

    created: MatchCreated
    events: Sequence[tuple[int, Event]]

    @property
    def seq(self) -> int:
        return self.events[0][0]

    @property
    def started(self) -> DealStarted:
        started = self.events[0][1]
        assert isinstance(started, DealStarted)
        return started

    @property
    def ruleset(self) -> RuleSet:
        return self.created.ruleset


class Choice(NamedTuple):
    """What a seat did at a seq: `view` is all that it saw before, `hands` are all four as they were."""

    seq: int
    seat: Seat
    action: Action
    view: View
    hands: tuple[Mask, Mask, Mask, Mask]

    @property
    def is_forced(self) -> bool:
        return len(self.view.legal) == 1


def choices(deal: LoggedDeal) -> Iterator[Choice]:
    """Every call, naming of trump and card of a deal, also those that the clock or a bot has made."""
    state = fold([(deal.created, 0), (deal.started, 0)])
    for seq, event in deal.events[1:]:
        action = action_of(event)
        if action is not None:
            north, east, south, west = state.hands
            seen = view(state, Viewer(action.seat, acts=True))
            yield Choice(seq, action.seat, action, seen, (north, east, south, west))
        state.apply(event)
