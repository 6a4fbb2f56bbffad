"""What follows from the end of a match: ratings, statistics, strikes, the place in the queue again, analysis.

Nothing calls this: what is due stands in the match's row, where each second's look finds it. Each match is
counted in one transaction, once; counting it again changes nothing.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import drivers, projections, store
from games.analysis import asking
from games.locks import alone
from games.matchmaking import seeks
from games.models import Match, PlayedMatch, Rating, RatingChange, Strike
from games.problems import making
from games.ratings.model import PARAMETERS, VERSION, Skill
from games.ratings.outcome import Change, Outcome, changes, outcome_of
from games.ratings.played import played_by
from games.ratings.standing import ladder_of
from games.rules.events import Event, Player
from games.rules.seats import SEATS, Seat, partner_of

logger = logging.getLogger(__name__)

# Ratings are counted in the order in which matches end, so that the log alone gives them again. An end
# that is stored a little later than another with a later time still comes first.
SETTLES: Final = timedelta(seconds=1)
AT_ONCE: Final = 200
# Auction and cards tell nothing that these do not.
COUNTED_TYPES: Final = projections.ROW_TYPES | {"match_created", "trick_won"}
LOCK: Final = 0x7A_5C0E


def count_due(settles: timedelta = SETTLES) -> int:
    """Count finished matches, in order; how many."""
    counted = 0
    with alone(LOCK) as is_alone:
        if is_alone:
            due = Match.objects.filter(results_due=True, finished_at__lte=timezone.now() - settles)
            for match_id in list(due.order_by("finished_at", "id").values_list("pk", flat=True)[:AT_ONCE]):
                try:
                    count(match_id)
                    counted += 1
                except Exception:  # the others still can; this one stays due
                    logger.exception("match %s could not be counted", match_id)
    return counted


@transaction.atomic
def count(match_id: UUID) -> None:
    """All that follows from one end."""
    match = Match.objects.select_for_update(no_key=True).get(pk=match_id, status=Match.Status.FINISHED)
    events = log_of(match)
    outcome = record(match, events)
    if match.rated and not outcome.counts and outcome.reason != "voided":
        _queue_again(match, outcome)
    asking.ask_for_rated(match)
    if outcome.counts:
        making.put_down(match_id)
    Match.objects.filter(pk=match_id).update(results_due=False)


def log_of(match: Match) -> list[Event]:
    """The events of a match on which depends what follows from its end."""
    rows = drivers.run_one(store.read_types(match.pk, match.seq, COUNTED_TYPES))
    return [event.decoded() for event in store.read_events(rows)]


def record(match: Match, events: Sequence[Event]) -> Outcome:
    """The projections of a finished match, at the time of its end; what is there already stays."""
    outcome = outcome_of(events)
    assert match.finished_at is not None
    if outcome.counts:
        PlayedMatch.objects.bulk_create(played_rows(match, events), ignore_conflicts=True)
    if match.rated:
        Strike.objects.bulk_create(strike_rows(match, outcome), ignore_conflicts=True)
        if outcome.counts and not match.rating_changes.exists():
            _record_ratings(match, outcome, match.finished_at)
    return outcome


def played_rows(match: Match, events: Iterable[Event]) -> list[PlayedMatch]:
    """How each person played a match that counts."""
    rows = []
    for person, played in played_by(events, in_tricks=match.ruleset["unit"] == "tricks").items():
        facts = asdict(played)
        del facts["seat"]
        common = {"ruleset_id": match.ruleset_id, "rated": match.rated, "at": match.finished_at}
        rows.append(PlayedMatch(match=match, person_id=UUID(person), **common, **facts))
    return rows


def strike_rows(match: Match, outcome: Outcome) -> list[Strike]:
    """Who left a rated match before it counted, or was away."""
    struck = [_id(outcome.people[seat]) for seat in sorted(outcome.striking)]
    assert match.finished_at is not None
    return [Strike(match=match, person_id=person, at=match.finished_at) for person in struck]


def _record_ratings(match: Match, outcome: Outcome, at: datetime) -> None:
    assert match.ruleset_id is not None
    people = [_id(player) for player in outcome.people]
    bots = set(User.objects.filter(pk__in=people, kind=User.Kind.BOT).values_list("pk", flat=True))
    ladders = [
        ladder_of(match.ruleset_id, premade=seat & 1 in outcome.premade, of_bots=people[seat] in bots)
        for seat in SEATS
    ]
    known = {
        (rating.person_id, rating.ladder): rating
        for rating in Rating.objects.filter(person__in=people, ladder__in=set(ladders))
    }
    ratings = [
        known.get((person, ladder)) or _new_rating(person, ladder)
        for person, ladder in zip(people, ladders, strict=True)
    ]
    made = changes(outcome, {seat: Skill(ratings[seat].mu, ratings[seat].sigma) for seat in SEATS})
    for seat, change in made.items():
        rating = ratings[seat]
        rating.mu, rating.sigma = change.after
        rating.matches += 1
        rating.last_at = at
    Rating.objects.bulk_create(
        ratings,
        update_conflicts=True,
        unique_fields=["person", "ladder"],
        update_fields=["mu", "sigma", "matches", "last_at"],
    )
    RatingChange.objects.bulk_create(
        _change(match, people, ladders[seat], seat, change, at) for seat, change in made.items()
    )


def _new_rating(person: UUID, ladder: str) -> Rating:
    start = Skill()
    return Rating(person_id=person, ladder=ladder, mu=start.mu, sigma=start.sigma, matches=0)


def _change(
    match: Match, people: Sequence[UUID], ladder: str, seat: Seat, change: Change, at: datetime
) -> RatingChange:
    return RatingChange(
        match=match,
        person_id=people[seat],
        partner_id=people[partner_of(seat)],
        ladder=ladder,
        before_mu=change.before.mu,
        before_sigma=change.before.sigma,
        after_mu=change.after.mu,
        after_sigma=change.after.sigma,
        why=change.why,
        parameters=PARAMETERS,
        version=VERSION,
        at=at,
    )


def _queue_again(match: Match, outcome: Outcome) -> None:
    """A match that ended before it counted: whoever did not leave it keeps their place in the queue."""
    left = {_id(outcome.people[seat]) for seat in outcome.forfeited}
    for seek in match.seeks.select_for_update(no_key=True):
        people = set(seek.seekers.values_list("person", flat=True))
        if people.isdisjoint(left):
            seeks.wait_again(seek)


def _id(player: Player | None) -> UUID:
    assert player is not None  # a rated match starts with four people
    return UUID(player.id)
