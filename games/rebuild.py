"""The projections of the log made anew, and compared with what was there: `manage.py rebuild_projections`."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet, UniqueConstraint

from games import drivers, projections, results, store
from games.codec import Data
from games.locks import alone
from games.models import DealScore, Match, MatchSeat, PlayedMatch, Rating, RatingChange, Strike
from games.rules.state import MatchState, fold
from games.store import StoredEvent

# What only finished matches make, and is made in their order.
COUNTED: Final = (PlayedMatch, RatingChange, Rating, Strike)
CHUNK: Final = 500
# Matches whose own rows are read at once.
AT_ONCE: Final = 100

Row = tuple[Any, ...]


class Busy(Exception):
    """Matches are being counted for longer than one waits."""


class LogCutShort(Exception):
    """A match's log does not end where its row says: nothing can be made of it."""


def rebuild(step: Callable[[], object]) -> list[str]:
    """Make them all anew, match by match; what differed before. `step` is called behind each match.

    People may play meanwhile. A match's own rows are compared as they are at one moment, and mended in a
    transaction of that match alone. What ends have made is made anew in one transaction: others see the old
    rows until its end. What is due is left to `results.count_due`. Raises Busy, LogCutShort.
    """
    with alone(results.LOCK) as is_alone:
        if not is_alone:
            raise Busy
        _check_ends()
        return _rebuild_own_rows(step) + _count_anew(step)


def _check_ends() -> None:
    for match_id, seq, last in drivers.run_one(store.first_cut_short()):
        raise LogCutShort(f"match {match_id} is at {seq}, but its log ends at {last or 0}")


def _rebuild_own_rows(step: Callable[[], object]) -> list[str]:
    differences: list[str] = []
    match_ids = Match.objects.order_by("id").values_list("pk", flat=True).iterator(chunk_size=10_000)
    while portion := list(islice(match_ids, AT_ONCE)):
        with snapshot():
            stored = list(_read(portion))
        for each in stored:
            if any(each.differences()):
                differences += _mend(each.match.pk)
            step()
    return differences


@transaction.atomic
def _count_anew(step: Callable[[], object]) -> list[str]:
    for model in COUNTED:
        model.objects.all().delete()
    for match in _counted().iterator(chunk_size=100):
        results.record(match, results.log_of(match))
        step()
    before = connection.copy()
    differences = [difference for model in COUNTED for difference in _compare(model, before)]
    before.close()
    return differences


def steps() -> int:
    """How often `step` will be called."""
    return Match.objects.count() + _counted().count()


def _counted() -> QuerySet[Match]:
    finished = Match.objects.filter(status=Match.Status.FINISHED, results_due=False)
    return finished.order_by("finished_at", "id")


def _rows(model: Any, line: BaseDatabaseWrapper) -> Iterator[Row]:
    """Its rows without their own ids, in the order of their unique key, which comes first."""
    (unique,) = (each for each in model._meta.constraints if isinstance(each, UniqueConstraint))
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    fields.sort(key=lambda field: field.name not in unique.fields)
    columns = [field.column for field in fields]
    key = ", ".join(f'{column}::text COLLATE "C"' for column in columns[:2])
    with line.chunked_cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(columns)} FROM {model._meta.db_table} ORDER BY {key}")
        while rows := cursor.fetchmany(CHUNK):
            yield from rows


def _compare(model: Any, before: BaseDatabaseWrapper) -> Iterator[str]:
    """Rows that others still see and are not made again, or the other way round."""
    table = model._meta.db_table
    was, now = _rows(model, before), _rows(model, connection)
    old, new = next(was, None), next(now, None)
    while old is not None or new is not None:
        if new is None or (old is not None and _key(old) < _key(new)):
            yield f"{table}: gone {old}"
            old = next(was, None)
        elif old is None or _key(new) < _key(old):
            yield f"{table}: new {new}"
            new = next(now, None)
        else:
            if old != new:
                yield f"{table}: {old} is {new}"
            old, new = next(was, None), next(now, None)


