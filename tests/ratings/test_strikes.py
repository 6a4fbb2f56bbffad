"""How long strikes pause ranked play."""

from datetime import UTC, datetime, timedelta

from games.ratings.strikes import paused_until

START = datetime(2026, 3, 1, tzinfo=UTC)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def pause(*days: float) -> timedelta:
    """The pause behind strikes on these days."""
    at = [START + day * DAY for day in days]
    until = paused_until(at)
    assert until is not None
    return until - max(at)


def test_none() -> None:
    assert paused_until([]) is None


def test_ten_minutes_and_doubling() -> None:
    assert [pause(*[0.01 * n for n in range(strikes)]) for strikes in (1, 2, 3, 4)] == [
        10 * MINUTE,
        20 * MINUTE,
        40 * MINUTE,
        80 * MINUTE,
    ]


def test_three_days_at_most() -> None:
    assert pause(*[0.01 * n for n in range(40)]) == 3 * DAY


def test_they_fade() -> None:
    assert pause(0, 2.9) == 20 * MINUTE
    assert pause(0, 3.1) == 10 * MINUTE
    assert pause(0, 0.1, 0.2, 6.3) == 20 * MINUTE


def test_order_does_not_matter() -> None:
    assert pause(0.2, 0, 0.1) == pause(0, 0.1, 0.2)
