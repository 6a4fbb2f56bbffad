"""What else could have been done: lines go by the rules, and end with their deal."""

import pytest
from hypothesis import given

from games.rules import errors
from games.rules.cards import CARD_NAMES, SUITS
from games.rules.events import BidMade, CardPlayed, DealPassedOut, DealScored, Event, Passed, TrumpNamed
from games.rules.lines import follow
from tests.rules.table import Table
from tests.rules.wander import Walk, walks


def step_of(event: Event) -> str:
    match event:
        case CardPlayed():
            return CARD_NAMES[event.card]
        case BidMade():
            return f"{event.amount}{'NT' if event.no_trump else ''}"
        case TrumpNamed():
            return SUITS[event.trump]
        case Passed():
            return "pass"
    raise AssertionError(event)


@given(walks())
def test_what_was_played_is_a_line_too(walk: Walk) -> None:
    start, expected = walk.state.copy(), walk.state.copy()
    line, score = [], None
    for events in walk.steps():
        line.append(step_of(events[0]))
        ends = [place for place, event in enumerate(events) if isinstance(event, DealScored | DealPassedOut)]
        for event in events[: ends[0] + 1] if ends else events:
            expected.apply(event)
        if ends:
            score = events[ends[0]] if isinstance(events[ends[0]], DealScored) else None
            break
        assert follow(start, line, walk.deals) == (expected, None)
    assert follow(start, line, walk.deals) == (expected, score)
    with pytest.raises(errors.WrongPhase):
        follow(start, [*line, "pass"], walk.deals)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (["6"], errors.BidOutOfRange),
        (["8NT"], errors.NoTrumpNotAllowed),
        (["8", "7"], errors.BidTooLow),
        (["HA"], errors.WrongPhase),
        (["13", "S", "HA", "HK"], errors.CardNotHeld),
    ],
)
def test_the_rules_refuse_a_step(line: list[str], error: type[errors.RuleViolation]) -> None:
    table = Table("levant-41")
    with pytest.raises(error):
        follow(table.state, line, table.deals)


@pytest.mark.parametrize("step", ["", "x", "sa", "SA ", "1000", "NT", "-7", "8nt", "S1"])
def test_what_is_no_step(step: str) -> None:
    table = Table()
    with pytest.raises(ValueError, match=f"^{step}$"):
        follow(table.state, [step], table.deals)