def _key(row: Row) -> tuple[str, str]:
    return str(row[0]), str(row[1])


@contextmanager
def snapshot() -> Iterator[None]:
    """All that is read inside is of one moment."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def by_match(rows: Iterable[Any]) -> dict[UUID, list[Any]]:
    """Rows that have a match, by its id."""
    found: dict[UUID, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.match_id].append(row)
    return found


class _Stored(NamedTuple):
    """A match's own rows, and the events of which they are made."""

    match: Match
    seats: list[MatchSeat]
    scores: dict[int, Data]
    events: list[StoredEvent]

    def differences(self) -> Iterator[str]:
        return differing(self.match, self.seats, self.scores, projected(self.events))


def _read(match_ids: Sequence[UUID]) -> Iterator[_Stored]:
    seats = by_match(MatchSeat.objects.filter(match__in=match_ids))
    scores = by_match(DealScore.objects.filter(match__in=match_ids))
    events: dict[UUID, list[Sequence[Any]]] = defaultdict(list)
    types = projections.ROW_TYPES | {"match_created"}
    for match_id, *event in drivers.run_one(store.read_types_of(match_ids, types)):
        events[match_id].append(event)
    for match in Match.objects.filter(pk__in=match_ids).order_by("pk"):
        own = {score.seq: score.data for score in scores[match.pk]}
        yield _Stored(match, seats[match.pk], own, store.read_events(events[match.pk]))


class OwnRows(NamedTuple):
    """What a log makes of its match's rows: the columns of the match and of its seats, the scores' data."""

    columns: Data
    seats: dict[str, Data]
    scores: dict[int, Data]


def projected(events: Iterable[StoredEvent]) -> OwnRows:
    """From the events of projections.ROW_TYPES, and the creation."""
    made = OwnRows({}, {}, {})
    state: MatchState | None = None
    for event in events:
        decoded = event.decoded()
        if state is None:
            state = fold([(decoded, event.at_ms)])
        else:
            state.apply(decoded, event.at_ms)
        more = projections.project([decoded], event.seq, state, event.at_ms)
        made.columns.update(more.columns)
        for seat in more.seats:
            made.seats[seat.pop("seat")] = {"person_id": seat.pop("person"), **seat}
        made.scores.update({score["seq"]: score["data"] for score in more.scores})
    for passing in ("wake_at", "results_due"):  # what is still to do, not what the log says
        made.columns.pop(passing, None)
    return made


def differing(
    match: Match, seats: Iterable[MatchSeat], scores: dict[int, Data], made: OwnRows
) -> Iterator[str]:
    """Where a match's stored rows are not what its log makes of them."""
    stored = {name: getattr(match, name) for name in made.columns}
    if stored != made.columns:
        yield f"match {match.pk}: {stored} is {made.columns}"
    for row in seats:
        seat = made.seats.get(row.seat, {})
        was = {name: _plain(getattr(row, name)) for name in seat}
        if was != seat:
            yield f"seat {row}: {was} is {seat}"
    if scores != made.scores:
        yield f"match {match.pk}: scores {scores} are {made.scores}"


@transaction.atomic
def _mend(match_id: UUID) -> list[str]:
    """What still differs where nobody can move any more, until all is as the log has it."""
    Match.objects.select_for_update(no_key=True).get(pk=match_id)
    (stored,) = _read([match_id])
    differences = list(stored.differences())
    if differences:
        _write(match_id, stored.seats, projected(stored.events))
    return differences


def _write(match_id: UUID, seats: Iterable[MatchSeat], made: OwnRows) -> None:
    Match.objects.filter(pk=match_id).update(**made.columns)
    for row in seats:
        if row.seat in made.seats:
            MatchSeat.objects.filter(pk=row.pk).update(**made.seats[row.seat])
    DealScore.objects.filter(match=match_id).delete()
    DealScore.objects.bulk_create(
        DealScore(match_id=match_id, seq=seq, data=data) for seq, data in made.scores.items()
    )


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, (bool, str)) else str(value)
