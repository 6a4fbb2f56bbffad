"""Calls about the analysis of a finished match."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.calls import Call, Calls
from accounts.api.parsing import body_of
from accounts.api.permissions import PUBLIC, Scopes, person
from accounts.api.throttling import USUAL, PostThrottle
from accounts.contract import Nothing
from accounts.models import Scope
from games.analysis import asking
from games.api.views import KEPT, reader_id, settled
from games.contract import analysis as contract


class AnalysisThrottle(PostThrottle):
    scope = "analyses"
    rate = "30/hour"


class AnalysisView(APIView):
    throttle_classes = (*USUAL, AnalysisThrottle)
    scopes: Scopes = {"GET": PUBLIC, "POST": Scope.PLAY}
    calls: Calls = {
        "GET": Call(
            "What the calls and cards of a finished match were worth, as far as it is known",
            {200: contract.Analysis, 304: None},
            headers=KEPT,
            refuses=("forbidden", "invalid"),
        ),
        "POST": Call(
            "Have a finished match analysed: 202 where that is news, 200 where it was asked for before",
            {202: contract.Analysis, 200: contract.Analysis},
            Nothing,
            refuses=("forbidden", "invalid"),
        ),
    }

    def get(self, request: Request, match_id: UUID) -> Response:
        body = asking.body(match_id, reader_id(request))
        return settled(request, body, body["status"] == "done")

    def post(self, request: Request, match_id: UUID) -> Response:
        body_of(request)
        me = person(request).pk
        is_new = asking.ask(match_id, me)
        return Response(asking.body(match_id, me), status=202 if is_new else 200)
