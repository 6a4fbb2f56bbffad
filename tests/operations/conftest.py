"""Matches to back up, and databases beside the tests' own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from django.db import connections
from psycopg import sql

from tests.conftest import Caller, owner_connection
from tests.games.conftest import _as_embedded as _as_embedded
from tests.games.conftest import open_table as open_table
from tests.games.ranked import count, paired, play_out, play_tricks

COPY = "tarneeb_copy"
Line = psycopg.Connection[Any]


def drop(name: str) -> None:
    """Not by force: that may not end an autovacuum, which otherwise makes way by itself."""
    with owner_connection() as owner:
        owner.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))


@pytest.fixture
def copy() -> Iterator[str]:
    """The name of a database that is not there, nor will be."""
    drop(COPY)
    yield COPY
    with owner_connection() as owner:
        found = owner.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{COPY}%"])
        names = [name for (name,) in found]
    for name in names:
        drop(name)


@contextmanager
def pointed_at(name: str) -> Iterator[None]:
    """Commands inside work at another database."""
    settings = [connections[alias].settings_dict for alias in ("default", "owner")]
    before = settings[0]["NAME"]
    try:
        connections.close_all()
        for each in settings:
            each["NAME"] = name
        yield
    finally:
        connections.close_all()
        for each in settings:
            each["NAME"] = before


def url_of(alias: str, name: str) -> str:
    """The address of a database, in one of the two roles."""
    there = connections[alias].settings_dict
    return f"postgresql://{there['USER']}:{there['PASSWORD']}@{there['HOST']}:{there['PORT']}/{name}"


@dataclass
class Played:
    """A rated match that has ended and is counted, and one in its first deal."""

    ended: str
    live: str
    seats: dict[str, Caller]


@pytest.fixture
def played(four: dict[str, Caller], open_table: Callable[..., str]) -> Played:
    ended, _ = paired(four)
    play_out(ended, "NS")
    assert count() == 1
    live = open_table()
    play_tricks(live, 2)
    return Played(ended, live, four)
