"""Calls about what is said at a table, and reports of it: each parses, calls, renders."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.calls import PAGED, Call, Calls
from accounts.api.paging import page_of
from accounts.api.parsing import body_of, choice, text
from accounts.api.permissions import PUBLIC, Scopes, person, reader
from accounts.api.throttling import USUAL, PostThrottle
from accounts.contract import Page
from accounts.models import Scope
from games import reports, talk
from games.api import parsing
from games.contract import bodies, people, requests
from games.models import Report


class MessageThrottle(PostThrottle):
    scope = "messages"
    rate = "5/10s"


class ReportThrottle(PostThrottle):
    scope = "reports"
    rate = "20/day"


class MessagesView(APIView):
    """Emotes and phrases, whose ids games/phrases.py lists; plain text where nothing is at stake."""

    throttle_classes = (*USUAL, MessageThrottle)
    scopes: Scopes = {"GET": PUBLIC, "POST": Scope.PLAY}
    calls: Calls = {
        "GET": Call(
            "What was said, as far as one may hear it, the newest first",
            {200: Page[bodies.Message]},
            query=PAGED,
            refuses=("forbidden",),
        ),
        "POST": Call(
            "Say something from one's seat, until an hour after the end",
            {201: bodies.Message},
            requests.Saying,
            refuses=("forbidden", "not_seated", "muted"),
        ),
    }
    ordering = "-id"

    def get(self, request: Request, match_id: UUID) -> Response:
        viewer = reader(request)
        return page_of(self, talk.messages(match_id, viewer.pk if viewer else None), talk.message_body)

    def post(self, request: Request, match_id: UUID) -> Response:
        saying = parsing.saying(body_of(request))
        return Response(talk.message_body(talk.say(match_id, person(request), *saying)), status=201)


class ReportsView(APIView):
    throttle_classes = (*USUAL, ReportThrottle)
    scopes: Scopes = {"GET": Scope.READ, "POST": Scope.ACCOUNT}
    calls: Calls = {
        "GET": Call(
            "What one has reported, and whether it has been dealt with, the newest first",
            {200: Page[people.OwnReport]},
            query=PAGED,
        ),
        "POST": Call(
            "Report a player; a second report of the same changes nothing",
            {201: bodies.Reported, 200: bodies.Reported},
            requests.NewReport,
            example={"player": "layla", "reason": "stalling"},
        ),
    }
    ordering = "-at"

    def get(self, request: Request) -> Response:
        return page_of(self, reports.reports_of(person(request)), reports.own_report)

    def post(self, request: Request) -> Response:
        body = body_of(request)
        report, is_new = reports.report(
            person(request),
            parsing.named_person(body, "player"),
            parsing.match_id(body),
            choice(body, "reason", Report.Reason.values),
            text(body, "text", min_length=0, max_length=Report.MAX_LENGTH, default=""),
            parsing.seq_in(body),
        )
        return Response({"id": str(report.pk)}, status=201 if is_new else 200)
