"""Lines to Redis from threads: the server that keeps what is short-lived, and those over which bells ring.

Each channel is rung and heard at one server alone, so that several share the bells of many matches.
"""

from functools import cache
from typing import Final
from zlib import crc32

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

TIMEOUT_SECONDS: Final = 1.0


@cache
def server(url: str) -> redis.Redis:
    """For threads; a process has one line to each server."""
    return redis.Redis.from_url(
        url,
        socket_timeout=TIMEOUT_SECONDS,
        socket_connect_timeout=TIMEOUT_SECONDS,
        # Once, for a connection that broke while nobody used it; who does not answer is not asked again.
        retry=Retry(NoBackoff(), 1, (redis.ConnectionError,)),
    )


def bell_server(channel: str) -> str:
    """The address of the server where a channel is rung: the same in every process."""
    servers: list[str] = settings.BELL_SERVERS
    return servers[crc32(channel.encode()) % len(servers)]
