"""The cache, without which everything goes on."""

import logging
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

_log: Final = logging.getLogger(__name__)
_AWAY_SECONDS: Final = 3.0
Answer = TypeVar("Answer")


class PatientCache(RedisCache):
    """While Redis is away nothing is found, and what is put in is gone. `incr` alone raises, RedisError."""

    _away_until = 0.0

    def _ask(self, question: Callable[[], Answer], otherwise: Answer) -> Answer:
        """Once it has failed nobody tries again for a while: each time may take a second."""
        if time.monotonic() < PatientCache._away_until:
            return otherwise
        try:
            return question()
        except (RedisError, OSError) as error:
            PatientCache._away_until = time.monotonic() + _AWAY_SECONDS
            _log.warning("no cache for %d s: %s", _AWAY_SECONDS, error)
            return otherwise

    def get(self, key: Any, *args: Any, **more: Any) -> Any:
        default = args[0] if args else more.get("default")
        return self._ask(lambda: super(PatientCache, self).get(key, *args, **more), default)

    def set(self, key: Any, value: Any, *args: Any, **more: Any) -> None:
        self._ask(lambda: super(PatientCache, self).set(key, value, *args, **more), None)

    def add(self, key: Any, value: Any, *args: Any, **more: Any) -> bool:
        return self._ask(lambda: super(PatientCache, self).add(key, value, *args, **more), True)

    def delete(self, key: Any, *args: Any, **more: Any) -> bool:
        return self._ask(lambda: super(PatientCache, self).delete(key, *args, **more), False)
