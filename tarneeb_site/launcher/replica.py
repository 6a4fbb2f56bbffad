"""A copy of the embedded PostgreSQL that follows it and may be read from, with `TARNEEB_REPLICA=1`.

It is made anew at each start: what it holds is the other's.
"""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from urllib.parse import urlsplit

from tarneeb_site.launcher import binaries, postgres
from tarneeb_site.launcher.accounts import unprivileged
from tarneeb_site.launcher.paths import replica_directory
from tarneeb_site.launcher.ports import free_port
from tarneeb_site.launcher.programs import Program, Server

# Fails until the other answers, and is then tried again by the process manager.
START = (
    "rm -rf {data} && {basebackup} --dbname={source} --pgdata={data} --checkpoint=fast --write-recovery-conf"
    " && exec {postgres} -D {data} -c port={port}"
)


def prepare(var: Path, known: Mapping[str, str]) -> Server:
    """A server for `DATABASE_REPLICA_URL`; `known` has the addresses of the one that it follows."""
    account = unprivileged(var / "postgres")
    programs = binaries.postgres(account)
    remove(var)
    directory = replica_directory(var)
    directory.mkdir(mode=0o700)
    if account:
        os.chown(directory, account.uid, account.gid)
    port = free_port()
    source, password = _apart(known["REPLICATION_URL"])
    script = START.format(
        data=quote(str(directory / "data")),
        basebackup=quote(str(programs / "pg_basebackup")),
        postgres=" ".join(map(quote, [str(programs / "postgres"), *postgres.options()])),
        source=quote(source),
        port=port,
    )
    url = urlsplit(known["DATABASE_URL"])
    there = url._replace(netloc=f"{url.username}:{url.password}@127.0.0.1:{port}").geturl()
    program = Program(
        name="replica",
        command=["sh", "-c", script],
        directory=directory,
        user=account.uid if account else None,
        priority=2,
        stop_signal="INT",
        stop_seconds=30,
        environment={"PGPASSWORD": password},
    )
    return Server(program, {"DATABASE_REPLICA_URL": there}, lambda: postgres.answers(there))


def remove(var: Path) -> None:
    """Delete what an earlier start has copied: it holds what is known of people."""
    shutil.rmtree(replica_directory(var), ignore_errors=True)


def _apart(url: str) -> tuple[str, str]:
    """An address without its password, which other people of the machine would see, and the password."""
    parts = urlsplit(url)
    place = f"{parts.username}@{parts.hostname}:{parts.port}"
    return parts._replace(netloc=place).geturl(), parts.password or ""
