"""Who is seated with whom. Pure: people who wait go in, tables come out.

Four neighbours by rating make a table, sides as even as they can be; among all such tables the fairest
comes first (smallest difference of the expected results), then the one whose people wait the longest. How
far apart people may be widens while they wait. Pairs meet pairs where there is one to meet, else two who
came alone.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple
from uuid import UUID

from games.ratings.model import BETA, SHOWN_PER_MU, Skill

# Shown rating points between the strongest and the weakest of a table, at once and for each second more.
WINDOW: Final = 150.0
WIDENS: Final = 15.0
# Tables that differ by less than this in expected result are as fair as each other.
AS_FAIR: Final = 0.02
# A casual table does not wait longer for people; bots take the seats.
CASUAL_PATIENCE: Final = 20.0
FOREVER: Final = 1e6
# How far a table looks past people who may not meet.
REACH: Final = 12
SLOPE: Final = 0.3989  # of the normal distribution at its middle: a difference of strengths to one of results


class Pool(NamedTuple):
    """What is to be played."""

    ruleset: str
    clock: str


@dataclass(frozen=True, slots=True, eq=False)
class Party:
    """A seek: one person or a pair, that has waited for so many seconds.

    `skills` are each person's, by rule set.
    """

    id: UUID
    people: tuple[UUID, ...]
    pools: tuple[Pool, ...]
    waited: float
    skills: Mapping[str, tuple[Skill, ...]]

    @property
    def window(self) -> float:
        return WINDOW + WIDENS * self.waited


class Table(NamedTuple):
    """Parties that play together, each side's one pair or up to two alone; bots take what is left."""

    pool: Pool
    sides: tuple[tuple[Party, ...], tuple[Party, ...]]

    @property
    def parties(self) -> tuple[Party, ...]:
        return self.sides[0] + self.sides[1]


class _Candidate(NamedTuple):
    key: tuple[float, float]  # unfairness, then waiting time
    table: Table


class Blocks:
    """Pairs of people of whom one has blocked the other."""

    def __init__(self, pairs: Iterable[Collection[UUID]]) -> None:
        self._apart: dict[UUID, set[UUID]] = defaultdict(set)
        for one, other in pairs:
            self._apart[one].add(other)
            self._apart[other].add(one)

    def touch(self, party: Party) -> bool:
        """Whether anybody of the party is among them."""
        return not self._apart.keys().isdisjoint(party.people)

    def allow(self, party: Party, others: Iterable[Party]) -> bool:
        """Whether the party may sit with all of them."""
        apart = set().union(*(self._apart.get(person, ()) for person in party.people))
        return not any(person in apart for other in others for person in other.people)


class _Entry(NamedTuple):
    """A party in a pool: points of each person as shown, sums of means and variances, how far it looks."""

    points: float
    mean: float
    variance: float
    window: float
    is_free: bool  # of blocks
    party: Party


class _Queue(NamedTuple):
    """Who waits for one pool, by points."""

    pool: Pool
    alone: list[_Entry]
    pairs: list[_Entry]


def pair_rated(parties: Sequence[Party], blocks: Blocks) -> list[Table]:
    """Tables of four people, fairest first; who is left waits on."""
    tables: list[Table] = []
    queues = _queues(parties, blocks)
    while found := _fairest(_candidates(queues, blocks)):
        tables += found
        seated = {party for table in found for party in table.parties}
        for queue in queues:
            for entries in (queue.alone, queue.pairs):
                entries[:] = [entry for entry in entries if entry.party not in seated]
    return tables


def pair_casual(parties: Sequence[Party], blocks: Blocks) -> list[Table]:
    """Tables as above, whoever is near or far; who has waited long enough plays with bots."""
    tables = pair_rated([_patient(party) for party in parties], blocks)
    by_id = {party.id: party for party in parties}
    tables = [_with_originals(table, by_id) for table in tables]
    seated = {party.id for table in tables for party in table.parties}
    free = sorted((party for party in parties if party.id not in seated), key=lambda party: -party.waited)
    while free and free[0].waited >= CASUAL_PATIENCE:
        table = _with_bots(free, blocks)
        free = [party for party in free if party not in table.parties]
        tables.append(table)
    return tables


def _patient(party: Party) -> Party:
    return replace(party, waited=FOREVER + party.waited)


def _with_originals(table: Table, by_id: Mapping[UUID, Party]) -> Table:
    north_south, east_west = (tuple(by_id[party.id] for party in side) for side in table.sides)
    return Table(table.pool, (north_south, east_west))


def _with_bots(free: Sequence[Party], blocks: Blocks) -> Table:
    """The first, and those behind who fit: a pair is a side of its own."""
    first, *others = free
    sides: list[list[Party]] = [[first], []]
    pool = first.pools[0]
    for party in others:
        side = next((side for side in sides if _people(side) + len(party.people) <= 2), None)
        if side is not None and pool in party.pools and blocks.allow(party, sides[0] + sides[1]):
            side.append(party)
    return Table(pool, (tuple(sides[0]), tuple(sides[1])))


