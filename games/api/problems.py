"""Calls about problems: each parses, calls, renders."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.calls import Call, Calls
from accounts.api.errors import ApiError
from accounts.api.parsing import body_of
from accounts.api.permissions import PUBLIC, Scopes, reader, require_scope
from accounts.api.throttling import USUAL, PostThrottle
from accounts.models import Scope, User
from games.api import parsing
from games.contract import analysis
from games.models import Problem
from games.problems import answering, choosing, picturing


class AttemptThrottle(PostThrottle):
    scope = "attempts"
    rate = "60/min"


def _shown(problem: Problem | None, day: date | None = None) -> Response:
    if problem is None:
        raise ApiError("not_found")
    return Response(picturing.body_of(problem, day), headers={"Cache-Control": "no-store"})


class DailyProblemView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {
        "GET": Call(
            "The problem of a day, today's unless `date` says otherwise; the same for everyone",
            {200: analysis.Problem},
            query={"date": analysis.ProblemDate},
            refuses=("not_found",),
        )
    }

    def get(self, request: Request) -> Response:
        day = parsing.day(request.query_params, "date") or timezone.now().date()
        return _shown(choosing.daily(day), day)


class NextProblemView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {
        "GET": Call(
            "A problem of one's own strength that one has not tried; any for who is not signed in",
            {200: analysis.Problem},
            refuses=("not_found",),
        )
    }

    def get(self, request: Request) -> Response:
        user = reader(request)
        return _shown(choosing.next_for(user.pk if user else None))


class ProblemView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {"GET": Call("A position in which one choice is clearly best", {200: analysis.Problem})}

    def get(self, request: Request, problem_id: str) -> Response:
        return _shown(choosing.named(problem_id))


class AttemptsView(APIView):
    """Signed out one is told what an answer is worth; signed in the first one counts."""

    throttle_classes = (*USUAL, AttemptThrottle)
    scopes: Scopes = {"POST": PUBLIC}
    calls: Calls = {
        "POST": Call(
            "Answer a problem; a signed-in person's first answer rates both, and needs the scope `play`",
            {200: analysis.ProblemVerdict},
            analysis.ProblemAnswer,
            refuses=("scope_required",),
            example={"action": {"action": "play", "card": "SA"}},
        )
    }

    def post(self, request: Request, problem_id: str) -> Response:
        person = require_scope(request, Scope.PLAY) if isinstance(request.user, User) else None
        problem = choosing.named(problem_id)
        if problem is None:
            raise ApiError("not_found")
        given: Mapping[str, Any] = parsing.chosen(body_of(request))
        return Response(answering.answer(problem, given, person), headers={"Cache-Control": "no-store"})
