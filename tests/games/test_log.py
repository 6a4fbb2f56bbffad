"""The event log: append-only, dense, chained, exactly once."""

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import connections

from games import codec, states, store
from games.drivers import run, run_one
from games.models import LoggedEvent, UsedKey
from games.projections import project
from games.rules.events import Passed
from tests.conftest import Caller, owner_connection
from tests.games.conftest import OpenTable, play_to, turn_of

CHANGES = [
    "UPDATE {} SET seq = seq + 1",
    "DELETE FROM {}",
    "TRUNCATE {}",
    "UPDATE {} SET seq = 1 WHERE false",
]
LOGS = ["games_event", "games_event_outside", "games_event_now"]


def _partition_of(match: str) -> str:
    with connections["default"].cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT tableoid::regclass::text FROM games_event WHERE match_id = %s", [match]
        )
        (partition,) = cursor.fetchone()
    return str(partition)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("log", LOGS)
def test_the_application_may_not_change_the_log(open_table: OpenTable, log: str, change: str) -> None:
    match = open_table(seats="N")
    name = _partition_of(match) if log == "games_event_now" else log
    with connections["default"].cursor() as cursor, pytest.raises(Exception, match="permission denied"):
        cursor.execute(change.format(name))
    assert LoggedEvent.objects.filter(match_id=match).count() == 2


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("log", LOGS)
def test_not_even_the_owner_may_change_the_log(open_table: OpenTable, log: str, change: str) -> None:
    match = open_table(seats="N")
    name = _partition_of(match) if log == "games_event_now" else log
    with owner_connection() as owner, pytest.raises(psycopg.errors.RestrictViolation, match="append-only"):
        owner.execute(change.format(name))


def test_command_keys_are_kept(open_table: OpenTable) -> None:
    open_table(seats="N")
    for change in ("UPDATE games_usedkey SET last_seq = 1", "DELETE FROM games_usedkey"):
        with connections["default"].cursor() as cursor, pytest.raises(Exception, match="permission denied"):
            cursor.execute(change)


def test_partitions_are_made_ahead_by_the_application(open_table: OpenTable) -> None:
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT games_make_partitions(14)")
        assert cursor.fetchone() in ((2,), (0,))
        cursor.execute("SELECT games_make_partitions(14)")
        assert cursor.fetchone() == (0,)
        cursor.execute("SELECT count(*) FROM games_event_outside")
        assert cursor.fetchone() == (0,)


def test_seq_is_dense_and_the_chain_holds(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table()
    play_to(four, match, "play")
    rows = list(LoggedEvent.objects.filter(match_id=match).order_by("seq"))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    link = bytes(32)
    for row in rows:
        link = sha256(
            link + codec.canonical(row.seq, row.type, codec.milliseconds(row.at), row.data)
        ).digest()
        assert bytes(row.hash) == link
    assert four["N"].get(f"matches/{match}/fairness/").json()["head"] == {
        "seq": len(rows),
        "hash": link.hex(),
    }


def test_of_two_writers_for_one_seq_one_wins(open_table: OpenTable) -> None:
    (head, state), _ = run(states.loading(UUID(open_table(seats="N"))))

    def write(seat: int) -> int:
        events = [Passed(seat)]
        _, stored, hashes = head.after(events, head.at_ms)
        try:
            return len(run_one(store.append(head, stored, hashes, project(events, stored[0].seq, state, 0))))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(write, [0, 1, 2, 3] * 4)) == [0] * 15 + [1]
    assert LoggedEvent.objects.filter(match_id=head.match_id).count() == head.seq + 1


@pytest.mark.parametrize("key", [None, "one-key"])
def test_fifty_threads_post_the_same_card(
    four: dict[str, Caller], open_table: OpenTable, key: str | None
) -> None:
    match = open_table()
    play_to(four, match, "play")
    _, caller, legal = turn_of(four, match)
    before = caller.state(match)["seq"]
    headers = {"idempotency-key": key} if key else {}

    def post(_: int) -> Any:
        try:
            answer = caller.post(f"matches/{match}/actions/", legal[0], **headers)
            return answer.status_code, answer.json()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(post, range(50)))
    accepted = [body for status, body in answers if status == 201]
    assert caller.state(match)["seq"] == before + 1
    if key:
        assert accepted == [accepted[0]] * 50
    else:
        assert len(accepted) == 1
        assert {body["code"] for status, body in answers if status != 201} == {"not_your_turn"}


def test_two_seats_may_use_the_same_key(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table()
    play_to(four, match, "play")
    for _ in range(2):
        _, caller, legal = turn_of(four, match)
        answer = caller.post(f"matches/{match}/actions/", legal[0], **{"idempotency-key": "shared"})
        assert answer.status_code == 201
    assert UsedKey.objects.filter(match_id=match, key="shared").count() == 2


def test_a_repeated_key_answers_as_before_and_another_body_conflicts(
    four: dict[str, Caller], open_table: OpenTable
) -> None:
    match = open_table()
    play_to(four, match, "play")
    _, caller, legal = turn_of(four, match)
    path, key = f"matches/{match}/actions/", {"idempotency-key": "k"}
    first = caller.post(path, legal[0], **key)
    _, following, more = turn_of(four, match)
    following.post(path, more[0])
    again = caller.post(path, legal[0] | {"ignored": 1}, **key)
    assert (again.status_code, again.content) == (first.status_code, first.content)
    conflict = caller.post(path, {"action": "pass"}, **key)
    assert (conflict.status_code, conflict.json()["code"]) == (409, "idempotency_conflict")


def test_a_refusal_is_not_remembered_under_its_key(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table()
    _, caller, legal = turn_of(four, match)
    path, key = f"matches/{match}/actions/", {"idempotency-key": "k"}
    assert caller.post(path, {"action": "bid", "amount": 6}, **key).json()["code"] == "bid_out_of_range"
    assert caller.post(path, legal[0], **key).status_code == 201
