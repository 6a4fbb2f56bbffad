"""The projections of the log made anew, and compared with what was there: `manage.py rebuild_projections`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

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

Row = tuple[Any, ...]


class Busy(Exception):
    """Matches are being counted for longer than one waits."""


def rebuild(step: Callable[[], object]) -> list[str]:
    """Make them all anew, match by match; what differed before. `step` is called behind each match.

    One transaction: others see the old rows until its end. What is due is left to `results.count_due`.
    """
    differences: list[str] = []
    with alone(results.LOCK) as is_alone:
        if not is_alone:
            raise Busy
        with transaction.atomic():
            for model in COUNTED:
                model.objects.all().delete()
            for match in Match.objects.order_by("id").iterator(chunk_size=100):
                differences += _rebuild_row(match)
                step()
            for match in _counted().iterator(chunk_size=100):
                results.record(match, results.log_of(match))
                step()
            before = connection.copy()
            for model in COUNTED:
                differences += _compare(model, before)
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


def _rebuild_row(match: Match) -> list[str]:
    """The match's own rows, as its log has them; they are mended where they differ."""
    types = projections.ROW_TYPES | {"match_created"}
    made = projected(store.read_events(drivers.run_one(store.read_types(match.pk, match.seq, types))))
    seats = list(MatchSeat.objects.filter(match=match))
    scores = dict(DealScore.objects.filter(match=match).values_list("seq", "data"))
    differences = list(differing(match, seats, scores, made))
    if differences:
        _mend(match, seats, made)
    return differences


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


def _mend(match: Match, seats: Iterable[MatchSeat], made: OwnRows) -> None:
    Match.objects.filter(pk=match.pk).update(**made.columns)
    for row in seats:
        if row.seat in made.seats:
            MatchSeat.objects.filter(pk=row.pk).update(**made.seats[row.seat])
    DealScore.objects.filter(match=match).delete()
    DealScore.objects.bulk_create(
        DealScore(match=match, seq=seq, data=data) for seq, data in made.scores.items()
    )


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, (bool, str)) else str(value)
