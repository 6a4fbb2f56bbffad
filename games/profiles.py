"""People as players: what profile, charts, ladders and lists of their matches say of them."""

from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from accounts import social
from accounts.models import User
from games import lists, ruletexts, wire
from games.contract.people import FormMatch, ListedStanding, Partner, Profile, RatingPoint
from games.models import Match, MatchSeat, PlayedMatch, Rating, RatingChange
from games.ratings import standing
from games.ratings.model import Skill
from games.rules.seats import SEAT_NAMES, SEATS, SIDE_NAMES, partner_of, seat_name
from games.statistics import counts_of, statistics_of

FORM: Final = 10
PARTNERS: Final = 10


def profile_of(user: User, viewer: User | None) -> Profile:
    """The body of GET `players/{name}/`."""
    seen = lists.matches(viewer.pk if viewer else None)
    return {
        "name": user.username,
        "kind": "bot" if user.kind == User.Kind.BOT else "human",
        "country": user.country,
        "created_at": wire.moment(user.created_at),
        "ratings": standing.ratings_of(user.pk),
        "counts": counts_of(user.pk),
        "statistics": statistics_of(user.pk),
        "form": _form(user, seen),
        "partners": _partners(user, seen),
        "followed": viewer is not None and social.follows(viewer, user),
        "blocked": viewer is not None and social.has_blocked(viewer, user),
    }


def _form(user: User, seen: QuerySet[Match]) -> list[FormMatch]:
    """The last results, newest first."""
    played = (
        PlayedMatch.objects.using(seen.db).filter(person=user, match__in=seen).order_by("-at", "-pk")[:FORM]
    )
    return [{"match": str(each.match_id), "at": wire.moment(each.at), "won": each.won} for each in played]


def _partners(user: User, seen: QuerySet[Match]) -> list[Partner]:
    """Who sat opposite most often."""
    opposite = Q()
    for seat in SEATS:
        opposite |= Q(seat=seat_name(seat), match__seats__seat=seat_name(partner_of(seat)))
    seats = MatchSeat.objects.using(seen.db).filter(
        opposite,
        match__seats__person=user,
        match__played__person=user,
        match__in=seen,
        person__is_active=True,
    )
    rows = seats.values("person__username").annotate(
        times=Count("match"), wins=Count("match", filter=Q(match__played__won=True))
    )
    return [
        {"name": row["person__username"], "matches": row["times"], "won": row["wins"]}
        for row in rows.order_by("-times", "person__username")[:PARTNERS]
    ]


def point_of(change: RatingChange) -> RatingPoint:
    """A point of the chart."""
    before = Skill(change.before_mu, change.before_sigma)
    after = Skill(change.after_mu, change.after_sigma)
    return {
        "at": wire.moment(change.at),
        "match": str(change.match_id),
        "rating": after.shown,
        "deviation": after.deviation,
        "change": after.shown - before.shown,
        "why": change.why,
    }


def listed_standing(rating: Rating) -> ListedStanding:
    """A line of a ladder."""
    return {"name": rating.person.username, **standing.shown(rating)}


class MatchLine(NamedTuple):
    """A match from one person's side of the table; `played` is None where it does not count."""

    match: Match
    preset: str
    own: list[str]
    others: list[str]
    score: tuple[int, int]
    played: PlayedMatch | None
    change: int | None


def with_lines(rows: QuerySet[Match], person: UUID) -> QuerySet[Match]:
    """Matches of a person with all that `line_of` reads of them, newest first."""
    played = Prefetch("played", PlayedMatch.objects.filter(person=person))
    changes = Prefetch("rating_changes", RatingChange.objects.filter(person=person))
    return rows.prefetch_related(played, changes).order_by("-pk")


def line_of(match: Match, person: UUID) -> MatchLine:
    """As this person, who has a seat, sees the match."""
    seats = {seat.seat: seat for seat in match.seats.all()}
    own = next(name for name, seat in seats.items() if seat.person_id == person)
    side, other = SIDE_NAMES if own in SIDE_NAMES[0] else SIDE_NAMES[::-1]
    scores = {"NS": match.score_ns, "EW": match.score_ew}
    change = next(iter(match.rating_changes.all()), None)
    return MatchLine(
        match,
        ruletexts.preset_name(match.ruleset_id),
        [_name(seats[name]) for name in SEAT_NAMES if name in side],
        [_name(seats[name]) for name in SEAT_NAMES if name in other],
        (scores[side], scores[other]),
        next(iter(match.played.all()), None),
        point_of(change)["change"] if change else None,
    )


def _name(seat: MatchSeat) -> str:
    """Whose seat it is, also after a bot has taken over."""
    if seat.person is not None:
        return seat.person.username
    return _("Bot") if seat.player_id else _("open")
