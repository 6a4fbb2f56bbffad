"""Calls about seeks: each parses, calls, renders."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.calls import Call, Calls
from accounts.api.parsing import body_of, boolean, choices
from accounts.api.permissions import Scopes, person
from accounts.models import Scope
from games.api.parsing import client_seed, named_person
from games.contract import bodies, requests
from games.matchmaking import seeks
from games.rules.ruleset import PRESETS
from games.tables import DEFAULT_CLOCK

# What keeps a person from ranked play.
RANKED = ("forbidden", "banned", "email_unconfirmed", "ranked_paused")


class SeeksView(APIView):
    scopes: Scopes = {"POST": Scope.PLAY}
    calls: Calls = {
        "POST": Call(
            "Look for a match, alone or with a partner, who is asked to accept",
            {201: bodies.Seek},
            requests.NewSeek,
            refuses=(*RANKED, "already_seeking", "already_playing"),
            example={"rulesets": ["levant-41"], "rated": True, "clocks": ["normal"]},
        )
    }

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
    calls: Calls = {
        "GET": Call("How a seek stands; who asks is still there", {200: bodies.Seek}),
        "DELETE": Call("Withdraw a seek, also instead of accepting", {200: bodies.Seek}),
    }

    def get(self, request: Request, seek_id: UUID) -> Response:
        headers: dict[str, Any] = {"Cache-Control": "no-store"}
        return Response(seeks.described(seeks.poll(seek_id, person(request))), headers=headers)

    def delete(self, request: Request, seek_id: UUID) -> Response:
        return Response(seeks.described(seeks.withdraw(seek_id, person(request))))


class AcceptView(APIView):
    scopes: Scopes = {"POST": Scope.PLAY}
    calls: Calls = {
        "POST": Call(
            "The partner is ready",
            {200: bodies.Seek},
            requests.Acceptance,
            refuses=(*RANKED, "already_seeking", "already_playing"),
        )
    }

    def post(self, request: Request, seek_id: UUID) -> Response:
        seed = client_seed(body_of(request))
        return Response(seeks.described(seeks.accept(seek_id, person(request), seed)))
