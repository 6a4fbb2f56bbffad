"""TARNEEB_REPLICA: a copy beside the embedded PostgreSQL, as long as it is asked for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tarneeb_site.launcher import addresses
from tarneeb_site.launcher.paths import CHECKOUT
from tarneeb_site.launcher.session import environment_for, running

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
