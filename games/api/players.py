"""Calls about people as players: profile, ratings, matches, ladders."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.calls import PAGED, Call, Calls
from accounts.api.errors import ApiError
from accounts.api.paging import page_of
from accounts.api.parsing import choice
from accounts.api.permissions import PUBLIC, Scopes, reader
from accounts.api.social import person_named
from accounts.contract import Page
from games import queries, wire
from games.codec import Data
from games.contract import bodies, people
from games.models import Match, Rating, RatingChange
from games.ratings import standing
from games.ratings.model import Skill
from games.statistics import counts_of, statistics_of


class PlayerView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {"GET": Call("A profile: ratings, counts, statistics", {200: people.Person})}

    def get(self, request: Request, name: str) -> Response:
        user = person_named(name)
        return Response(
            {
                "name": user.username,
                "kind": user.kind,
                "country": user.country,
                "created_at": user.created_at,
                "ratings": standing.ratings_of(user.pk),
                "counts": counts_of(user.pk),
                "statistics": statistics_of(user.pk),
            }
        )


class RatingHistoryView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {
        "GET": Call(
            "The points of a chart, the oldest first",
            {200: Page[people.RatingPoint]},
            query={"ladder": people.LadderName, **PAGED},
            needs=("ladder",),
        )
    }
    ordering = "at"

    def get(self, request: Request, name: str) -> Response:
        user = person_named(name)
        ladder = choice(request.query_params, "ladder", standing.LADDERS)
        return page_of(self, standing.history(user.pk, ladder), _point)


def _point(change: RatingChange) -> Data:
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


class PlayerMatchesView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {
        "GET": Call(
            "Matches that run or have ended, newest first", {200: Page[bodies.ListedMatch]}, query=PAGED
        )
    }
    ordering = "-id"

    def get(self, request: Request, name: str) -> Response:
        user, viewer = person_named(name), reader(request)
        rows = queries.matches(viewer.pk if viewer else None).filter(seats__person=user)
        return page_of(self, rows.exclude(status=Match.Status.OPEN), queries.listed_match)


class LeaderboardView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {"GET": Call("A ladder, the best first", {200: Page[people.Standing]}, query=PAGED)}
    ordering = "-mu"

    def get(self, request: Request, ladder: str) -> Response:
        if ladder not in standing.LADDERS:
            raise ApiError("not_found")
        return page_of(self, standing.leaderboard(ladder), _standing)


def _standing(rating: Rating) -> dict[str, Any]:
    return {"name": rating.person.username, **standing.shown(rating)}
