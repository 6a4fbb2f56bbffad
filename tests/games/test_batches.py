"""Appends that share a commit: each answers as if it were alone."""

import asyncio
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import psycopg
import pytest

from games.drivers import Pool, new_pool
from games.models import Heartbeat
from games.store import Statement

_INSERT = "INSERT INTO games_heartbeat (name, at) SELECT %(name)s, now() WHERE %(wanted)s RETURNING name"
pytestmark = pytest.mark.django_db(transaction=True)


def _append(number: int, name: str, wanted: bool = True) -> Statement:
    return Statement(_INSERT, {"name": name, "wanted": wanted}, UUID(int=number))


async def _together(appends: Sequence[Statement]) -> list[Any]:
    """What each gets of one batch."""
    async with new_pool() as pool:
        await _warm(pool)
        return await asyncio.gather(*map(pool.fetch, appends), return_exceptions=True)


async def _warm(pool: Pool) -> None:
    await pool.fetch(Statement("SELECT 1", {}))


def _names() -> set[str]:
    return set(Heartbeat.objects.values_list("name", flat=True))


def test_each_gets_its_own_rows() -> None:
    appends = [_append(number, f"n{number}", wanted=number != 3) for number in (5, 3, 4, 1, 2)]
    rows = asyncio.run(_together(appends))
    assert rows == [[("n5",)], [], [("n4",)], [("n1",)], [("n2",)]]
    assert _names() == {"n1", "n2", "n4", "n5"}


def test_one_that_is_refused_undoes_no_other() -> None:
    appends = [_append(1, "first"), _append(2, "twice"), _append(3, "twice"), _append(4, "last")]
    first, one, other, last = asyncio.run(_together(appends))
    assert (first, one, last) == ([("first",)], [("twice",)], [("last",)])
    assert isinstance(other, psycopg.IntegrityError)
    assert _names() == {"first", "twice", "last"}


def test_a_lost_connection_is_told_to_all_and_the_next_batch_goes_on() -> None:
    async def scenario() -> tuple[list[Any], Any]:
        async with new_pool() as pool:
            await _warm(pool)
            end = Statement("SELECT pg_terminate_backend(pg_backend_pid())", {}, UUID(int=2))
            batch = [_append(1, "lost"), end, _append(3, "lost too")]
            told = await asyncio.gather(*map(pool.fetch, batch), return_exceptions=True)
            return told, await pool.fetch(_append(3, "after"))

    told, after = asyncio.run(scenario())
    assert all(isinstance(each, psycopg.OperationalError) for each in told)
    assert after == [("after",)]
    assert _names() == {"after"}
