"""A deal of the log, unrolled: each choice in it, with what its seat knew then and what it did not."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.rules.cards import NO_TRUMP, Mask
from games.rules.commands import NAME_TRUMP, PASS, PLAY_CARD, Action, Bid
from games.rules.events import BidMade, CardPlayed, DealStarted, Event, MatchCreated, Passed, TrumpNamed
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
        action = _chosen(event)
        if action is not None:
            north, east, south, west = state.hands
            seen = view(state, Viewer(action.seat, acts=True))
            yield Choice(seq, action.seat, action, seen, (north, east, south, west))
        state.apply(event)


def _chosen(event: Event) -> Action | None:
    """The action that an event is; no-trump is not named but follows from the bid."""
    match event:
        case BidMade(seat, amount, no_trump):
            return Bid(seat, amount, no_trump)
        case Passed(seat):
            return PASS[seat]
        case TrumpNamed(seat, trump) if trump != NO_TRUMP:
            return NAME_TRUMP[seat][trump]
        case CardPlayed(seat, card):
            return PLAY_CARD[seat][card]
    return None
