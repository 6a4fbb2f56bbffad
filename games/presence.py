"""Who is connected to a match: in Redis, each connection with a time at which it is forgotten."""

import time
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from games import doorbell
from games.codec import Data

LASTS_SECONDS = 60


def key_of(match_id: UUID) -> str:
    return f"presence.{match_id}"


def member(seat: str, connection: str) -> str:
    return f"{seat}:{connection}"


def seats_of(members: Iterable[Any]) -> set[str]:
    """The seats in what Redis holds, members as bytes."""
    return {name.decode().partition(":")[0] for name in members}


def connected_seats(match_id: UUID) -> set[str]:
    """The seats with a live connection; none known while Redis is away."""

    def present() -> set[str]:
        return seats_of(doorbell.client().zrangebyscore(key_of(match_id), time.time(), "+inf"))

    return doorbell.ask(present, otherwise=set())


def mark(state: Data, connected: Iterable[str]) -> Data:
    """Note in a `state` whose connection is open; bots always are."""
    seats: dict[str, Any] = state["seats"]
    for name in connected:
        if seats[name] is not None:
            seats[name]["connected"] = True
    return state
