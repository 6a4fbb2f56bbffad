"""The two ways to run what `play` and `states` decide: on Django's connection, or on an event loop."""

from collections.abc import Generator
from typing import Any, TypeVar

import psycopg
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, IntegrityError, OperationalError, connections
from psycopg_pool import AsyncConnectionPool

from games.batches import Batches
from games.store import LostRace, Statement
from games.store import Rows as Rows
from tarneeb_site import reads
from tarneeb_site.postgresql import addresses

Result = TypeVar("Result")
# A piece of work that yields statements, is sent their rows, and ends with a result.
Work = Generator[Statement, Rows, Result]


def run(work: Work[Result]) -> Result:
    """In this thread. A violated key or seat counts as a lost race."""
    try:
        statement = next(work)
        while True:
            try:
                rows = _rows(statement)
            except IntegrityError:
                statement = work.throw(LostRace())
            else:
                statement = work.send(rows)
    except StopIteration as end:
        result: Result = end.value
        return result


def _rows(statement: Statement) -> Rows:
    """What a copy may answer is asked of the database itself where the copy fails."""
    using = reads.alias() if statement.may_lag else DEFAULT_DB_ALIAS
    try:
        return _fetched(statement, using)
    except OperationalError as error:
        if using == DEFAULT_DB_ALIAS:
            raise
        reads.failed(error)
        return _fetched(statement, DEFAULT_DB_ALIAS)


def _fetched(statement: Statement, using: str) -> Rows:
    with connections[using].cursor() as cursor:
        cursor.execute(statement.sql, statement.parameters)
        rows: Rows = cursor.fetchall()
        return rows


def run_one(statement: Statement) -> Rows:
    """The rows of a single statement, in this thread."""

    def work() -> Work[Rows]:
        return (yield statement)

    return run(work())


class Pool(AsyncConnectionPool[psycopg.AsyncConnection[Any]]):
    """An event loop's connections; appends that come at the same time share a commit."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._batches = Batches(self)

    async def fetch(self, statement: Statement) -> Rows:
        """The rows of a statement, which is then committed. Raises IntegrityError, OperationalError."""
        if statement.match_id is not None:
            return await self._batches.run(statement)
        async with self.connection() as connected:
            return await (await connected.execute(statement.sql, statement.parameters)).fetchall()


async def arun(work: Work[Result], pool: Pool) -> Result:
    """On the event loop, each statement committed before the work goes on."""
    try:
        statement = next(work)
        while True:
            try:
                rows = await pool.fetch(statement)
            except psycopg.IntegrityError:
                statement = work.throw(LostRace())
            else:
                statement = work.send(rows)
    except StopIteration as end:
        result: Result = end.value
        return result


def new_pool() -> Pool:
    """Connections for an event loop, to the same database and role as Django's; open it there."""
    told = addresses.parameters(settings.DATABASES["default"])
    return Pool(
        kwargs={**told, "autocommit": True, "prepare_threshold": 2},
        min_size=2,
        max_size=8,
        timeout=5,
        reconnect_timeout=3,
        open=False,
    )
