"""Where a bot takes its chance from: passed in, so that bots stay pure."""

from typing import Protocol


class RandomSource(Protocol):
    """As `random.Random`: numbers from 0 up to, not including, 1."""

    def random(self) -> float: ...
