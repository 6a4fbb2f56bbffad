"""A season of rated matches in the database: real seeks, pairing, ratings; the matches' logs come in bulk."""

import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.utils import timezone

from accounts.models import User
from games import codec, drivers, projections, results, store, tables
from games.matchmaking import hall
from games.matchmaking.pairing import Table
from games.models import Match, Seek, Seeker, new_match_id
from games.rules.events import Clock, DealScored, Event, Events
from games.rules.ruleset import PRESETS
from games.rules.state import MatchState, fold
from games.store import Head

from .people import Sitters, population
from .people import play as play_match

RULESET: Final = "cardems"
CLOCK: Final = "normal"
# Between two rounds, and from a deal to the next, in the season's own time.
ROUND: Final = timedelta(minutes=40)
DEAL: Final = timedelta(minutes=2)
# In every third round so many of all people come with a partner.
PAIRED: Final = 0.2


class Season:
    """`rounds` of everybody pressing "play ranked", the last of them now."""

    def __init__(self, people: int, rounds: int, chance: random.Random) -> None:
        self.rounds = rounds
        self._chance = chance
        self._start = timezone.now() - rounds * ROUND
        users = [User(username=f"sim-{number}", email=f"{number}@sim.example") for number in range(people)]
        for user in users:
            user.username_key = user.username
        User.objects.bulk_create(users)
        self.people = {person.id: person for person in population([user.pk for user in users], chance)}

    def play(self, pool: Executor, step: Callable[[], object]) -> None:
        """All rounds; `step` is called behind each match."""
        for number in range(self.rounds):
            now = self._start + number * ROUND
            self._seek(now, with_pairs=number % 3 == 2)
            sitters = [self._sit(table, now) for table in hall.tables_for(now, rated=True)]
            for _ in pool.map(partial(play_and_append, began=now), sitters, chunksize=4):
                step()
            results.count_due(timedelta(0))
            Seek.objects.filter(status=Seek.Status.WAITING).update(status=Seek.Status.EXPIRED)

    def _seek(self, now: datetime, *, with_pairs: bool) -> None:
        """Everyone waits; it does not matter here that nobody has asked for it over HTTP."""
        ids = list(self.people)
        self._chance.shuffle(ids)
        paired = round(PAIRED * len(ids) / 2) * 2 if with_pairs else 0
        parties = [ids[place : place + 2] for place in range(0, paired, 2)] + [[id_] for id_ in ids[paired:]]
        seeks = [
            Seek(
                rated=True,
                rulesets=[RULESET],
                clocks=[CLOCK],
                created_at=now,
                expires_at=now,
                queued_at=now - timedelta(seconds=self._chance.uniform(0, 60)),
            )
            for _ in parties
        ]
        Seek.objects.bulk_create(seeks)
        Seeker.objects.bulk_create(
            Seeker(seek=seek, person_id=id_, is_owner=not place, accepted=True, active=False, seen_at=now)
            for seek, party in zip(seeks, parties, strict=True)
            for place, id_ in enumerate(party)
        )

    def _sit(self, table: Table, now: datetime) -> Sitters:
        people = [[self.people[id_] for party in side for id_ in party.people] for side in table.sides]
        (north, south), (east, west) = people
        seed = self._chance.randbytes(32)
        match_id = new_match_id()
        clock = tables.CLOCKS[table.pool.clock]
        assert clock is not None
        _insert(match_id, seed, clock, now)
        Seek.objects.filter(pk__in=[party.id for party in table.parties]).update(
            status=Seek.Status.MATCHED, match=match_id
        )
        return Sitters(
            match_id, seed, table.pool.ruleset, clock, (north, east, south, west), hall.premade(table)
        )


def _insert(match_id: UUID, seed: bytes, clock: Clock, now: datetime) -> None:
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


def play_and_append(sitters: Sitters, began: datetime) -> None:
    """In a process of the pool."""
    _append(sitters.match_id, sitters.server_seed, play_match(sitters), began)


def _append(match_id: UUID, seed: bytes, commands: Sequence[Events], began: datetime) -> None:
    """A finished match's log, a deal a statement."""
    head, state = Head(match_id, seed), None
    at_ms = codec.milliseconds(began)
    for events in _deals(commands):
        after_head, stored, hashes = head.after(events, at_ms)
        state = _behind(state, events, at_ms)
        projected = projections.project(events, head.seq + 1, state, at_ms)
        assert drivers.run_one(store.append(head, stored, hashes, projected))
        head, at_ms = after_head, at_ms + int(DEAL.total_seconds() * 1000)


def _behind(state: MatchState | None, events: Sequence[Event], at_ms: int) -> MatchState:
    if state is None:
        return fold((event, at_ms) for event in events)
    for event in events:
        state.apply(event, at_ms)
    return state


def _deals(commands: Iterable[Events]) -> Iterable[list[Event]]:
    """The commands, those of a deal together."""
    deal: list[Event] = []
    for events in commands:
        deal += events
        if any(isinstance(event, DealScored) for event in events):
            yield deal
            deal = []
    if deal:
        yield deal
