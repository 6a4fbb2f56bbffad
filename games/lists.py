"""Matches as they stand in lists, read from their rows; none shows a card."""

from typing import cast
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from accounts.models import User
from games import codec, wire
from games.codec import Data
from games.contract import bodies
from games.contract.values import Player, Result, Status, Visibility
from games.models import Match, MatchSeat
from games.rules.seats import SEAT_NAMES
from games.wire import BOT_PREFIX
from tarneeb_site import reads


def matches(person: UUID | None) -> QuerySet[Match]:
    """The matches that a list may show a person: public ones, and those with a seat of theirs."""
    listed = Q(visibility=Match.Visibility.PUBLIC)
    if person is not None:
        own = MatchSeat.objects.filter(Q(person=person) | Q(invited=person))
        listed |= Q(host=person) | Q(pk__in=own.values("match"))
    return _with_seats(Match.objects.using(reads.alias()).filter(listed))


def matches_of(person: UUID) -> QuerySet[Match]:
    """The matches in which a person has a seat, for that person to see."""
    return _with_seats(Match.objects.using(reads.alias()).filter(seats__person=person))


def _with_seats(rows: QuerySet[Match]) -> QuerySet[Match]:
    seats = MatchSeat.objects.select_related("person", "invited")
    return rows.prefetch_related(Prefetch("seats", seats))


def listed_match(match: Match) -> bodies.ListedMatch:
    """A match as it stands in lists."""
    seats = {seat.seat: seat for seat in match.seats.all()}
    return {
        "id": str(match.id),
        "status": _status(match),
        "seq": match.seq,
        "ruleset": match.ruleset,
        "rated": match.rated,
        "clock": match.clock,
        "visibility": cast(Visibility, match.visibility),
        "host": str(match.host_id) if match.host_id else None,
        "seats": codec.by_seat([_listed_seat(seats[name]) for name in SEAT_NAMES]),
        "invited": {name: seats[name].invited.username for name in SEAT_NAMES if seats[name].invited},  # type: ignore[union-attr]
        "score": {"NS": match.score_ns, "EW": match.score_ew},
        "result": _result(match),
        "created_at": wire.moment(match.created_at),
        "started_at": wire.moment(match.started_at) if match.started_at else None,
        "finished_at": wire.moment(match.finished_at) if match.finished_at else None,
    }


def _listed_seat(seat: MatchSeat) -> bodies.ListedSeat | None:
    if not seat.player_id:
        return None
    person = seat.person
    human = person is not None and seat.player_kind == "human"
    name = person.username if person is not None and human else seat.player_id.removeprefix(BOT_PREFIX)
    player: Player = {"kind": seat.player_kind, "id": seat.player_id, "name": name}
    is_program = person is not None and human and person.kind == User.Kind.BOT
    return {"player": player, "forfeited": seat.forfeited, "program": is_program}


def playing(person: UUID) -> list[bodies.PlayingSeat]:
    """A person's open seats: tables that wait, and running matches that they play or may reclaim."""
    seats = (
        MatchSeat.objects.filter(person=person, match__status__in=[Match.Status.OPEN, Match.Status.LIVE])
        .filter(Q(forfeited=False) | Q(reclaimable=True))
        .select_related("match")
        .order_by("-match_id")
    )
    return [
        {
            "id": str(seat.match_id),
            "seat": seat.seat,
            "status": _status(seat.match),
            "rated": seat.match.rated,
            "forfeited": seat.forfeited,
        }
        for seat in seats
    ]


def played(person: UUID) -> list[Data]:
    """Every match with a seat of the person's, newest first, for the export of what is theirs."""
    seats = MatchSeat.objects.filter(person=person).select_related("match").order_by("-match_id")
    return [
        {
            "id": str(seat.match_id),
            "seat": seat.seat,
            "status": seat.match.status,
            "rated": seat.match.rated,
            "forfeited": seat.forfeited,
            "score": {"NS": seat.match.score_ns, "EW": seat.match.score_ew},
            "result": _result(seat.match),
            "created_at": wire.moment(seat.match.created_at),
            "finished_at": seat.match.finished_at and wire.moment(seat.match.finished_at),
        }
        for seat in seats.iterator()
    ]


def _status(match: Match) -> Status:
    return cast(Status, match.status)


def _result(match: Match) -> Result | None:
    return {"winner": match.winner, "reason": match.reason} if match.reason else None
