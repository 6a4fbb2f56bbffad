"""Calls about seeks: each parses, calls, renders."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.errors import ApiError
from accounts.api.parsing import body_of, boolean, choices, text
from accounts.api.permissions import Scopes, person
from accounts.models import Scope, User
from games.api.parsing import client_seed
from games.codec import Data
from games.matchmaking import seeks
from games.rules.ruleset import PRESETS
from games.tables import DEFAULT_CLOCK

NAME_LENGTH = 150


class SeeksView(APIView):
    scopes: Scopes = {"POST": Scope.PLAY}

    def post(self, request: Request) -> Response:
        body = body_of(request)
        seek = seeks.create(
            person(request),
            rulesets=choices(body, "rulesets", PRESETS),
            rated=boolean(body, "rated"),
            clocks=choices(body, "clocks", seeks.CLOCKS) if "clocks" in body else [DEFAULT_CLOCK],
            partner=_partner(body),
            client_seed=client_seed(body),
        )
        return Response(seeks.described(seek), status=201)


def _partner(body: Data) -> User | None:
    if body.get("partner") is None:
        return None
    try:
        return User.objects.get_by_natural_key(text(body, "partner", max_length=NAME_LENGTH))
    except User.DoesNotExist:
        raise ApiError("invalid", field="partner") from None


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
