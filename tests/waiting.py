"""Waiting for what a test expects."""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_SECONDS = 30.0
Answer = TypeVar("Answer")


def until(asked: Callable[[], Answer]) -> Answer:
    """The answer, once it is one."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (answer := asked()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return answer
