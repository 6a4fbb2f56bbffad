"""Two processes of pytest on one machine: a test that measures how long something takes has it to itself."""

import fcntl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def taken(run: str, *, alone: bool) -> Iterator[None]:
    """The machine beside other tests of a run, or alone: who waits for that keeps others from beginning."""
    with (
        Path(tempfile.gettempdir(), f"tarneeb-{run}.door").open("w") as door,
        Path(tempfile.gettempdir(), f"tarneeb-{run}.room").open("w") as room,
    ):
        fcntl.flock(door, fcntl.LOCK_EX)
        fcntl.flock(room, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        if not alone:
            fcntl.flock(door, fcntl.LOCK_UN)
        yield
