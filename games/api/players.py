"""Calls about people as players: profile, ratings, matches, ladders."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.errors import ApiError
from accounts.api.paging import page_of
from accounts.api.parsing import choice
from accounts.api.permissions import PUBLIC, Scopes, reader
from accounts.api.social import person_named
from games import profiles, queries
from games.models import Match
from games.ratings import standing


class PlayerView(APIView):
    scopes: Scopes = {"GET": PUBLIC}

    def get(self, request: Request, name: str) -> Response:
        return Response(profiles.profile_of(person_named(name), reader(request)))


class RatingHistoryView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    ordering = "at"

    def get(self, request: Request, name: str) -> Response:
        user = person_named(name)
        ladder = choice(request.query_params, "ladder", standing.LADDERS)
        return page_of(self, standing.history(user.pk, ladder), profiles.point_of)


class PlayerMatchesView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    ordering = "-id"

    def get(self, request: Request, name: str) -> Response:
        user, viewer = person_named(name), reader(request)
        rows = queries.matches(viewer.pk if viewer else None).filter(seats__person=user)
        return page_of(self, rows.exclude(status=Match.Status.OPEN), queries.listed_match)


class LeaderboardView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    ordering = "-mu"

    def get(self, request: Request, ladder: str) -> Response:
        if ladder not in standing.LADDERS:
            raise ApiError("not_found")
        return page_of(self, standing.leaderboard(ladder), profiles.listed_standing)
