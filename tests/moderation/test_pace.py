"""How long a turn took, and whether its side was behind: from the log alone."""

from games.flags.pace import Took, paces
from games.rules.events import (
    CardPlayed,
    Clock,
    ClockExtended,
    DealScored,
    Event,
    MatchCreated,
    Passed,
    Player,
    SeatSubstituted,
    SeatTaken,
    TurnExpired,
)
from games.rules.ruleset import PRESETS

CREATED = MatchCreated(PRESETS["levant-41"], True, Clock(20, 90), "public", "tarneeb-deal/1", "")
SEATED = [SeatTaken(seat, Player("human", name), "") for seat, name in enumerate("nesw")]


def took(*events: tuple[int, Event]) -> dict[str, Took]:
    """Of events at seconds."""
    start: list[tuple[int, Event]] = [(0, CREATED), *((0, seat) for seat in SEATED)]
    return paces(start + [(1000 * at, event) for at, event in events])


def scored(north_south: int, east_west: int) -> DealScored:
    return DealScored(1, 0, 7, 0, True, (7, 6), (0, 0), (north_south, east_west))


def test_a_turn_begins_with_the_event_before() -> None:
    found = took((15, Passed(0)), (31, Passed(1)), (33, CardPlayed(2, 5)))
    assert found == {"n": Took(level=1), "e": Took(level=1, level_slow=1), "s": Took(level=1)}


def test_behind_is_by_a_fifth_of_the_target() -> None:
    found = took((0, scored(9, 0)), (1, Passed(1)), (18, Passed(3)), (19, scored(8, 0)), (20, Passed(1)))
    assert found == {"e": Took(behind=1, level=1), "w": Took(behind=1, behind_slow=1)}


def test_an_expired_turn_is_slow_and_the_bot_s_card_is_nobody_s() -> None:
    found = took((110, TurnExpired(0)), (110, CardPlayed(0, 3, auto=True)))
    assert found == {"n": Took(level=1, level_slow=1)}
    bot = SeatSubstituted(0, Player("bot", "bot:medium"))
    assert took((0, bot), (60, CardPlayed(0, 3))) == {}


def test_a_turn_over_an_outage_tells_nothing() -> None:
    found = took((60, ClockExtended(0, 0, "outage")), (75, Passed(0)), (76, Passed(1)))
    assert found == {"e": Took(level=1)}
