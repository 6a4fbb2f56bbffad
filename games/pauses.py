"""What a worker does a little later, in one thread of its own, while it goes on with other work.

Nothing hangs on it: a bot's move that is lost with its worker is found by the sweep.
"""

import heapq
import logging
import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from itertools import count

from django.db import close_old_connections

logger = logging.getLogger(__name__)


class Later:
    """Functions with the moments at which to call them, on `time.monotonic`'s scale."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def at(self, moment: float, call: Callable[[], None]) -> None:
        """Have `call` called at a moment, or as soon after it as the ones before it have ended."""
        # Its lines in the log name what left it.
        left: Callable[[], None] = partial(copy_context().run, call)
        with self._changed:
            heapq.heappush(self._due, (moment, next(self._numbers), left))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="later", daemon=True)
                self._thread.start()
            self._changed.notify()

    def _work(self) -> None:
        while True:
            call = self._next()
            close_old_connections()
            try:
                call()
            except Exception:
                logger.exception("what was left for later failed")
            close_old_connections()

    def _next(self) -> Callable[[], None]:
        with self._changed:
            while True:
                left = self._due[0][0] - time.monotonic() if self._due else None
                if left is not None and left <= 0:
                    return heapq.heappop(self._due)[2]
                self._changed.wait(left)
