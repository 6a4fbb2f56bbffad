"""TARNEEB_REPLICA: a copy beside the embedded PostgreSQL, as long as it is asked for."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tarneeb_site.launcher import addresses, leftovers, postgres
from tarneeb_site.launcher.paths import CHECKOUT, replica_directory
from tarneeb_site.launcher.session import environment_for, running
from tarneeb_site.launcher.supervision import processes

GIVEN = {"DATABASE_URL": "postgresql://somebody@elsewhere/tarneeb", "REDIS_URL": "redis://elsewhere"}
LEFT = {"DATABASE_REPLICA_URL": "postgresql://somebody@127.0.0.1:1/tarneeb", "SECRET_KEY": "kept"}
READS = "from tarneeb_site import settings; print(settings.READS, *settings.DATABASES)"


def reads(**more: str) -> list[str]:
    """Where lists are read, and all databases there are, by the settings of a new process."""
    environment = {**os.environ, **more}
    command = [sys.executable, "-c", READS]
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_an_earlier_starts_replica_is_forgotten(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses.save(var, LEFT)
    for name, value in GIVEN.items():
        monkeypatch.setenv(name, value)
    with running(var, environment_for(var)):
        assert addresses.load(var) == {"SECRET_KEY": "kept"}


def test_the_embedded_replica_is_the_embedded_databases_only(var: Path) -> None:
    addresses.save(var, LEFT)
    assert reads() == ["replica", "default", "owner", "replica"]
    assert reads(**GIVEN) == ["default", "default", "owner"]
    assert reads(**GIVEN, DATABASE_REPLICA_URL="postgresql://copy/tarneeb")[0] == "replica"


def test_it_follows_and_no_argument_holds_a_password(var: Path) -> None:
    with running(var, environment_for(var, {"TARNEEB_REPLICA": "1"}), durable=False):
        known = addresses.load(var)
        with psycopg.connect(known["DATABASE_REPLICA_URL"]) as copy:
            assert copy.execute("SELECT pg_is_in_recovery()").fetchone() == (True,)
        programs = (var / "supervisor.conf").read_text().splitlines()
        commands = [line for line in programs if line.startswith("command")]
        running_ones = [" ".join(process.cmdline()) for process in leftovers.find(var)]
        assert any("pg_basebackup" in command for command in commands)
        for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REPLICATION_URL"):
            password = str(urlsplit(known[name]).password)
            assert not any(password in each for each in [*commands, *running_ones])


def test_two_installations_have_one_each(tmp_path: Path) -> None:
    """Started by root, the data of all is in one directory, to which each has a link."""
    found = set()
    for name in ("one", "two"):
        var = tmp_path / name
        var.mkdir()
        (var / "postgres").symlink_to(tmp_path / f"data-of-{name}")
        found.add(replica_directory(var))
    assert found == {tmp_path / "data-of-one-replica", tmp_path / "data-of-two-replica"}


def test_a_copy_that_was_left_is_ended_and_deleted(var: Path) -> None:
    copy = {"TARNEEB_REPLICA": "1"}
    with running(var, environment_for(var, copy), durable=False):
        assert processes(var)["replica"] in {process.pid for process in leftovers.find(var)}
    directory = replica_directory(var)
    assert (directory / "data/PG_VERSION").exists()
    with running(var, environment_for(var), durable=False):
        assert not directory.exists()
    directory.mkdir()
    postgres.remove(var)
    assert not directory.exists()
