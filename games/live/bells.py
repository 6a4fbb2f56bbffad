"""Redis pub/sub of one process: it hears what is rung elsewhere, and rings what is stored here."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress

from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from games.live.background import soon
from tarneeb_site.redis_servers import TIMEOUT_SECONDS, bell_server

logger = logging.getLogger(__name__)

# Redis is asked each second whether it is there; after this it is taken to be away.
SILENCE_SECONDS = 3.0
AGAIN_SECONDS = 1.0
# Rung by nobody: a server is listened to before anything is rung there.
_SILENT = "silent"


class Bells:
    """The bells of several servers, each channel at one of them."""

    def __init__(
        self, channels: Callable[[], Iterable[str]], hear: Callable[[str, bytes | None], None]
    ) -> None:
        def of(url: str) -> Callable[[], Iterable[str]]:
            return lambda: (channel for channel in channels() if bell_server(channel) == url)

        self._servers = {url: _Server(new_line(url), of(url), hear) for url in settings.BELL_SERVERS}

    @property
    def are_heard(self) -> bool:
        """All of them."""
        return all(server.are_heard for server in self._servers.values())

    async def subscribe(self, channel: str) -> None:
        await self._server(channel).subscribe(channel)

    async def unsubscribe(self, channel: str) -> None:
        await self._server(channel).unsubscribe(channel)

    def ring(self, channel: str, body: bytes) -> None:
        """Soon, and without a word where it cannot be: the log has it."""
        self._server(channel).ring(channel, body)

    async def ask(self) -> None:
        """Have the listeners hear from Redis, where it is there."""
        await asyncio.gather(*(server.ask() for server in self._servers.values()))

    async def listen(self) -> None:
        """Hear the bells, for ever."""
        await asyncio.gather(*(server.listen() for server in self._servers.values()))

    def _server(self, channel: str) -> "_Server":
        return self._servers[bell_server(channel)]


def new_line(url: str) -> Redis:
    """To a server from the event loop; a connection that broke while nobody used it is made anew, once."""
    return Redis.from_url(
        url,
        socket_timeout=TIMEOUT_SECONDS,
        socket_connect_timeout=TIMEOUT_SECONDS,
        retry=Retry(NoBackoff(), 1),
    )


class _Server:
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
        with suppress(RedisError, OSError):
            async with self._asking:
                await self._pubsub.ping()

    async def listen(self) -> None:
        """After a break, or a long silence, subscribe anew."""
        while True:
            try:
                async with self._asking:
                    await self._pubsub.subscribe(_SILENT, *self._channels())
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
