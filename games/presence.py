"""Who is connected to a match: in Redis, each connection with a time at which it is forgotten."""

import time
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from games import doorbell
from games.contract.table import State
from games.rules.seats import SEAT_NAMES, SeatName

LASTS_SECONDS = 60


def key_of(match_id: UUID) -> str:
    return f"presence.{match_id}"


def member(seat: str, connection: str) -> str:
    return f"{seat}:{connection}"


def seats_of(members: Iterable[Any]) -> set[SeatName]:
    """The seats in what Redis holds, members as bytes."""
    found = {name.decode().partition(":")[0] for name in members}
    return {name for name in SEAT_NAMES if name in found}


def connected_seats(match_id: UUID) -> set[SeatName]:
    """The seats with a live connection; none known while Redis is away."""

    def present() -> set[SeatName]:
        return seats_of(doorbell.client().zrangebyscore(key_of(match_id), time.time(), "+inf"))

    return doorbell.ask(present, otherwise=set())


def mark(state: State, connected: Iterable[SeatName]) -> None:
    """Note whose connection is open; bots always are."""
    for name in connected:
        seat = state["seats"][name]
        if seat is not None:
            seat["connected"] = True
