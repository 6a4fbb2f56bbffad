"""One launcher at a time for each var directory."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tarneeb_site.launcher.errors import CannotStart


@contextmanager
def only_one(var: Path) -> Iterator[None]:
    """Hold the directory's lock; the kernel lets go of it even when we are killed."""
    var.mkdir(parents=True, exist_ok=True)
    with (var / "lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise CannotStart(
                f"{var} is in use: Tarneeb already runs there (process {file.read()})"
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
