"""Calls about seeks: each parses, calls, renders."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.parsing import body_of, boolean, choices
from accounts.api.permissions import Scopes, person
from accounts.models import Scope
from games.api.parsing import client_seed, named_person
from games.matchmaking import seeks
from games.rules.ruleset import PRESETS
from games.tables import DEFAULT_CLOCK


class SeeksView(APIView):
    scopes: Scopes = {"POST": Scope.PLAY}

    def post(self, request: Request) -> Response:
        body = body_of(request)
        seek = seeks.create(
            person(request),
            rulesets=choices(body, "rulesets", PRESETS),
            rated=boolean(body, "rated"),
            clocks=choices(body, "clocks", seeks.CLOCKS) if "clocks" in body else [DEFAULT_CLOCK],
            partner=None if body.get("partner") is None else named_person(body, "partner"),
            client_seed=client_seed(body),
        )
        return Response(seeks.described(seek), status=201)


class SeekView(APIView):
    scopes: Scopes = {"GET": Scope.READ, "DELETE": Scope.PLAY}

    def get(self, request: Request, seek_id: UUID) -> Response:
        headers: dict[str, Any] = {"Cache-Control": "no-store"}
        return Response(seeks.described(seeks.poll(seek_id, person(request))), headers=headers)

    def delete(self, request: Request, seek_id: UUID) -> Response:
        return Response(seeks.described(seeks.withdraw(seek_id, person(request))))


class AcceptView(APIView):
    scopes: Scopes = {"POST": Scope.PLAY}

    def post(self, request: Request, seek_id: UUID) -> Response:
        seed = client_seed(body_of(request))
        return Response(seeks.described(seeks.accept(seek_id, person(request), seed)))
