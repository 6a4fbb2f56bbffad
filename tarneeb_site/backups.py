"""The database as a file, and back: `manage.py backup` and `restore` (docs/operations.md).

PostgreSQL's own programs do it, as the owner. What a dump of one database does not hold is who may connect
to it: a restore says that anew.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import psycopg
from django.conf import settings
from psycopg import sql

from tarneeb_site.launcher import binaries
from tarneeb_site.postgresql import addresses

FINISHED, UNFINISHED = ".dump", ".part"
NAME: Final = f"tarneeb-%Y%m%dT%H%M%SZ{FINISHED}"
# Privacy says so: what somebody has deleted is gone from the backups after this.
KEPT_DAYS: Final = 35
# Nobody works at one for so long: the machine has stopped meanwhile.
UNFINISHED_DAYS: Final = 1
# Where one is while the service's own database is being replaced; every server has it.
ELSEWHERE: Final = "postgres"


class Failed(Exception):
    """What PostgreSQL says of a backup or restore that could not be made."""


def backup(directory: Path, now: datetime) -> Path:
    """Write a dump of the database as it is now, and read it through; the file, whose name has the time."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = directory / now.astimezone(UTC).strftime(NAME)
    fresh = file.with_suffix(UNFINISHED)
    fresh.touch(mode=0o600)  # it holds all that is known of people
    try:
        _run("pg_dump", "--format=custom", f"--file={fresh}", database=_owner()["NAME"])
        _run("pg_restore", f"--file={os.devnull}", str(fresh))
        with fresh.open("rb") as written:
            os.fsync(written.fileno())
        return fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)


def forget_old(directory: Path, now: datetime, days: int) -> list[Path]:
    """Delete the backups that are older, and those that were never finished; which they were."""
    kept = {FINISHED: days, UNFINISHED: UNFINISHED_DAYS}
    old = [
        file
        for suffix, least in kept.items()
        for file in sorted(directory.glob(f"tarneeb-*{suffix}"))
        if _made_at(file) < now - timedelta(days=least)
    ]
    for file in old:
        file.unlink()
    return old


def _made_at(file: Path) -> datetime:
    try:
        return datetime.strptime(file.with_suffix(FINISHED).name, NAME).replace(tzinfo=UTC)
    except ValueError:  # somebody else's
        return datetime.max.replace(tzinfo=UTC)


def restore(file: Path, database: str, now: datetime) -> str | None:
    """Have the database of this name be what the dump holds; what the service's own is called now.

    It is made beside it and takes its name when it is complete, so a restore that fails changes nothing.
    One that is not the service's own is not kept. Raises Failed, also where somebody still uses the
    present one.
    """
    fresh, before = f"{database}_restored", now.astimezone(UTC).strftime(f"{database}_before_%Y%m%dT%H%M%SZ")
    try:
        with closing(_connect()) as line:
            with _made(line, fresh):
                _run("pg_restore", "--exit-on-error", "--no-owner", str(file), database=fresh)
                line.execute(_statement("REVOKE ALL ON DATABASE {} FROM PUBLIC", fresh))
                line.execute(_statement("GRANT CONNECT ON DATABASE {} TO {}", fresh, _application()))
                found = _take_place(line, fresh, database, before)
            if found and not is_own(database):
                line.execute(_statement("DROP DATABASE {}", before))
            return before if found and is_own(database) else None
    except psycopg.Error as error:
        raise Failed(str(error)) from error


@contextmanager
def _made(line: psycopg.Connection[Any], name: str) -> Iterator[None]:
    """A new database, which goes again where what is done with it fails: it holds what is known of people."""
    line.execute(_statement("DROP DATABASE IF EXISTS {}", name))
    line.execute(_statement("CREATE DATABASE {}", name))
    try:
        yield
    except BaseException:
        with suppress(psycopg.Error):  # not by force, which may not end an autovacuum
            line.execute(_statement("DROP DATABASE {}", name))
        raise


def _take_place(line: psycopg.Connection[Any], fresh: str, database: str, before: str) -> bool:
    """Both change their names at once; whether there was one before."""
    with line.transaction():
        found = line.execute("SELECT FROM pg_database WHERE datname = %s", [database]).fetchone()
        if found is not None:
            line.execute(_statement("ALTER DATABASE {} RENAME TO {}", database, before))
        line.execute(_statement("ALTER DATABASE {} RENAME TO {}", fresh, database))
    return found is not None


def is_own(database: str) -> bool:
    """Whether the service itself lives in the database of this name."""
    return database in {each["NAME"] for each in settings.DATABASES.values()}


def _owner() -> dict[str, Any]:
    return settings.DATABASES["owner"]


def _application() -> str:
    return str(settings.DATABASES["default"]["USER"])


def _connect() -> psycopg.Connection[Any]:
    return psycopg.connect(**{**addresses.parameters(_owner()), "dbname": ELSEWHERE}, autocommit=True)


def _statement(text: str, *names: str) -> sql.Composed:
    return sql.SQL(text).format(*map(sql.Identifier, names))


def _run(program: str, *arguments: str, database: str = "") -> None:
    """One of PostgreSQL's programs, at a database where one is named. Raises Failed."""
    command = [str(binaries.postgres(None) / program), *arguments]
    if database:
        command += ["--no-password", f"--dbname={database}"]
    # Where the server is and who asks, in the environment: other people of the machine see arguments.
    environment = {**os.environ, **addresses.environment(_owner())}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise Failed(done.stderr.strip())
