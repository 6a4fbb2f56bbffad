"""Connections of a web process: a restart of the server, and others' locks."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import OperationalError, connections

from games.models import Match
from tarneeb_site.postgresql.base import DatabaseWrapper
from tests.conftest import Caller, owner_connection
from tests.games.conftest import OpenTable, turn_of

THREADS = 8


@pytest.fixture
def pooled(transactional_db: None) -> Iterator[list[DatabaseWrapper]]:
    """As many threads' connections as a busy web process has, out of one pool."""
    pool = {"min_size": 1, "max_size": THREADS, "timeout": 5}
    told = connections["default"].settings_dict
    told = {**told, "OPTIONS": {**told["OPTIONS"], "pool": pool}}
    wrappers = [DatabaseWrapper(told, "default") for _ in range(THREADS)]
    yield wrappers
    wrappers[0].close_pool()


def _ask(wrapper: DatabaseWrapper, at_once: Barrier) -> int:
    """A request's way: a connection out of the pool, a query, and back."""
    wrapper.inc_thread_sharing()
    with wrapper.cursor() as cursor:
        at_once.wait()
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    wrapper.close()
    return int(pid)


def test_the_next_request_finds_a_connection_when_all_were_broken(pooled: list[DatabaseWrapper]) -> None:
    barrier = Barrier(THREADS)
    with ThreadPoolExecutor(THREADS) as threads:
        before = list(threads.map(lambda wrapper: _ask(wrapper, barrier), pooled))
    assert len(set(before)) == THREADS
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s) AS pid", [before])
    assert _ask(pooled[0], Barrier(1)) not in before


def test_who_waits_for_a_lock_is_told_and_may_try_again(
    four: dict[str, Caller], open_table: OpenTable
) -> None:
    match = open_table()
    _, caller, legal = turn_of(four, match)
    path = f"matches/{match}/actions/"
    with owner_connection() as owner, owner.transaction():
        owner.execute("SELECT FROM games_match WHERE id = %s FOR UPDATE", [match])
        with pytest.raises(OperationalError, match="lock timeout"):  # a 500 with a code, outside of tests
            caller.post(path, legal[0], **{"idempotency-key": "once"})
    assert caller.post(path, legal[0], **{"idempotency-key": "once"}).status_code == 201
    assert Match.objects.get(pk=UUID(match)).seq == 8
