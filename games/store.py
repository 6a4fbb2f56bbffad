"""The event log in PostgreSQL, as statements: to load a match's head, read events, append to a known head.

Nothing here talks to the database. `play` and `states` are written once, as generators that yield these
statements; `drivers` runs them, in a thread or on an event loop.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self
from uuid import UUID

from psycopg.types.json import Jsonb

from games import codec
from games.codec import Data, Stored
from games.rules.events import DealStarted, Event


class LostRace(Exception):
    """Another writer advanced the match first, or the key was used meanwhile: nothing was stored."""


Rows = Sequence[Sequence[Any]]


class Statement(NamedTuple):
    """One statement and its parameters: one round trip. `match_id` is that of an append, None of a read.

    `may_lag` where a copy of the database, which is a moment behind, does as well.
    """

    sql: str
    parameters: Mapping[str, Any]
    match_id: UUID | None = None
    may_lag: bool = False


class StoredEvent(NamedTuple):
    """An event as it stands in the log; `data` verbatim, in the version it was written in."""

    seq: int
    type: str
    version: int
    at_ms: int
    data: Stored

    def decoded(self) -> Event:
        return codec.decode(self.type, self.version, self.data)


@dataclass(frozen=True, slots=True)
class Head:
    """Where a match's log ends. `deal_seq` is where its running deal starts, 0 before the first."""

    match_id: UUID
    server_seed: bytes
    seq: int = 0
    deal_seq: int = 0
    hash: bytes = codec.GENESIS
    at_ms: int = 0

    def after(self, events: Sequence[Event], at_ms: int) -> tuple[Self, list[StoredEvent], list[bytes]]:
        """The head behind more events, the events as they will stand in the log, and their hashes."""
        stored, hashes = [], []
        link, deal_seq = self.hash, self.deal_seq
        for seq, event in enumerate(events, start=self.seq + 1):
            type_, data = codec.encode(event)
            link = codec.chain(link, codec.canonical(seq, type_, at_ms, data))
            deal_seq = seq if isinstance(event, DealStarted) else deal_seq
            stored.append(StoredEvent(seq, type_, codec.version_of(type_), at_ms, data))
            hashes.append(link)
        head = replace(self, seq=stored[-1].seq, deal_seq=deal_seq, hash=link, at_ms=at_ms)
        return head, stored, hashes


@dataclass(frozen=True, slots=True)
class KeyUse:
    """A seat's use of an idempotency key: `body` is the SHA-256 of the command's canonical body."""

    seat: str
    key: str
    body: bytes


class UsedKey(NamedTuple):
    """A key that was used before, and the events that its command caused."""

    seat: str
    body: bytes
    first_seq: int
    last_seq: int


_LOAD = """
SELECT m.server_seed, m.seq, m.deal_seq, m.head_hash, m.head_at, s.seat, k.body, k.first_seq, k.last_seq
FROM games_match m
LEFT JOIN games_matchseat s ON s.match_id = m.id AND s.person_id = %(person)s
LEFT JOIN games_usedkey k ON k.match_id = m.id AND k.seat = s.seat AND k.key = %(key)s
WHERE m.id = %(match)s
"""


def load(match_id: UUID, person: UUID | None = None, key: str | None = None) -> Statement:
    """The head of a match and the person's use of a key: one snapshot, so a key not found is not used yet."""
    return Statement(_LOAD, {"match": match_id, "person": person, "key": key})


def loaded(match_id: UUID, row: Sequence[Any]) -> tuple[Head, UsedKey | None]:
    """What `load` found."""
    seed, seq, deal_seq, link, head_at, seat, body, first_seq, last_seq = row
    head = Head(match_id, bytes(seed), seq, deal_seq, bytes(link), codec.milliseconds(head_at))
    return head, None if body is None else UsedKey(seat, bytes(body), first_seq, last_seq)


# JSON comes as text: Django's connections and psycopg's own read it differently.
# Times come in milliseconds, which is what they were: drivers are slow at dates.
_READ = """
SELECT seq, type, version, (extract(epoch FROM at) * 1000)::bigint, data::text
FROM games_event WHERE match_id = %(match)s
"""


def read(match_id: UUID, after: int, upto: int, limit: int | None = None) -> Statement:
    """The events with `after` < seq ≤ `upto`, in order, at most `limit`."""
    sql = f"{_READ} AND seq > %(after)s AND seq <= %(upto)s ORDER BY seq LIMIT %(limit)s"
    return Statement(sql, {"match": match_id, "after": after, "upto": upto, "limit": limit})


def read_whole(match_ids: Sequence[UUID]) -> Statement:
    """Every event of some matches, each in order; a row is the match's id and what `read_events` reads."""
    sql = _READ.replace("SELECT seq", "SELECT match_id, seq").replace("= %(match)s", "= ANY(%(matches)s)")
    return Statement(f"{sql} ORDER BY match_id, seq", {"matches": list(match_ids)})


def read_verbatim(match_ids: Sequence[UUID]) -> Statement:
    """As `read_whole`, with each event's hash behind its data."""
    sql = read_whole(match_ids).sql.replace("data::text", "data::text, hash")
    return Statement(sql, {"matches": list(match_ids)})


def heads(match_ids: Sequence[UUID]) -> Statement:
    """Id and hash of the last event of some matches."""
    sql = "SELECT id, head_hash FROM games_match WHERE id = ANY(%(matches)s)"
    return Statement(sql, {"matches": list(match_ids)})


