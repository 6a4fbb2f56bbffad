"""Appends that share a commit: each answers as if it were alone."""

import asyncio
from asyncio import ensure_future
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.conf import settings
from django.utils import timezone
from psycopg.errors import LockNotAvailable

from games.drivers import Pool, new_pool
from games.models import Heartbeat
from games.store import Statement
from tests.conftest import owner_connection
from tests.games.streaming import PATIENCE_SECONDS

_INSERT = "INSERT INTO games_heartbeat (name, at) SELECT %(name)s, now() WHERE %(wanted)s RETURNING name"
_CANCEL_WAITING = """
SELECT pg_cancel_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND starts_with(query, 'UPDATE games_heartbeat')
"""
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
    appends = [_append(1, "first"), _append(2, "twice"), _append(2, "twice"), _append(4, "last")]
    first, one, other, last = asyncio.run(_together(appends))
    assert (first, one, last) == ([("first",)], [("twice",)], [("last",)])
    assert isinstance(other, psycopg.IntegrityError)
    assert _names() == {"first", "twice", "last"}


def _beat(number: int) -> Statement:
    """A move at a match: its row, which is there, is updated."""
    sql = "UPDATE games_heartbeat SET at = now() WHERE name = %(name)s RETURNING name"
    return Statement(sql, {"name": f"n{number}"}, UUID(int=number))


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[psycopg.Connection[Any]]:
    """Who holds the row of match 2, of four."""
    monkeypatch.setitem(settings.DATABASES["default"]["OPTIONS"], "options", "-c lock_timeout=500ms")
    for number in (1, 2, 3, 4):
        Heartbeat.objects.create(name=f"n{number}", at=timezone.now())
    with owner_connection() as owner:
        owner.execute("BEGIN")
        owner.execute("SELECT FROM games_heartbeat WHERE name = 'n2' FOR UPDATE")
        yield owner


def test_a_row_that_somebody_holds_keeps_up_its_own_match_only(held: psycopg.Connection[Any]) -> None:
    async def scenario() -> None:
        async with new_pool() as pool:
            await _warm(pool)
            first, stuck, again, third = (ensure_future(pool.fetch(_beat(number))) for number in (1, 2, 2, 3))
            assert [await first, await third] == [[("n1",)], [("n3",)]]
            behind = ensure_future(pool.fetch(_beat(2)))
            assert [await pool.fetch(_beat(number)) for number in (4, 1)] == [[("n4",)], [("n1",)]]
            assert not any(each.done() for each in (stuck, again, behind))
            told = await asyncio.gather(stuck, again, return_exceptions=True)
            assert [type(each) for each in told] == [LockNotAvailable] * 2
            held.execute("ROLLBACK")
            assert await behind == [("n2",)]
            assert await pool.fetch(_beat(2)) == [("n2",)]

    asyncio.run(scenario())


def test_a_batch_that_is_cancelled_is_sent_match_by_match(
    held: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.DATABASES["default"]["OPTIONS"], "options", "")

    async def scenario() -> list[Any]:
        async with new_pool() as pool:
            await _warm(pool)
            sent = [ensure_future(pool.fetch(_beat(number))) for number in (1, 2, 3)]
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not await pool.fetch(Statement(_CANCEL_WAITING, {})):
                    await asyncio.sleep(0.01)
            held.execute("ROLLBACK")
            return await asyncio.gather(*sent)

    assert asyncio.run(scenario()) == [[("n1",)], [("n2",)], [("n3",)]]


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
