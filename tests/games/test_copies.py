"""What is read at a copy of the database, while there is one and while it is away."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections

from tarneeb_site import reads
from tarneeb_site.launcher.ports import free_port
from tarneeb_site.postgresql.base import DatabaseWrapper
from tests.conftest import Caller
from tests.games.conftest import OpenTable

Copies = Iterator[dict[str, Any]]


@pytest.fixture
def copy(transactional_db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Copies:
    """A second way to the same database; its settings."""
    told = {**connections["default"].settings_dict}
    connections["replica"] = DatabaseWrapper(told, "default")  # a name that Django's tests let through
    settings.READS = "replica"
    monkeypatch.setattr(reads._Copy, "away_until", 0.0)
    yield told
    connections["replica"].close()
    del connections["replica"]


def read(caller: Caller, match: str) -> list[int]:
    """By statements and by querysets."""
    paths = (f"matches/{match}/events/", "matches/", "leaderboards/levant-41/")
    return [caller.get(path).status_code for path in paths]


def test_a_copy_is_read_while_it_answers(copy: dict[str, Any], nobody: Caller, open_table: OpenTable) -> None:
    match = open_table()
    assert read(nobody, match) == [200, 200, 200]
    assert connections["replica"].connection is not None
    assert reads.alias() == "replica"


def test_without_it_the_database_itself_answers(
    copy: dict[str, Any], nobody: Caller, open_table: OpenTable, caplog: pytest.LogCaptureFixture
) -> None:
    copy["HOST"], copy["PORT"] = "127.0.0.1", str(free_port())
    match = open_table()
    with caplog.at_level(logging.WARNING, reads.__name__):
        assert read(nobody, match) == [200, 200, 200]
    (line,) = [each for each in caplog.records if each.name == reads.__name__]
    assert "no copy of the database for 5 s" in line.getMessage()


def test_one_that_comes_back_is_found(
    copy: dict[str, Any], nobody: Caller, open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, copy["PORT"] = copy["PORT"], str(free_port())
    match = open_table()
    assert read(nobody, match) == [200, 200, 200]
    copy["PORT"] = there
    assert reads.alias() == "default"
    monkeypatch.setattr(reads._Copy, "away_until", 0.001)
    assert reads.alias() == "replica"


def test_one_that_breaks_off_in_the_middle(
    copy: dict[str, Any], nobody: Caller, open_table: OpenTable
) -> None:
    match = open_table()
    assert reads.alias() == "replica"
    pid = connections["replica"].connection.info.backend_pid
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    assert nobody.get(f"matches/{match}/events/").status_code == 200
    assert reads.alias() == "default"
