"""Appends of many matches as one transaction: the busier a process, the fewer commits a move."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

import psycopg
from psycopg.errors import DeadlockDetected, LockNotAvailable, QueryCanceled
from psycopg_pool import AsyncConnectionPool

from games.store import Rows, Statement

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]
# One statement was refused, or waited too long for a row that somebody holds, and so nothing is stored.
OF_ONE: Final = (psycopg.IntegrityError, LockNotAvailable, DeadlockDetected, QueryCanceled)


class _Waiting(NamedTuple):
    statement: Statement
    rows: "asyncio.Future[Rows]"


class Batches:
    """While one batch is on its way, the next gathers.

    Safe as a statement alone is: each advances its match from the expected seq or does nothing, and answers
    only after the commit. Rows are locked in the order of the match ids, so two processes' batches cannot
    block each other for good.

    Where one statement fails its batch, each match of it is sent apart, and behind it what comes for that
    match meanwhile: a row that somebody holds keeps up its own match only.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._waiting: list[_Waiting] = []
        self._sender: asyncio.Task[None] | None = None
        self._apart: dict[UUID, list[_Waiting]] = {}
        self._apart_senders: set[asyncio.Task[None]] = set()
        self._places = asyncio.Semaphore(max(1, pool.max_size // 2))  # reads and batches have the others

    async def run(self, statement: Statement) -> Rows:
        """The rows of an append, once it is durable. Raises IntegrityError, OperationalError."""
        waiting = _Waiting(statement, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._sender is None:
            self._sender = asyncio.ensure_future(self._send())
        return await waiting.rows

    async def _send(self) -> None:
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            if batch := [each for each in waiting if not self._queued_apart(each)]:
                await self._send_batch(sorted(batch, key=_match))
        self._sender = None

    async def _send_batch(self, batch: Sequence[_Waiting]) -> None:
        try:
            found = await self._in_one_transaction([each.statement for each in batch])
        except Exception as error:
            if isinstance(error, OF_ONE) and _match(batch[0]) != _match(batch[-1]):
                self._send_each_match_apart(batch)
            elif isinstance(error, psycopg.IntegrityError) and len(batch) > 1:
                for each in batch:
                    await self._send_batch([each])
            else:
                _fail(batch, error)
        else:
            for each, rows in zip(batch, found, strict=True):
                if not each.rows.done():
                    each.rows.set_result(rows)

    def _send_each_match_apart(self, batch: Iterable[_Waiting]) -> None:
        for each in batch:
            if not self._queued_apart(each):
                self._apart[_match(each)] = [each]
                sender = asyncio.ensure_future(self._send_apart(_match(each)))
                self._apart_senders.add(sender)
                sender.add_done_callback(self._apart_senders.discard)

    def _queued_apart(self, waiting: _Waiting) -> bool:
        """Whether its match is sent apart, and it with it now."""
        queue = self._apart.get(_match(waiting))
        if queue is not None:
            queue.append(waiting)
        return queue is not None

    async def _send_apart(self, match: UUID) -> None:
        while queue := self._apart[match]:
            async with self._places:
                self._apart[match] = []
                await self._send_batch(queue)
        del self._apart[match]

    async def _in_one_transaction(self, statements: Sequence[Statement]) -> list[Rows]:
        async with self._pool.connection() as connection:
            if len(statements) == 1:
                return [await (await connection.execute(*statements[0][:2])).fetchall()]
            async with connection.pipeline(), connection.transaction():
                cursors = [await connection.execute(*statement[:2]) for statement in statements]
            return [await cursor.fetchall() for cursor in cursors]


def _match(waiting: _Waiting) -> UUID:
    assert waiting.statement.match_id is not None
    return waiting.statement.match_id


def _fail(batch: Sequence[_Waiting], error: Exception) -> None:
    for each in batch:
        if not each.rows.done():
            each.rows.set_exception(error)
