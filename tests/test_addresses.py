"""A database's URL is heeded whole, by all who connect."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from games.drivers import new_pool
from tarneeb_site.launcher.paths import CHECKOUT
from tarneeb_site.postgresql import addresses
from tests.conftest import owner_connection

# The tests' server has no certificate: who asks for one fails.
REFUSED = "server does not support SSL"
URL = "postgresql://us%65r:p%40ss@[::1]:5433/name?sslmode=verify-full&sslrootcert=/ca.pem&options=-c%20jit%3Doff"
SHOW = """
import django
django.setup()
from django.db import connections
for alias in sorted(connections):
    try:
        connections[alias].settings_dict["OPTIONS"].pop("pool", None)
        connections[alias].ensure_connection()
    except django.db.OperationalError as error:
        print(error)
"""


def test_it_becomes_settings_and_comes_back() -> None:
    found = addresses.database(URL, "-c lock_timeout=3s", connect_timeout=2, sslmode="disable")
    assert [found[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == [
        *("name", "user", "p@ss", "::1", "5433")
    ]
    found["OPTIONS"]["pool"] = {"min_size": 1}
    told = {"sslmode": "verify-full", "sslrootcert": "/ca.pem", "options": "-c lock_timeout=3s -c jit=off"}
    where = {"dbname": "name", "user": "user", "password": "p@ss", "host": "::1", "port": "5433"}
    assert addresses.parameters(found) == {**where, **told, "connect_timeout": 2}
    assert addresses.environment(found) == {
        "PGDATABASE": "name",
        "PGUSER": "user",
        "PGPASSWORD": "p@ss",
        "PGHOST": "::1",
        "PGPORT": "5433",
        "PGSSLMODE": "verify-full",
        "PGSSLROOTCERT": "/ca.pem",
        "PGOPTIONS": "-c lock_timeout=3s -c jit=off",
        "PGCONNECT_TIMEOUT": "2",
    }


@pytest.mark.parametrize(
    "url", ["mysql://host/name", "postgresql://u:se%cret@host/name", "postgresql:///?no=1"]
)
def test_one_that_cannot_be_read_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        addresses.database(url)
    assert "se%cret" not in str(refused.value)


def test_every_database_of_the_settings() -> None:
    there = settings.DATABASES["owner"]
    url = f"postgresql://{there['USER']}:{there['PASSWORD']}@{there['HOST']}:{there['PORT']}/{there['NAME']}"
    names = ("DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_REPLICA_URL")
    environment = {**os.environ, **dict.fromkeys(names, f"{url}?sslmode=require")}
    environment["DJANGO_SETTINGS_MODULE"] = "tarneeb_site.settings"
    command = [sys.executable, "-c", SHOW]
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.count(REFUSED) == 3


@contextmanager
def strict() -> Iterator[None]:
    """Inside, connections must be encrypted."""
    with pytest.MonkeyPatch.context() as patch:
        for alias in ("default", "owner"):
            patch.setitem(settings.DATABASES[alias]["OPTIONS"], "sslmode", "require")
        yield


@pytest.mark.django_db
def test_sockets() -> None:
    async def ask() -> None:
        await psycopg.AsyncConnection.connect(**new_pool().kwargs)  # type: ignore[arg-type]

    with strict(), pytest.raises(psycopg.OperationalError, match=REFUSED):
        asyncio.run(ask())


@pytest.mark.django_db(databases=["default", "owner"])
def test_backups_and_restores(tmp_path: Path) -> None:
    (tmp_path / "a.dump").touch()
    with strict():
        with pytest.raises(CommandError, match="SSL"):  # the embedded programs know none at all
            call_command("backup", tmp_path)
        with pytest.raises(CommandError, match=REFUSED):
            call_command("restore", tmp_path / "a.dump", database="tarneeb_none")


def test_the_tests_own() -> None:
    with strict(), pytest.raises(psycopg.OperationalError, match=REFUSED):
        owner_connection()
