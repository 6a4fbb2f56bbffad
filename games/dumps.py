"""Every finished public match in files, one a month of finish: for whoever studies the game.

Players are ids there, as in the log: a file that has gone out cannot forget a name. So each event stands as
its hash in the chain covers it.

A file is made of gzip members of some hundred matches each, by the time of their end. How far it is complete
is noted after each, so a run that was interrupted goes on there and ends with the same bytes.
"""

import gzip
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import TruncMonth
from django.utils import timezone

from games import codec, exports, queries
from games.drivers import run
from games.exports import READ, Place
from games.models import Match
from games.queries import Kept
from games.rules.views import AFTER_THE_END, redact
from tarneeb_site import reads

MEMBER = 200
SUMS: Final = "SHA256SUMS"
FILES: Final = "tarneeb-*.ndjson.gz"
# A match that has ended in the last moment of a month may be stored a little later.
SETTLES: Final = timedelta(hours=1)


class Month(NamedTuple):
    """A month in which matches have ended; `is_over` once no more will."""

    start: datetime
    is_over: bool

    @property
    def matches(self) -> QuerySet[Match]:
        return _public().filter(finished_at__gte=self.start, finished_at__lt=_next(self.start))

    @property
    def name(self) -> str:
        """Of its file, which says so while the month is running."""
        return f"tarneeb-{self.start:%Y-%m}{'' if self.is_over else '-running'}.ndjson.gz"


def _public() -> QuerySet[Match]:
    finished = Match.objects.using(reads.alias())
    return finished.filter(visibility=Match.Visibility.PUBLIC, status=Match.Status.FINISHED)


def _next(start: datetime) -> datetime:
    return (start + timedelta(days=32)).replace(day=1)


def missing(directory: Path) -> list[Month]:
    """The months to write: those that have no file yet, and the running one each time."""
    now = timezone.now()
    starts = _public().annotate(month=TruncMonth("finished_at", tzinfo=UTC)).values_list("month", flat=True)
    months = [Month(start, now >= _next(start) + SETTLES) for start in starts.distinct().order_by("month")]
    return [month for month in months if not (month.is_over and (directory / month.name).exists())]


def write(directory: Path, month: Month, tell: Callable[[int], object]) -> None:
    """The month's file; `tell` is called with how many matches more are in it."""
    part = _Part(directory / f"{month.name}.part")
    tell(part.count)
    while places := exports.following(month.matches, part.place, MEMBER):
        part.append(places)
        tell(len(places))
    part.finish(directory / month.name)
    if month.is_over:
        for before in directory.glob(f"tarneeb-{month.start:%Y-%m}-running.*"):
            before.unlink()
    write_sums(directory, month.name)


def write_sums(directory: Path, *fresh: str) -> None:
    """What `sha256sum --check` reads, for every file; only those that are fresh or not known are read."""
    path = directory / SUMS
    written = path.read_text().splitlines() if path.exists() else []
    known = {name: line for line in written if (name := line.partition("  ")[2]) not in fresh}
    files = sorted(directory.glob(FILES))
    _replace(path, "".join(f"{known.get(file.name) or _sum(file)}\n" for file in files))


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}"


class _Part:
    """A file that is not complete: how long it is so far, with how many matches, and which was the last."""

    def __init__(self, path: Path) -> None:
        self._path, self._note = path, path.with_name(f"{path.name}.json")
        self._size, self.count = 0, 0
        self.place: Place | None = None
        if self._note.exists() and path.exists():
            self._size, self.count, at, match_id = json.loads(self._note.read_text())
            self.place = Place(datetime.fromisoformat(at), UUID(match_id))

    def append(self, places: Sequence[Place]) -> None:
        with self._path.open("ab") as file:
            file.truncate(self._size)  # what follows was not noted
            with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as member:
                for start in range(0, len(places), READ):
                    member.writelines(_lines(places[start : start + READ]))
            file.flush()
            os.fsync(file.fileno())
            self._size = file.tell()
        self.count += len(places)
        self.place = places[-1]
        at, match_id = self.place
        _replace(self._note, json.dumps([self._size, self.count, at.isoformat(), str(match_id)]))

    def finish(self, path: Path) -> None:
        self._note.unlink()  # first: without its note a part is begun anew
        self._path.replace(path)


def _lines(places: Sequence[Place]) -> Iterator[bytes]:
    for match in run(queries.keeping([place.match_id for place in places])):
        yield exports.line(_body(match), in_order=True)


def _body(match: Kept) -> codec.Data:
    events = [
        {
            "seq": event.seq,
            "type": event.type,
            "at": codec.rfc3339(event.at_ms),
            "data": redact(event.type, event.data, AFTER_THE_END),
        }
        for event in match.events
    ]
    return {"id": str(match.match_id), "events": events, "fairness": match.fairness}


def _replace(path: Path, text: str) -> None:
    """Whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text)
    new.replace(path)
