"""Who uses the clock up when they are losing, and does not else."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Final
from uuid import UUID

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Exists, OuterRef, Sum

from games import drivers, store
from games.flags import pace, window
from games.flags.window import Finding
from games.models import Flag, Match, Pace, PlayedMatch

# Thirteen cards a deal: some ten deals of each, from several matches.
MATCHES: Final = 5
TURNS: Final = 130
# Nearly every second turn, where somebody who thinks hard has one in ten.
SHARE: Final = 0.4
# Who is as slow when all goes well is slow, and does not stall.
TIMES: Final = 3
FIGURES: Final = ("behind", "behind_slow", "level", "level_slow")


def is_stalling(behind: int, behind_slow: int, level: int, level_slow: int) -> bool:
    if behind < TURNS or level < TURNS:
        return False
    slow, usual = behind_slow / behind, level_slow / level
    return slow >= SHARE and slow >= TIMES * usual


def measure() -> None:
    """The pace of rated matches that were not looked at yet, one by one."""
    counted = PlayedMatch.objects.filter(rated=True, at__gte=window.start())
    unseen = counted.filter(~Exists(Pace.objects.filter(match=OuterRef("match"))))
    for match_id in list(unseen.order_by("match").values_list("match", flat=True).distinct()):
        _measure(Match.objects.get(pk=match_id))


def _measure(match: Match) -> None:
    """A row for each who played, of nothing where they had no turn, so that it is done once."""
    events = store.read_events(drivers.run_one(store.read_types(match.pk, match.seq, pace.TYPES)))
    took = pace.paces((event.at_ms, event.decoded()) for event in events)
    people = match.played.values_list("person", flat=True)
    rows = [_row(match, person, took.get(str(person), pace.Took())) for person in people]
    Pace.objects.bulk_create(rows, ignore_conflicts=True)


def _row(match: Match, person: UUID, took: pace.Took) -> Pace:
    assert match.finished_at is not None
    return Pace(match=match, person_id=person, at=match.finished_at, **asdict(took))


def found() -> Iterator[Finding]:
    rows = window.counting(Pace.objects.all(), Flag.Kind.STALLING).values("person")
    sums = [Sum(name) for name in FIGURES]
    played = rows.alias(of=Count("pk")).filter(of__gte=MATCHES)
    for person, matches, *turns in played.values_list("person", ArrayAgg("match"), *sums):
        if is_stalling(*turns):
            figures = dict(zip(FIGURES, turns, strict=True))
            yield Finding(person, None, {**figures, "matches": window.newest(matches)})
