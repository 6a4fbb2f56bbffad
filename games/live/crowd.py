"""How many sockets and streams are open here, by person and by address: each of them costs memory."""

from collections import Counter
from collections.abc import Iterator
from typing import Protocol
from uuid import UUID

from django.conf import settings


class Crowded(Exception):
    """A person, or an address, has as many open as one may."""


class Comer(Protocol):
    """Who comes from where; None is nobody in particular."""

    @property
    def person(self) -> UUID | None: ...

    address: str


class Crowd:
    """Counts of one process."""

    def __init__(self) -> None:
        self._open: Counter[UUID | str] = Counter()

    def enter(self, comer: Comer) -> None:
        """One more. Raises Crowded, and then counts none."""
        if self.is_full(comer):
            raise Crowded
        self._open.update(who for who, _limit in _limits(comer))

    def is_full(self, comer: Comer) -> bool:
        """Whether one more would be too many."""
        if not settings.THROTTLES:
            return False
        return any(self._open[who] >= limit for who, limit in _limits(comer))

    def leave(self, comer: Comer) -> None:
        """One less of those who have entered."""
        for who, _limit in _limits(comer):
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]


def _limits(comer: Comer) -> Iterator[tuple[UUID | str, int]]:
    yield comer.address, settings.OPEN_PER_ADDRESS
    if comer.person is not None:
        yield comer.person, settings.OPEN_PER_PERSON
