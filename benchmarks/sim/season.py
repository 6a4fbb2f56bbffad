"""A season of rated matches in the database: real seeks, pairing, ratings; the matches' logs come in bulk."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

from accounts.models import User
from games import codec, drivers, projections, results, store, tables
from games.matchmaking import hall
from games.matchmaking.pairing import Table
from games.models import Match, Seek, Seeker
from games.rules.events import Clock, Events
from games.rules.ruleset import PRESETS
from games.rules.state import fold
from games.store import Head

from .people import Sitters, population
from .people import play as play_match

RULESET: Final = "levant-41"
CLOCK: Final = "normal"
START: Final = datetime(2026, 1, 1, tzinfo=UTC)
# Between two rounds, in the season's own time.
ROUND: Final = timedelta(minutes=40)
# How many are there from the start, the rest coming bit by bit; how many of them play in a round; how many
# wait at a time, which makes sides uneven enough to learn from; how often two of them come as a pair.
PRESENT: Final = 0.4
ACTIVE: Final = 0.8
WAITING: Final = (4, 5)
PAIRED: Final = 0.1


class Season:
    """`rounds` in which people press "play ranked", a few at a time. The same for the same seed."""

    def __init__(self, people: int, rounds: int, seed: str) -> None:
        self.rounds = rounds
        self._chance = random.Random(seed)
        users = [
            User(id=self._uuid(), username=f"sim-{number}", username_key=f"sim_{number}")
            for number in range(people)
        ]
        User.objects.bulk_create(users)
        self.people = {person.id: person for person in population([user.pk for user in users], self._chance)}

    def play(self, pool: Executor, step: Callable[[float], object]) -> None:
        """All rounds; `step` is told the share that is done."""
        for number in range(self.rounds):
            now = START + number * ROUND
            sitters = [each for group in self._groups(number) for each in self._meet(group, now)]
            for _ in pool.map(partial(play_and_append, began=now), sitters, chunksize=4):
                pass
            count_all()
            step((number + 1) / self.rounds)

    def _uuid(self) -> UUID:
        return UUID(int=self._chance.getrandbits(128), version=4)

    def _groups(self, number: int) -> Iterator[list[UUID]]:
        """Who waits at the same time."""
        known = round(len(self.people) * (PRESENT + (1 - PRESENT) * number / self.rounds))
        ids = [id_ for id_ in list(self.people)[:known] if self._chance.random() < ACTIVE]
        self._chance.shuffle(ids)
        while len(ids) >= max(WAITING):
            size = self._chance.choice(WAITING)
            yield ids[:size]
            ids = ids[size:]

    def _meet(self, ids: list[UUID], now: datetime) -> list[Sitters]:
        """They wait, and are paired. It does not matter here that nobody has asked for it over HTTP."""
        paired = 2 if self._chance.random() < PAIRED else 0
        parties = [party for party in (ids[:paired], *([id_] for id_ in ids[paired:])) if party]
        seeks = [
            Seek(
                id=self._uuid(),
                rated=True,
                rulesets=[RULESET],
                clocks=[CLOCK],
                created_at=now,
                expires_at=now,
                queued_at=now - timedelta(seconds=self._chance.uniform(0, 180)),
            )
            for _ in parties
        ]
        Seek.objects.bulk_create(seeks)
        Seeker.objects.bulk_create(
            Seeker(seek=seek, person_id=id_, is_owner=not place, accepted=True, active=False, seen_at=now)
            for seek, party in zip(seeks, parties, strict=True)
            for place, id_ in enumerate(party)
        )
        sitters = [self._sit(table, now) for table in hall.tables_for(now, rated=True)]
        Seek.objects.filter(status=Seek.Status.WAITING).update(status=Seek.Status.EXPIRED)
        return sitters

    def _sit(self, table: Table, now: datetime) -> Sitters:
        people = [[self.people[id_] for party in side for id_ in party.people] for side in table.sides]
        (north, south), (east, west) = people
        seed = self._chance.randbytes(32)
        match_id = match_id_at(now, self._chance)
        clock = tables.CLOCKS[table.pool.clock]
        assert clock is not None
        insert(match_id, seed, clock, now)
        Seek.objects.filter(pk__in=[party.id for party in table.parties]).update(
            status=Seek.Status.MATCHED, match=match_id
        )
        return Sitters(
            match_id, seed, table.pool.ruleset, clock, (north, east, south, west), hall.premade(table)
        )


def match_id_at(moment: datetime, chance: random.Random) -> UUID:
    """A UUIDv7 of that moment."""
    return UUID(int=(codec.milliseconds(moment) << 80) | (7 << 76) | (2 << 62) | chance.getrandbits(61))


def insert(match_id: UUID, seed: bytes, clock: Clock, now: datetime) -> None:
    Match.objects.create(
        id=match_id,
        head_hash=codec.GENESIS,
        head_at=now,
        server_seed=seed,
        ruleset_id=RULESET,
        ruleset=PRESETS[RULESET].as_dict(),
        rated=True,
        clock=codec.clock_data(clock),
        visibility="public",
        created_at=now,
    )
    projections.create_seats(match_id, {})


def count_all() -> None:
    """Every match that has ended is counted, here or by a worker that is at it just now."""
    while Match.objects.filter(results_due=True).exists():
        if not results.count_due(timedelta(0)):
            time.sleep(0.1)


def play_and_append(sitters: Sitters, began: datetime) -> None:
    """In a process of the pool."""
    _append(sitters, play_match(sitters), began)


def _append(sitters: Sitters, commands: Sequence[Events], began: datetime) -> None:
    """A finished match's log, whole."""
    events = [event for command in commands for event in command]
    head, at_ms = Head(sitters.match_id, sitters.server_seed), codec.milliseconds(began)
    _, stored, hashes = head.after(events, at_ms)
    state = fold((event, at_ms) for event in events)
    projected = projections.project(events, 1, state, at_ms)
    assert drivers.run_one(store.append(head, stored, hashes, projected))
