"""Whose connection is open, for all processes: this one keeps its own sockets from being forgotten."""

import time
from collections.abc import Callable
from uuid import UUID

from redis.asyncio import Redis
from redis.exceptions import RedisError

from games import presence
from games.rules.seats import SeatName

REFRESH_SECONDS = presence.LASTS_SECONDS / 3


class Attendance:
    """The players' sockets of this process; `tell` is called with match, seat and whether it is connected."""

    def __init__(self, redis: Redis, tell: Callable[[UUID, SeatName, bool], None]) -> None:
        self._redis = redis
        self._tell = tell
        self._noted: dict[tuple[UUID, str], float] = {}

    async def connected_seats(self, match_id: UUID) -> set[SeatName]:
        """None known while Redis is away."""
        try:
            members = await self._redis.zrangebyscore(presence.key_of(match_id), time.time(), "+inf")
        except (RedisError, OSError):
            return set()
        return presence.seats_of(members)

    async def arrive(self, match_id: UUID, seat: SeatName, connection: str) -> None:
        """A player's socket is open."""
        self._noted[match_id, presence.member(seat, connection)] = 0.0
        await self.refresh()
        self._tell(match_id, seat, True)

    async def depart(self, match_id: UUID, seat: SeatName, connection: str) -> None:
        """It is closed; the seat may have another."""
        member = presence.member(seat, connection)
        self._noted.pop((match_id, member), None)
        try:
            await self._redis.zrem(presence.key_of(match_id), member)
        except (RedisError, OSError):
            return
        if seat not in await self.connected_seats(match_id):
            self._tell(match_id, seat, False)

    async def refresh(self) -> None:
        """Note again who is still here."""
        due = [key for key, noted in self._noted.items() if time.monotonic() - noted > REFRESH_SECONDS]
        if not due:
            return
        try:
            pipeline = self._redis.pipeline(transaction=False)
            for match_id, member in due:
                pipeline.zadd(presence.key_of(match_id), {member: time.time() + presence.LASTS_SECONDS})
                pipeline.expire(presence.key_of(match_id), presence.LASTS_SECONDS)
            await pipeline.execute()
        except (RedisError, OSError):
            return
        self._noted |= dict.fromkeys((key for key in due if key in self._noted), time.monotonic())
