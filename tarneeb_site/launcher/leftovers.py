"""Stop what a killed launcher left running.

supervisord and all it starts carry MARK with the var directory in their environment. PostgreSQL and Valkey
overwrite theirs, but work in a directory under var. Nothing else is touched, whatever its name or number.
"""

import signal
from collections.abc import Iterator
from pathlib import Path

import psutil

from tarneeb_site.launcher.paths import replica_directory

DAEMON = "tarneeb_site.launcher.daemon"
MARK = "TARNEEB_SUPERVISED_BY"
SERVERS = ("postgres", "valkey-server", "redis-server")


def stop(var: Path) -> None:
    """Stop them in order, or kill them: afterwards nothing of this var directory runs."""
    _end([process for process in find(var) if DAEMON in process.cmdline()], patience=20)
    _end(list(find(var)), patience=10)


def find(var: Path) -> Iterator[psutil.Process]:
    """What runs and belongs to this var directory."""
    data = {
        str(path.resolve()) for path in (var / "postgres", var / "valkey", replica_directory(var) / "data")
    }
    for process in psutil.process_iter():
        try:
            marked = process.environ().get(MARK) == str(var)
            if marked or (process.name() in SERVERS and process.cwd() in data):
                yield process
        except psutil.Error:
            continue  # it has just ended, or it is another user's


def _end(processes: list[psutil.Process], patience: float) -> None:
    for process in processes:
        try:
            # PostgreSQL takes TERM as "when the last client has gone", INT as "now, but cleanly".
            process.send_signal(signal.SIGINT if process.name() == "postgres" else signal.SIGTERM)
        except psutil.NoSuchProcess:
            continue
    _, alive = psutil.wait_procs(processes, timeout=patience)
    for process in alive:
        try:
            process.kill()
        except psutil.NoSuchProcess:
            continue
    psutil.wait_procs(alive)
