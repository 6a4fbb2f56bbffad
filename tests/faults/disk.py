"""PostgreSQL on a disk that fills up: its data are moved to a small one, which is a mount of our own."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tarneeb_site.launcher import paths
from tests.e2e import victims
from tests.faults.scene import Outcome, Scene

SPARE = 64 << 20
FULL_SECONDS = 5.0
# So much log is written at once until PostgreSQL finds no room for the next piece, and stops.
PIECE = 8 << 20


async def disk_full(scene: Scene) -> Outcome:
    """First rows find no room, then the write-ahead log, which stops the server; then there is room again."""
    outcome = Outcome("disk of PostgreSQL full", "coded errors; from the room's return: all is there")
    if not await asyncio.to_thread(_may_mount):
        outcome.notes.append("not done: mounting a small disk takes more rights")
        return outcome
    with _small_disk() as data:
        async with scene.playing(outcome) as play:
            ballast = data / "ballast"
            await asyncio.to_thread(_fill, ballast)
            await asyncio.sleep(FULL_SECONDS)
            outcome.notes.append(f"full: answered {dict(play.load.errors)}")
            outcome.require(await asyncio.to_thread(_stopped_by_log), "the log found room")
            await asyncio.sleep(FULL_SECONDS)
            play.mark()
            ballast.unlink()
            outcome.seconds += await play.goes_on(await asyncio.to_thread(victims.await_postgres))
            outcome.times += 1
    return outcome


def _may_mount() -> bool:
    tried = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return subprocess.run(tried, capture_output=True).returncode == 0


@contextmanager
def _small_disk() -> Iterator[Path]:
    """The data of PostgreSQL, on a disk with little to spare; afterwards where they were."""
    data = (paths.var_directory() / "postgres").resolve()
    kept = data.with_name(data.name + ".kept")
    victims.postgres(runs=False)
    data.rename(kept)
    data.mkdir()
    size = _size(kept) + SPARE
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(data)], check=True)
    try:
        _copy(kept, data)
        victims.postgres(runs=True)
        victims.await_postgres()
        yield data
    finally:
        victims.postgres(runs=False)
        shutil.rmtree(kept)
        kept.mkdir()
        _copy(data, kept)
        subprocess.run(["umount", str(data)], check=True)
        data.rmdir()
        kept.rename(data)
        victims.postgres(runs=True)
        victims.await_postgres()


def _copy(source: Path, target: Path) -> None:
    """Owners and rights too, those of the directory included."""
    subprocess.run(["cp", "-a", f"{source}/.", str(target)], check=True)


def _size(directory: Path) -> int:
    command = ["du", "-s", "--block-size=1", str(directory)]
    return int(subprocess.run(command, check=True, capture_output=True).stdout.split()[0])


def _fill(ballast: Path) -> None:
    """Down to the last block."""
    with ballast.open("wb", buffering=0) as file:
        for piece in (1 << 20, 4096):
            with suppress(OSError):
                while True:
                    file.write(bytes(piece))


def _stopped_by_log() -> bool:
    """Whether the server goes down when much is written to its log."""
    with suppress(psycopg.OperationalError), psycopg.connect(victims.address("DATABASE_URL")) as connection:
        for _ in range(SPARE // PIECE + 64):
            connection.execute("SELECT pg_logical_emit_message(false, 'faults', repeat('x', %s))", [PIECE])
            connection.commit()
        return False
    return True
