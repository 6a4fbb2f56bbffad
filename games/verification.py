"""The log checked against itself and against the rows made of it: `manage.py verify_log`, and each night.

That it can only be appended to; and of every match the chain of hashes, order and times, each command
decided anew (so legality, scores and the proof of each deal), the match's own rows, and what its end has
made. Ratings are checked match by match, from the skills that the change names; that they follow from each
other is what `rebuild_projections` shows.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from games import codec, drivers, projections, rebuild, results, seals, store
from games.locks import alone
from games.models import DealScore, Heartbeat, Match, MatchSeat, PlayedMatch, RatingChange, Strike
from games.ratings.model import Skill
from games.ratings.outcome import Outcome, changes, outcome_of
from games.rules.events import Event
from games.rules.fairdeal import FairDeals
from games.rules.retrace import Departure, retrace
from games.store import StoredEvent

logger = logging.getLogger(__name__)

# What is read at once: some 50 MB.
EVENTS_AT_ONCE: Final = 10_000
# The heartbeat whose time is that up to which all has been found in order.
VERIFIED: Final = "verified"
LOCK: Final = 0x7A_7E21
# A match is stored a moment after the time that it bears.
OVERLAP: Final = timedelta(minutes=1)


class _Read(NamedTuple):
    """A match's rows and its log, of one moment."""

    match: Match
    seats: list[MatchSeat]
    scores: dict[int, codec.Data]
    events: list[StoredEvent]
    hashes: list[bytes]


def verify_nightly() -> None:
    """All that has changed since all was in order. What is found is logged as errors, and found again."""
    with alone(LOCK) as is_alone:
        if not is_alone:
            return
        began = timezone.now()
        last = Heartbeat.objects.filter(name=VERIFIED).first()
        faults = list(verify(changed_since(last.at - OVERLAP if last else None)))
        for fault in faults:
            logger.error("the log does not hold: %s", fault)
        if not faults:
            Heartbeat.objects.update_or_create(name=VERIFIED, defaults={"at": began})


def changed_since(moment: datetime | None) -> QuerySet[Match]:
    """The matches with an event at that time or later; all without one."""
    return Match.objects.all() if moment is None else Match.objects.filter(head_at__gte=moment)


def verify(matches: QuerySet[Match], tell: Callable[[int], object] = lambda count: None) -> Iterator[str]:
    """What is not in order, one line each; `tell` is called with how many events more have been read."""
    yield from seals.broken()
    for match_ids in _portions(matches):
        for read in _read(match_ids):
            yield from (f"match {read.match.pk}: {fault}" for fault in _faults(read))
            tell(len(read.events))


def _portions(matches: QuerySet[Match]) -> Iterator[list[UUID]]:
    """The ids, in order, of as many matches as are read at once."""
    portion: list[UUID] = []
    events = 0
    for match_id, seq in matches.order_by("id").values_list("pk", "seq").iterator(chunk_size=10_000):
        if portion and events + seq > EVENTS_AT_ONCE:
            yield portion
            portion, events = [], 0
        portion.append(match_id)
        events += seq
    if portion:
        yield portion


def _read(match_ids: Sequence[UUID]) -> Iterator[_Read]:
    """One snapshot: matches that go on meanwhile are seen as they were."""
    with rebuild.snapshot():
        matches = list(Match.objects.filter(pk__in=match_ids).order_by("pk"))
        seats = rebuild.by_match(MatchSeat.objects.filter(match__in=match_ids))
        scores = rebuild.by_match(DealScore.objects.filter(match__in=match_ids))
        log = drivers.run_one(store.read_verbatim(match_ids))
    rows: dict[UUID, list[Sequence[Any]]] = defaultdict(list)
    for match_id, *row in log:
        rows[match_id].append(row)
    for match in matches:
        own = rows.pop(match.pk, [])
        yield _Read(
            match,
            seats[match.pk],
            {score.seq: score.data for score in scores[match.pk]},
            store.read_events([row[:5] for row in own]),
            [bytes(row[5]) for row in own],
        )


def _faults(read: _Read) -> Iterator[str]:
    broken = list(_broken_chain(read))
    yield from broken
    if broken:  # what is built on it is worth nothing
        return
    try:
        log = [(event.decoded(), event.at_ms) for event in read.events]
    except Exception as error:
        yield f"an event that cannot be read: {error!r}"
        return
    try:
        retrace(log, FairDeals(str(read.match.pk), bytes(read.match.server_seed)))
    except Departure as departure:
        yield str(departure)
        return
    own = [event for event in read.events if event.seq == 1 or event.type in projections.ROW_TYPES]
    yield from rebuild.differing(read.match, read.seats, read.scores, rebuild.projected(own))
    if read.match.status == Match.Status.FINISHED and not read.match.results_due:
        yield from _wrong_results(read.match, [event for event, _ in log])


def _broken_chain(read: _Read) -> Iterator[str]:
    """Seqs from 1 without a gap, each hash that of its event behind the one before, the last the match's."""
    link = codec.GENESIS
    for place, (event, stored) in enumerate(zip(read.events, read.hashes, strict=True), 1):
        if event.seq != place:
            yield f"seq {event.seq} stands where {place} should"
            return
        link = codec.chain(link, codec.canonical(event.seq, event.type, event.at_ms, event.data))
        if link != stored:
            yield f"seq {event.seq}: the hash is not that of what stands there"
            return
    head = (len(read.events), link)
    if head != (read.match.seq, bytes(read.match.head_hash)):
        yield f"the log ends at {head[0]}, its match at {read.match.seq}, or with another hash"


def _wrong_results(match: Match, events: Sequence[Event]) -> Iterator[str]:
    """What the end of a match has made: statistics, strikes, and what it did to each rating."""
    outcome = outcome_of(events)
    played = results.played_rows(match, events) if outcome.counts else []
    yield from _unlike(PlayedMatch.objects.filter(match=match), played)
    strikes = results.strike_rows(match, outcome) if match.rated else []
    yield from _unlike(Strike.objects.filter(match=match), strikes)
    if match.rated:
        yield from _wrong_changes(match, outcome)


def _wrong_changes(match: Match, outcome: Outcome) -> Iterator[str]:
    found = {change.person_id: change for change in RatingChange.objects.filter(match=match)}
    people = [UUID(player.id) for player in outcome.people if player]
    if set(found) != (set(people) if outcome.counts else set()):
        yield f"ratings of {sorted(map(str, found))} have changed"
    elif found:
        rows = [found[person] for person in people]
        before = {seat: Skill(row.before_mu, row.before_sigma) for seat, row in enumerate(rows)}
        made = changes(outcome, before)
        for seat, row in enumerate(rows):
            if (Skill(row.after_mu, row.after_sigma), row.why) != made[seat][1:]:
                yield f"the rating of {row.person_id} has become {row.after_mu}, not {made[seat].after.mu}"


def _unlike(stored: QuerySet[Any], made: Sequence[Any]) -> Iterator[str]:
    """Rows that are not as they would be made, but for their own ids."""
    was, should = (sorted(_values(row) for row in rows) for rows in (stored, made))
    if was != should:
        yield f"{stored.model._meta.db_table}: {was} should be {should}"


def _values(row: Any) -> list[str]:
    return [str(getattr(row, field.attname)) for field in row._meta.concrete_fields if not field.primary_key]
