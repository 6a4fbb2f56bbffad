"""Strikes pause ranked play: ten minutes, doubling, at most three days; they fade with time. Pure."""

from collections.abc import Iterable
from datetime import datetime, timedelta

FIRST_PAUSE = timedelta(minutes=10)
LONGEST_PAUSE = timedelta(days=3)
ONE_FADES_IN = timedelta(days=3)


def paused_until(strikes: Iterable[datetime]) -> datetime | None:
    """When the last strike's pause ends, or has ended; None for who has none."""
    level = 0
    last: datetime | None = None
    for at in sorted(strikes):
        if last is not None:
            level = max(0, level - (at - last) // ONE_FADES_IN)
        level, last = level + 1, at
    if last is None:
        return None
    doubled: timedelta = FIRST_PAUSE * 2 ** min(level - 1, 20)
    return last + min(LONGEST_PAUSE, doubled)
