"""A launcher away from the servers that this test run itself uses."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tarneeb_site.launcher import leftovers, postgres
from tarneeb_site.launcher.paths import CHECKOUT

OURS = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SECRET_KEY", "TARNEEB_VAR", "TARNEEB_URL", "PORT")

Launch = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def var(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty var directory, with nothing in the environment that would lead elsewhere."""
    for name in OURS:
        monkeypatch.delenv(name, raising=False)
    directory = tmp_path / "var"
    directory.mkdir()
    monkeypatch.setenv("TARNEEB_VAR", str(directory))
    yield directory
    leftovers.stop(directory)
    postgres.remove(directory)


@pytest.fixture
def launch(var: Path) -> Launch:
    """Start Python with these arguments, output captured."""

    def start(*arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=CHECKOUT,
            env=dict(os.environ),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start
