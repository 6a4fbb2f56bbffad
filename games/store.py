"""The event log in PostgreSQL: `load` a match's head, `read` events, `append` to a known head."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from psycopg.types.json import Jsonb

from games import codec
from games.codec import Data
from games.rules.events import Event


class LostRace(Exception):
    """Another writer advanced the match first: nothing was stored."""


class StoredEvent(NamedTuple):
    """An event as it stands in the log; `data` verbatim, in the version it was written in."""

    seq: int
    type: str
    version: int
    at_ms: int
    data: Data

    def decoded(self) -> Event:
        return codec.decode(self.type, self.version, self.data)


@dataclass(frozen=True, slots=True)
class CommandKey:
    """An idempotency key in use: `body` is the SHA-256 of the command's canonical body."""

    seat: str
    key: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """A match row, the seat that a person holds or held, and the use of their key: one snapshot."""

    match_id: UUID
    status: str
    seq: int
    deal_seq: int
    hash: bytes
    at_ms: int
    server_seed: bytes
    seat: str | None
    used_key: bytes | None
    used_first: int
    used_last: int


_LOAD = """
SELECT m.id, m.status, m.seq, m.deal_seq, m.head_hash, m.head_at, m.server_seed,
       s.seat, k.body, k.first_seq, k.last_seq
FROM games_match m
LEFT JOIN games_matchseat s ON s.match_id = m.id AND s.person_id = %(person)s
LEFT JOIN games_usedkey k ON k.match_id = m.id AND k.seat = s.seat AND k.key = %(key)s
WHERE m.id = %(match)s
"""


def load(match_id: UUID, person: UUID | None = None, key: str | None = None) -> Head | None:
    """The head of a match in one statement, so that a key not found was not used at this seq."""
    with connection.cursor() as cursor:
        cursor.execute(_LOAD, {"match": match_id, "person": person, "key": key})
        row = cursor.fetchone()
    if row is None:
        return None
    id_, status, seq, deal_seq, head_hash, head_at, seed, seat, body, first, last = row
    return Head(
        match_id=id_,
        status=status,
        seq=seq,
        deal_seq=deal_seq,
        hash=bytes(head_hash),
        at_ms=codec.milliseconds(head_at),
        server_seed=bytes(seed),
        seat=seat,
        used_key=None if body is None else bytes(body),
        used_first=first or 0,
        used_last=last or 0,
    )


_READ = "SELECT seq, type, version, at, data FROM games_event WHERE match_id = %s"


def read(match_id: UUID, after: int, upto: int, limit: int | None = None) -> list[StoredEvent]:
    """The events with `after` < seq ≤ `upto`, in order, at most `limit`."""
    statement = f"{_READ} AND seq > %s AND seq <= %s ORDER BY seq LIMIT %s"
    return _events(statement, [match_id, after, upto, limit])


def read_for_fold(match_id: UUID, deal_seq: int, upto: int) -> list[StoredEvent]:
    """What the state at `upto` needs: the creation, and all from the running deal's start."""
    statement = f"{_READ} AND (seq = 1 OR seq >= %s) AND seq <= %s ORDER BY seq"
    return _events(statement, [match_id, deal_seq, upto])


def _events(statement: str, parameters: Sequence[Any]) -> list[StoredEvent]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows = cursor.fetchall()
    return [
        StoredEvent(seq, type_, version, codec.milliseconds(at), json.loads(data))
        for seq, type_, version, at, data in rows
    ]


def stored(events: Sequence[Event], after: int, at_ms: int) -> list[StoredEvent]:
    """Events as they will stand in the log behind seq `after`."""
    encoded = (codec.encode(event) for event in events)
    return [
        StoredEvent(after + n, type_, codec.version_of(type_), at_ms, data)
        for n, (type_, data) in enumerate(encoded, start=1)
    ]


_APPEND = """
WITH advanced AS (
    UPDATE games_match SET seq = %(seq)s, head_hash = %(hash)s, head_at = %(at)s{columns}
    WHERE id = %(match)s AND seq = %(expected)s RETURNING id
){keyed}
INSERT INTO games_event (match_id, seq, type, version, at, data, hash)
SELECT advanced.id, e.seq, e.type, e.version, %(at)s, e.data, e.hash
FROM advanced, unnest(%(seqs)s::int[], %(types)s::text[], %(versions)s::smallint[], %(datas)s::jsonb[],
                      %(hashes)s::bytea[]) AS e (seq, type, version, data, hash)
"""
_KEYED = """, keyed AS (
    INSERT INTO games_usedkey (match_id, seat, key, body, first_seq, last_seq)
    SELECT id, %(key_seat)s, %(key)s, %(key_body)s, %(expected)s + 1, %(seq)s FROM advanced
)"""


def append(
    match_id: UUID,
    seq: int,
    head_hash: bytes,
    events: Sequence[StoredEvent],
    columns: Mapping[str, Any],
    key: CommandKey | None = None,
) -> bytes:
    """Store events behind head (`seq`, `head_hash`) and set `columns` of the match row; the new head's hash.

    One statement, one round trip: the row is advanced only from the expected seq, and the events
    and the key are inserted only if it was, so of two writers one wins. Raises LostRace for the
    other, and IntegrityError where the key is in use; then nothing was stored.
    """
    hashes = []
    for event in events:
        head_hash = codec.chain(head_hash, codec.canonical(event.seq, event.type, event.at_ms, event.data))
        hashes.append(head_hash)
    at = codec.moment(events[-1].at_ms)
    values: dict[str, Any] = {
        "match": match_id,
        "expected": seq,
        "seq": events[-1].seq,
        "hash": head_hash,
        "at": at,
        "seqs": [event.seq for event in events],
        "types": [event.type for event in events],
        "versions": [event.version for event in events],
        "datas": [Jsonb(event.data) for event in events],
        "hashes": hashes,
    }
    values |= {f"set_{name}": value for name, value in columns.items()}
    if key is not None:
        values |= {"key_seat": key.seat, "key": key.key, "key_body": key.body}
    statement = _APPEND.format(
        columns="".join(f", {name} = %(set_{name})s" for name in columns), keyed=_KEYED if key else ""
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        if cursor.rowcount != len(events):
            raise LostRace
    return head_hash
