"""Redis pub/sub of one process: it hears what is rung elsewhere, and rings what is stored here."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress

from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.live.background import soon

logger = logging.getLogger(__name__)

# Redis is asked each second whether it is there; after this it is taken to be away.
SILENCE_SECONDS = 3.0
AGAIN_SECONDS = 1.0


class Bells:
    """`channels` says what to listen to after a break; `hear` is called with a channel and what was
    rung there, or None once it is listened to: what was rung before, or during a break, went unheard.
    """

    def __init__(
        self,
        redis: Redis,
        channels: Callable[[], Iterable[str]],
        hear: Callable[[str, bytes | None], None],
    ) -> None:
        self.are_heard = False
        self._redis = redis
        self._channels = channels
        self._hear = hear
        self._pubsub = redis.pubsub()
        self._asking = asyncio.Lock()  # redis-py opens a connection for each who finds none
        self._waiting: list[tuple[str, bytes]] = []
        self._is_ringing = False

    # What these cannot tell Redis, the listener does after the break that it notices.

    async def subscribe(self, channel: str) -> None:
        with suppress(RedisError, OSError):
            async with self._asking:
                await self._pubsub.subscribe(channel)

    async def unsubscribe(self, channel: str) -> None:
        with suppress(RedisError, OSError):
            async with self._asking:
                await self._pubsub.unsubscribe(channel)

    async def ask(self) -> None:
        """Have the listener hear from Redis, if it is there."""
        with suppress(RedisError, OSError):
            async with self._asking:
                await self._pubsub.ping()

    async def listen(self) -> None:
        """Hear the bells, for ever; after a break, or a long silence, subscribe anew."""
        while True:
            try:
                async with self._asking:
                    await self._pubsub.subscribe(*self._channels())
                while message := await self._pubsub.get_message(timeout=SILENCE_SECONDS):
                    self.are_heard = True
                    match message["type"]:
                        case "message":
                            self._hear(message["channel"].decode(), message["data"])
                        case "subscribe":
                            self._hear(message["channel"].decode(), None)
            except (RedisError, OSError):
                await asyncio.sleep(AGAIN_SECONDS)
            self.are_heard = False
            async with self._asking:
                await self._pubsub.aclose()  # type: ignore[no-untyped-call]

    def ring(self, channel: str, body: bytes) -> None:
        """Soon, and without a word where it cannot be: the log has it."""
        self._waiting.append((channel, body))
        if not self._is_ringing:
            self._is_ringing = True
            soon(self._ring_out())

    async def _ring_out(self) -> None:
        """Ring in one round trip all that is waiting by then, until nothing is."""
        try:
            while self._waiting:
                pipeline = self._redis.pipeline(transaction=False)
                for channel, body in self._waiting:
                    pipeline.publish(channel, body)
                self._waiting = []
                await pipeline.execute()
        except (RedisError, OSError):
            logger.warning("no Redis: bells were not rung")
        finally:
            self._is_ringing = False
