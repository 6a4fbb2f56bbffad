"""When to try again, and when to give up."""

import random
from typing import Any

import httpx

from .calls import Call
from .errors import ApiError, Disconnected

PAUSES = (0.3, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0, 8.0)
# Of a proxy whose service restarts.
AWAY = (502, 503, 504)
UNSENT = (httpx.ConnectError, httpx.ConnectTimeout)


class BackOff:
    """Growing pauses while the service is away, for about 40 seconds."""

    def __init__(self) -> None:
        self._failures = 0

    def reset(self) -> None:
        self._failures = 0

    def after(self, failure: Exception | None) -> float:
        """Seconds to wait. Raises a refusal that waiting does not change, and Disconnected in the end."""
        if isinstance(failure, ApiError) and failure.status not in (429, *AWAY):
            raise failure
        if self._failures == len(PAUSES):
            raise Disconnected(f"the service is away ({failure!r})") from failure
        pause = PAUSES[self._failures] * random.uniform(0.75, 1.25)
        self._failures += 1
        return max(pause, getattr(failure, "retry_after", None) or 0)


class Attempts:
    """Tries of one call: waiting out limits while patience lasts, repeating what is lost and may be."""

    def __init__(self, call: Call[Any], patience: float) -> None:
        self._call = call
        self._patience = patience
        self._back_off = BackOff()

    def pause_after(self, failure: Exception) -> float:
        """Seconds until the next try. Raises the failure, or Disconnected, where there is none."""
        if isinstance(failure, ApiError) and failure.status == 429:
            return self._wait_out(failure)
        if self._call.is_repeatable or isinstance(failure, UNSENT):
            return self._back_off.after(failure)
        if isinstance(failure, ApiError):
            raise failure
        raise Disconnected(f"{self._call.method} {self._call.path}: {failure!r}") from failure

    def _wait_out(self, refusal: ApiError) -> float:
        pause = refusal.retry_after or 1
        if pause > self._patience:
            raise refusal
        self._patience -= pause
        return pause
