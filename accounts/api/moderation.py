"""Calls about moderation, for the person whom it is about: what was done, what they say against it."""

from uuid import UUID

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import appeals, contract, notices
from accounts.api.calls import PAGED, Call, Calls
from accounts.api.errors import ApiError
from accounts.api.paging import page_of
from accounts.api.parsing import body_of, text
from accounts.api.permissions import PUBLIC, Scopes, person, require_scope
from accounts.api.throttling import USUAL, AppealThrottle
from accounts.models import Appeal, ModerationAction, Scope

_MAX_KEY = 200


class ModerationView(APIView):
    scopes: Scopes = {"GET": Scope.READ}
    calls: Calls = {
        "GET": Call(
            "What moderators have done about oneself, the newest first",
            {200: contract.Page[contract.ModerationEntry]},
            query=PAGED,
        )
    }
    ordering = "-at"

    def get(self, request: Request) -> Response:
        return page_of(self, notices.actions_about(person(request)), notices.entry)


class SeenView(APIView):
    scopes: Scopes = {"POST": Scope.ACCOUNT}
    calls: Calls = {"POST": Call("Say that one has read a notice", {204: None}, contract.Nothing)}

    def post(self, request: Request, notice_id: UUID) -> Response:
        body_of(request)
        if not notices.see(person(request), notice_id):
            raise Http404
        return Response(status=204)


class AppealsView(APIView):
    """Also for who is banned, and so cannot sign in: by the key that the refusal gave."""

    throttle_classes = (*USUAL, AppealThrottle)
    scopes: Scopes = {"POST": PUBLIC}
    calls: Calls = {
        "POST": Call(
            "Appeal against an action, once: one's own with the scope account, or by the key of a refusal",
            {201: contract.OwnAppeal},
            contract.NewAppeal,
            refuses=("not_signed_in", "scope_required", "already_appealed"),
            example={"action": "7d9f0f3e-6c1b-4c37-9a43-0f4e8a1c52b6", "text": "It was not me."},
        )
    }

    def post(self, request: Request) -> Response:
        body = body_of(request)
        field = "key" if "key" in body else "action"
        try:
            action = _appealed(request, body)
            made = appeals.appeal(action, text(body, "text", max_length=Appeal.MAX_LENGTH).strip())
        except appeals.NoSuchAction:
            raise ApiError("invalid", field=field) from None
        except appeals.AlreadyAppealed:
            raise ApiError("already_appealed") from None
        return Response({"at": made.at, "text": made.text, "answer": notices.outcome(made)}, status=201)


def _appealed(request: Request, body: dict[str, object]) -> ModerationAction:
    if "key" in body:
        return appeals.action_of(text(body, "key", max_length=_MAX_KEY))
    user = require_scope(request, Scope.ACCOUNT)
    try:
        return appeals.action_about(user, UUID(text(body, "action", max_length=36)))
    except ValueError:
        raise appeals.NoSuchAction from None
