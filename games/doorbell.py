"""Redis pub/sub between processes: it says that a match has moved on, and what everyone may know of it.

The bell may be lost, repeated or late: whoever hears it compares seqs and reads the log.
No hidden card is rung.
"""

import json
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import redis
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from games.contract.frames import Turn
from games.rules.state import MatchState
from games.rules.views import PUBLIC_TYPES
from games.states import Known, advanced
from games.store import Head, StoredEvent
from tarneeb_site.redis_servers import bell_server, server

logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")
LOBBY = "lobby"
AWAY_SECONDS = 3


# Events after which the list of tables is another.
TABLE_TYPES = frozenset(
    {
        "match_created",
        "seat_taken",
        "seat_left",
        "match_started",
        "seat_forfeited",
        "seat_substituted",
        "seat_reclaimed",
        "match_finished",
    }
)
# Events after which somebody has to decide anew.
TURN_TYPES = frozenset(
    {
        "deal_started",
        "bid_made",
        "passed",
        "auction_won",
        "trump_named",
        "card_played",
        "trick_won",
        "seat_reclaimed",
    }
)


class Ring(NamedTuple):
    """A match has gone from seq `after` to `seq`; `events` is empty where one of them hides cards."""

    after: int
    seq: int
    hash: bytes
    events: tuple[StoredEvent, ...]


def match_channel(match_id: UUID) -> str:
    return f"match.{match_id}"


def person_channel(person: UUID) -> str:
    return f"user.{person}"


def changes_tables(events: Sequence[StoredEvent]) -> bool:
    return any(event.type in TABLE_TYPES for event in events)


def person_on_turn(state: MatchState) -> UUID | None:
    """The person whom the match waits for; None for a bot."""
    player = None if state.turn is None else state.players[state.turn]
    return UUID(player.id) if player is not None and player.is_human else None


def turn_frame(head: Head) -> Turn:
    return {"type": "turn", "match": str(head.match_id), "seq": head.seq}


def rings(known: Known, events: Sequence[StoredEvent]) -> Iterator[tuple[str, bytes]]:
    """What is rung on which channel, when these events are stored and led to `known`."""
    head, state = known
    yield match_channel(head.match_id), ring_of(head, events)
    if changes_tables(events):
        yield LOBBY, b""
    person = person_on_turn(state)
    if person is not None and any(event.type in TURN_TYPES for event in events):
        yield person_channel(person), json.dumps(turn_frame(head)).encode()


def ring_of(head: Head, events: Sequence[StoredEvent]) -> bytes:
    """What is rung when these events are stored and the match is at `head`."""
    public = all(event.type in PUBLIC_TYPES for event in events)
    return json.dumps(
        {
            "after": events[0].seq - 1,
            "seq": head.seq,
            "hash": head.hash.hex(),
            "events": list(events) if public else [],
        }
    ).encode()


def parse_ring(body: dict[str, Any]) -> Ring:
    events = tuple(StoredEvent(*event) for event in body["events"])
    return Ring(body["after"], body["seq"], bytes.fromhex(body["hash"]), events)


def follow(known: Known, ring: Ring) -> Known | None:
    """The match behind a ring, where the ring holds all that leads there."""
    if not ring.events or ring.after != known.head.seq:
        return None
    head = replace(known.head, seq=ring.seq, hash=ring.hash, at_ms=ring.events[-1].at_ms)
    return Known(head, advanced(known.state, ring.events))


def client() -> redis.Redis:
    """The server that keeps what is short-lived."""
    return server(settings.REDIS_URL)


class _Line:
    """To a server from threads, whose people wait: once it has failed nobody tries again for a while."""

    def __init__(self) -> None:
        self._away_until = 0.0

    def ask(self, question: Callable[[], Answer], otherwise: Answer) -> Answer:
        """The answer; `otherwise` while Redis, or the broker that it is, is away."""
        if time.monotonic() < self._away_until:
            return otherwise
        try:
            return question()
        except (RedisError, OperationalError, OSError):
            self._away_until = time.monotonic() + AWAY_SECONDS
            logger.warning("no Redis for the next %d s", AWAY_SECONDS)
            return otherwise


ask = _Line().ask
_lines: defaultdict[str, _Line] = defaultdict(_Line)


def publish(channel: str, body: bytes) -> None:
    """Ring from a thread. A bell that cannot be rung is no error: the log has it."""
    url = bell_server(channel)
    _lines[url].ask(lambda: server(url).publish(channel, body), otherwise=None)
