"""Lines that nobody played: from a position on, by the rules, to the end of its deal at most."""

import re
from collections.abc import Sequence

from .cards import CARDS, SUITS
from .commands import Action, Bid, NameTrump, Pass, PlayCard
from .decide import decide
from .errors import WrongPhase
from .events import DealScored, DealStarted, MatchFinished
from .fairdeal import DealSource
from .seats import Seat
from .state import MatchState

_BID = re.compile("([0-9]{1,3})(NT)?")


def parse_step(text: str, seat: Seat) -> Action:
    """What a seat does: a card `SA`, a bid `8` or `9NT`, `pass`, a trump `H`. Raises ValueError."""
    if text in CARDS:
        return PlayCard(seat, CARDS[text])
    if text == "pass":
        return Pass(seat)
    if text in SUITS:
        return NameTrump(seat, SUITS.index(text))
    if bid := _BID.fullmatch(text):
        return Bid(seat, int(bid[1]), bid[2] is not None)
    raise ValueError(text)


def follow(
    state: MatchState, steps: Sequence[str], deals: DealSource
) -> tuple[MatchState, DealScored | None]:
    """The state behind the steps, and the deal's score if they end it. Nobody's clock runs.

    Raises RuleViolation where the rules refuse a step, and ValueError for what is none.
    """
    after = state.copy()
    scored = None
    for step in steps:
        if after.turn is None:
            raise WrongPhase
        action = parse_step(step, after.turn)
        for event in decide(after, action, deals, after.turn_started_ms):
            if isinstance(event, DealStarted | MatchFinished):
                break
            after.apply(event, after.turn_started_ms)
            scored = event if isinstance(event, DealScored) else scored
    return after, scored
