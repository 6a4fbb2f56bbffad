"""The text record of a match: exactly the events back, and a line number for what is wrong."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.commands import EndMatch, LeaveSeat, Sitting, TakeSeats
from games.rules.decide import create_match, decide
from games.rules.events import CardPlayed, DealStarted, Event, MatchCreated, SeatForfeited, SeatReclaimed
from games.rules.record import RecordError, parse_record, write_record
from games.rules.ruleset import PRESETS
from games.rules.seats import SEATS, E, N, S
from games.rules.state import fold

from .table import PEOPLE, KnownDeals
from .wander import Walk, walks


@given(walks(troubles=True))
def test_a_record_holds_every_event(walk: Walk) -> None:
    events = walk.play_on().events
    assert parse_record(write_record(events)) == events


@given(walks())
def test_a_quiet_match_too(walk: Walk) -> None:
    events = walk.play_on().events
    assert parse_record(write_record(events)) == events


def eventful() -> tuple[Event, ...]:
    """A short match with expired turns, a seat that is lost and reclaimed, and a forfeit at the end."""
    for seed in range(1000):
        events = Walk(PRESETS["levant-41-sol"], seed, troubles=True).play_on().events
        kinds = {type(event) for event in events}
        autos = [event for event in events if isinstance(event, CardPlayed) and event.auto]
        if {SeatForfeited, SeatReclaimed} <= kinds and autos and len(events) < 400:
            return events
    raise AssertionError("no such match")


def test_what_a_record_looks_like() -> None:
    text = write_record(eventful())
    for part in (
        "[RuleSet ",
        "[N [",
        "Deal 1 dealer ",
        "Auction ",
        " trump ",
        " 1. ",
        " timeout}",
        " reclaimed}",
    ):
        assert part in text
    assert text.splitlines()[0] == '[Tarneeb "record/1"]'
    assert all(len(line) < 120 for line in text.splitlines() if not line.startswith("["))


def ended(*commands: TakeSeats | LeaveSeat | EndMatch) -> tuple[Event, ...]:
    """A match that these commands ended before it began."""
    deals = KnownDeals()
    log = list(create_match(PRESETS["cardems"], False, None, "unlisted", [], "h", deals))
    for command in commands:
        log += decide(fold((event, 0) for event in log), command, deals)
    return tuple(log)


@pytest.mark.parametrize(
    "commands",
    [
        [EndMatch("aborted")],
        [TakeSeats((Sitting(N, PEOPLE[N], "0f"),)), LeaveSeat(N)],
        [
            TakeSeats((Sitting(S, PEOPLE[N], "0f"), Sitting(E, PEOPLE[E]))),
            LeaveSeat(S),
            TakeSeats((Sitting(N, PEOPLE[N], "0f"),)),
            EndMatch("voided"),
        ],
        [TakeSeats(tuple(Sitting(seat, PEOPLE[seat]) for seat in SEATS)), EndMatch("voided")],
    ],
)
def test_a_match_that_never_got_far(commands: list[TakeSeats | LeaveSeat | EndMatch]) -> None:
    events = ended(*commands)
    assert parse_record(write_record(events)) == events


def test_a_preset_that_has_changed_since_is_written_in_full() -> None:
    """A stored match carries its whole rule set."""
    created, *rest = ended(EndMatch("aborted"))
    assert isinstance(created, MatchCreated)
    old = replace(created, ruleset=replace(PRESETS["cardems"], target=35))
    text = write_record((old, *rest))
    assert '"id": "cardems"' in text
    assert parse_record(text) == (old, *rest)


def test_spaces_at_the_end_of_a_line_do_not_matter() -> None:
    events = eventful()
    text = write_record(events)
    assert parse_record(text.replace("\n", "  \r\n") + "\n\n") == events


def line_of(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("start", "old", "new"),
    [
        ("Auction", ":P", ":14"),
        ("Auction", ":P", ":x"),
        ("Auction", "Auction ", "Auction {N vanished} "),
        ("Auction", "Auction ", "Auction {N reclaimed} "),
        ("Contract", "Contract", "Kontract"),
        (" 1.", "=", "=="),
        (" 1.", " 1. ", " 1. XX "),
        (" 2.", " 2.", " 3."),
        ("[SeedHash", "[", "("),
        ("[RuleSet", "levant-41-sol", "levant-42"),
        ("[Rated", "false", "0"),
    ],
)
def test_an_error_names_its_line(start: str, old: str, new: str) -> None:
    text = write_record(Walk(PRESETS["levant-41-sol"], 3).play_on().events)
    number = line_of(text, start)
    lines = text.splitlines()
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    with pytest.raises(RecordError) as refused:
        parse_record("\n".join(lines))
    if not start.startswith("["):
        assert refused.value.line == number
    assert f"line {refused.value.line}: " in str(refused.value)


def test_a_score_that_does_not_follow_is_refused() -> None:
    text = write_record(Walk(PRESETS["levant-41"], 3).play_on().events)
    number = line_of(text, "Score")
    with pytest.raises(RecordError, match=f"line {number}: .* follows"):
        parse_record(text.replace("tricks", "took", 1))


@pytest.mark.parametrize(
    "text", ["", "\n", "[", "[Tarneeb]", "1. e4 e5", '[Tarneeb "record/1"]', "\x00", "[N " + "[" * 9999]
)
def test_what_is_no_record_at_all(text: str) -> None:
    with pytest.raises(RecordError):
        parse_record(text)


@given(walks(troubles=True), st.integers(0, 2**32))
def test_a_damaged_record_is_read_exactly_or_refused(walk: Walk, seed: int) -> None:
    text = write_record(walk.play_on().events)
    chance = random.Random(seed)
    for _ in range(10):
        place = chance.randrange(len(text))
        damaged = (
            text[:place] + chance.choice(["", "S", "{", "7", "*", " ", "\n", "N:P "]) + text[place + 1 :]
        )
        try:
            events = parse_record(damaged)
        except RecordError:
            continue
        assert write_record(events).split() == damaged.split()


def test_a_record_needs_a_finished_match() -> None:
    walk = Walk(PRESETS["cardems"], 1)
    assert isinstance(walk.events[-1], DealStarted)
    with pytest.raises(AssertionError):
        write_record(walk.events)
