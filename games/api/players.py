"""Calls about people as players: profile, ratings, matches, ladders."""

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
from games import lists, profiles
from games.contract import bodies, people
from games.models import Match
from games.ratings import standing


class PlayerView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {"GET": Call("A profile: ratings, counts, statistics", {200: people.Profile})}

    def get(self, request: Request, name: str) -> Response:
        return Response(profiles.profile_of(person_named(name), reader(request)))


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
        return page_of(self, standing.history(user.pk, ladder), profiles.point_of)


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
        rows = lists.matches(viewer.pk if viewer else None).filter(seats__person=user)
        return page_of(self, rows.exclude(status=Match.Status.OPEN), lists.listed_match)


class LeaderboardView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {"GET": Call("A ladder, the best first", {200: Page[people.ListedStanding]}, query=PAGED)}
    ordering = "-mu"

    def get(self, request: Request, ladder: str) -> Response:
        if ladder not in standing.LADDERS:
            raise ApiError("not_found")
        return page_of(self, standing.leaderboard(ladder), profiles.listed_standing)
