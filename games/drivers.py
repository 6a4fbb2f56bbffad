"""The two ways to run what `play` and `states` decide: on Django's connection, or on an event loop."""

from collections.abc import Generator, Sequence
from typing import Any, TypeVar

import psycopg
from django.conf import settings
from django.db import IntegrityError, connection
from psycopg_pool import AsyncConnectionPool

from games.store import LostRace, Statement

Rows = Sequence[Sequence[Any]]
Result = TypeVar("Result")
# A piece of work that yields statements, is sent their rows, and ends with a result.
Work = Generator[Statement, Rows, Result]


def run(work: Work[Result]) -> Result:
    """In this thread. A violated key or seat counts as a lost race."""
    try:
        statement = next(work)
        while True:
            try:
                with connection.cursor() as cursor:
                    cursor.execute(statement.sql, statement.parameters)
                    rows = cursor.fetchall()
            except IntegrityError:
                statement = work.throw(LostRace())
            else:
                statement = work.send(rows)
    except StopIteration as end:
        result: Result = end.value
        return result


def run_one(statement: Statement) -> Rows:
    """The rows of a single statement, in this thread."""

    def work() -> Work[Rows]:
        return (yield statement)

    return run(work())


async def arun(work: Work[Result], pool: "AsyncConnectionPool[psycopg.AsyncConnection[Any]]") -> Result:
    """On the event loop, each statement on a connection of the pool, committed by itself."""
    try:
        statement = next(work)
        while True:
            try:
                async with pool.connection() as connected:
                    rows = await (await connected.execute(statement.sql, statement.parameters)).fetchall()
            except psycopg.IntegrityError:
                statement = work.throw(LostRace())
            else:
                statement = work.send(rows)
    except StopIteration as end:
        result: Result = end.value
        return result


def new_pool() -> "AsyncConnectionPool[psycopg.AsyncConnection[Any]]":
    """Connections for an event loop, to the same database and role as Django's; open it there."""
    database = settings.DATABASES["default"]
    return AsyncConnectionPool(
        kwargs={
            "dbname": database["NAME"],
            "user": database["USER"],
            "password": database["PASSWORD"],
            "host": database["HOST"],
            "port": database["PORT"] or None,
            "autocommit": True,
            "prepare_threshold": 2,
        },
        min_size=2,
        max_size=8,
        timeout=5,
        reconnect_timeout=3,
        open=False,
    )