def read_types(match_id: UUID, upto: int, types: Iterable[str]) -> Statement:
    """The events of some types up to `upto`, in order."""
    sql = f"{_READ} AND seq <= %(upto)s AND type = ANY(%(types)s) ORDER BY seq"
    return Statement(sql, {"match": match_id, "upto": upto, "types": list(types)})


def read_types_of(match_ids: Sequence[UUID], types: Iterable[str]) -> Statement:
    """As `read_whole`, only the events of some types."""
    whole = read_whole(match_ids)
    sql = whole.sql.replace(" ORDER BY", " AND type = ANY(%(types)s) ORDER BY")
    return Statement(sql, {**whole.parameters, "types": list(types)})


def first_cut_short() -> Statement:
    """The first match, if any, whose log does not end at its row's seq: id, seq, the log's last or None."""
    sql = """
    SELECT m.id, m.seq, e.last FROM games_match m,
        LATERAL (SELECT max(seq) AS last FROM games_event WHERE match_id = m.id) e
    WHERE e.last IS DISTINCT FROM m.seq ORDER BY m.id LIMIT 1
    """
    return Statement(sql, {})


def read_for_fold(match_id: UUID, deal_seq: int, upto: int) -> Statement:
    """What the state at `upto` needs: the creation, and all from the running deal's start."""
    sql = f"{_READ} AND (seq = 1 OR seq >= %(deal_seq)s) AND seq <= %(upto)s ORDER BY seq"
    return Statement(sql, {"match": match_id, "deal_seq": deal_seq, "upto": upto})


def read_events(rows: Sequence[Sequence[Any]]) -> list[StoredEvent]:
    """What the statements above found."""
    return [
        StoredEvent(seq, type_, version, at_ms, json.loads(data)) for seq, type_, version, at_ms, data in rows
    ]


def client_seeds(match_id: UUID) -> Statement:
    """Seat and client seed, four rows in the order N E S W."""
    sql = """
    SELECT client_seed FROM games_matchseat WHERE match_id = %(match)s ORDER BY position(seat IN 'NESW')
    """
    return Statement(sql, {"match": match_id})


_APPEND = """
WITH advanced AS (
    UPDATE games_match SET seq = %(seq)s, head_hash = %(hash)s, head_at = %(at)s{columns}
    WHERE id = %(match)s AND seq = %(expected)s RETURNING id
){keyed}{seats}{scored}
INSERT INTO games_event (match_id, seq, type, version, at, data, hash)
SELECT advanced.id, e.seq, e.type, e.version, %(at)s, e.data, decode(e.hash, 'hex')
FROM advanced, jsonb_to_recordset(%(events)s)
                   AS e (seq int, type text, version smallint, data jsonb, hash text)
RETURNING seq
"""
_KEYED = """, keyed AS (
    INSERT INTO games_usedkey (match_id, seat, key, body, first_seq, last_seq)
    SELECT id, %(key_seat)s, %(key)s, %(key_body)s, %(expected)s + 1, %(seq)s FROM advanced
)"""
_SEATS = """, seated AS (
    UPDATE games_matchseat s SET player_kind = v.player_kind, player_id = v.player_id,
        client_seed = v.client_seed, person_id = v.person::uuid, forfeited = v.forfeited,
        reclaimable = v.reclaimable, invited_id = CASE WHEN v.player_id = '' THEN s.invited_id END
    FROM advanced, jsonb_to_recordset(%(seat_rows)s) AS v (seat text, player_kind text, player_id text,
        client_seed text, person text, forfeited bool, reclaimable bool)
    WHERE s.match_id = advanced.id AND s.seat = v.seat
)"""
_SCORED = """, scored AS (
    INSERT INTO games_dealscore (match_id, seq, data)
    SELECT advanced.id, v.seq, v.data FROM advanced, jsonb_to_recordset(%(scores)s) AS v (seq int, data jsonb)
)"""


@dataclass(frozen=True, slots=True)
class Projected:
    """What rows become with some events: columns of the match, changed seats, scored deals by their seq."""

    columns: Mapping[str, Any]
    seats: Sequence[Data]
    scores: Sequence[Data]


def append(
    head: Head,
    events: Sequence[StoredEvent],
    hashes: Sequence[bytes],
    projected: Projected,
    key: KeyUse | None = None,
) -> Statement:
    """Store events behind a head, and what follows from them in other tables: a row for each event stored.

    The match row is advanced only from the expected seq, and everything else happens only if it was:
    of two writers one wins, and the other gets no row. A key in use violates its primary key; then
    nothing is stored either.
    """
    values: dict[str, Any] = {
        "match": head.match_id,
        "expected": head.seq,
        "seq": events[-1].seq,
        "hash": hashes[-1],
        "at": codec.moment(events[-1].at_ms),
        # One text: psycopg takes five times as long over five arrays.
        "events": json.dumps(
            [event._asdict() | {"hash": link.hex()} for event, link in zip(events, hashes, strict=True)]
        ),
    }
    values |= {f"set_{name}": value for name, value in projected.columns.items()}
    if key is not None:
        values |= {"key_seat": key.seat, "key": key.key, "key_body": key.body}
    if projected.seats:
        values["seat_rows"] = Jsonb(projected.seats)
    if projected.scores:
        values["scores"] = Jsonb(projected.scores)
    sql = _APPEND.format(
        columns="".join(f", {name} = %(set_{name})s" for name in projected.columns),
        keyed=_KEYED if key else "",
        seats=_SEATS if projected.seats else "",
        scored=_SCORED if projected.scores else "",
    )
    return Statement(sql, values, head.match_id)