def _people(side: Iterable[Party]) -> int:
    return sum(len(party.people) for party in side)


def _fairest(candidates: list[_Candidate]) -> list[Table]:
    """The best of them, nobody at two tables."""
    taken: set[Party] = set()
    tables = []
    candidates.sort(key=lambda candidate: candidate.key)
    for _, table in candidates:
        parties = table.parties
        if taken.isdisjoint(parties):
            taken.update(parties)
            tables.append(table)
    return tables


def _queues(parties: Iterable[Party], blocks: Blocks) -> list[_Queue]:
    """Everyone in each pool that they wait for, by rating."""
    queues: dict[Pool, _Queue] = {}
    for party in parties:
        is_free = not blocks.touch(party)
        for pool in party.pools:
            skills = party.skills[pool.ruleset]
            mean = sum([skill.mu for skill in skills])
            points = SHOWN_PER_MU * mean / len(skills)
            variance = sum([skill.sigma**2 for skill in skills])
            queue = queues.setdefault(pool, _Queue(pool, [], []))
            entries = queue.alone if len(skills) == 1 else queue.pairs
            entries.append(_Entry(points, mean, variance, party.window, is_free, party))
    for queue in queues.values():
        queue.alone.sort(key=lambda entry: entry.points)
        queue.pairs.sort(key=lambda entry: entry.points)
    return list(queues.values())


def _candidates(queues: Sequence[_Queue], blocks: Blocks) -> list[_Candidate]:
    """Pairs against pairs if there are any such tables, else all others."""
    together = [each for queue in queues for each in _pairs_together(queue, blocks)]
    if together:
        return together
    alone = [each for queue in queues for each in _four_alone(queue, blocks)]
    return alone + [each for queue in queues for each in _pair_with_two(queue, blocks)]


def _group(entries: Sequence[_Entry], first: int, size: int, blocks: Blocks) -> list[_Entry] | None:
    """From one on upwards, past who may not meet those before them, within everyone's window."""
    lowest, _, _, window, _, _ = entries[first]
    group = [entries[first]]
    for entry in entries[first + 1 : first + REACH]:
        apart = entry.points - lowest
        if apart > window:
            return None
        if apart <= entry.window and (entry.is_free or _may_join(entry, group, blocks)):
            group.append(entry)
            window = min(window, entry.window)
            if len(group) == size:
                return group
    return None


def _may_join(entry: _Entry, group: Iterable[_Entry], blocks: Blocks) -> bool:
    return blocks.allow(entry.party, [each.party for each in group])


def _four_alone(queue: _Queue, blocks: Blocks) -> Iterator[_Candidate]:
    for first in range(len(queue.alone) - 3):
        if group := _group(queue.alone, first, 4, blocks):
            weakest, second, third, strongest = group  # the evenest sides of four in order
            yield _candidate(queue.pool, (weakest, strongest), (second, third))


def _pairs_together(queue: _Queue, blocks: Blocks) -> Iterator[_Candidate]:
    for first in range(len(queue.pairs) - 1):
        if group := _group(queue.pairs, first, 2, blocks):
            yield _candidate(queue.pool, (group[0],), (group[1],))


def _pair_with_two(queue: _Queue, blocks: Blocks) -> Iterator[_Candidate]:
    """The two neighbours who are together as strong as the pair, or the nearest to it."""
    alone = queue.alone
    sums = [one.mean + other.mean for one, other in pairwise(alone)]
    for pair in queue.pairs:
        place = bisect_left(sums, pair.mean)
        best: _Candidate | None = None
        for first in range(max(0, place - REACH), min(len(sums), place + REACH)):
            two = alone[first : first + 2]
            everyone = [pair, *two]
            apart = max(each.points for each in everyone) - min(each.points for each in everyone)
            within = apart <= min(each.window for each in everyone)
            if within and _may_join(pair, two, blocks) and _may_join(two[0], two[1:], blocks):
                candidate = _candidate(queue.pool, (pair,), tuple(two))
                best = candidate if best is None or candidate.key < best.key else best
        if best is not None:
            yield best


def _candidate(pool: Pool, ns: tuple[_Entry, ...], ew: tuple[_Entry, ...]) -> _Candidate:
    ahead = spread = waited = 0.0
    for side, sign in ((ns, 1), (ew, -1)):
        for entry in side:
            ahead += sign * entry.mean
            spread += entry.variance
            waited = max(waited, entry.party.waited)
    unfairness = SLOPE * abs(ahead) / sqrt(4 * BETA**2 + spread)
    sides = tuple(entry.party for entry in ns), tuple(entry.party for entry in ew)
    return _Candidate((unfairness // AS_FAIR, -waited), Table(pool, sides))
