"""The API's errors: `{"code", "detail", "field"?}`, whatever went wrong."""

import math
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response

from accounts.api import throttling

_RULES: Final = HTTPStatus.UNPROCESSABLE_ENTITY

# code -> status, and what a person reads. Codes are wire names: never renamed.
ERRORS: Final[Mapping[str, tuple[int, Promise]]] = {
    "malformed": (400, _("This is not a body that the call understands.")),
    "invalid": (400, _("A value is missing or not allowed.")),
    "not_signed_in": (401, _("Sign in first.")),
    "not_seated": (403, _("You have no seat at this table.")),
    "forbidden": (403, _("This is not yours to do.")),
    "scope_required": (403, _("The token lacks the scope for this.")),
    "second_factor_required": (403, _("Confirm with your second factor first.")),
    "email_unconfirmed": (403, _("Confirm your email address first.")),
    "ranked_paused": (403, _("Ranked play is paused for you.")),
    "muted": (403, _("You are muted: emotes and phrases only.")),
    "banned": (403, _("You are banned from this.")),
    "not_found": (404, _("There is nothing here.")),
    "method_not_allowed": (405, _("This address does not take that method.")),
    "not_acceptable": (406, _("The answer comes as JSON only.")),
    "stale_seq": (409, _("The match has moved on.")),
    "match_over": (409, _("The match is over.")),
    "seat_taken": (409, _("The seat is taken.")),
    "already_playing": (409, _("You are playing already.")),
    "already_seeking": (409, _("You are looking for a match already.")),
    "already_appealed": (409, _("You have appealed against this before.")),
    "already_started": (409, _("The match has started.")),
    "cannot_reclaim": (409, _("The seat cannot be reclaimed.")),
    "idempotency_conflict": (409, _("The same key came with another body.")),
    "unsupported_media_type": (415, _("The body must be JSON.")),
    "not_your_turn": (_RULES, _("It is not your turn.")),
    "wrong_phase": (_RULES, _("Not in this phase of the deal.")),
    "bid_out_of_range": (_RULES, _("These rules have no such bid.")),
    "bid_too_low": (_RULES, _("Bid higher than the last bid.")),
    "no_trump_not_allowed": (_RULES, _("These rules have no such no-trump bid.")),
    "cannot_pass": (_RULES, _("You may not pass.")),
    "card_not_held": (_RULES, _("You do not hold this card.")),
    "must_follow_suit": (_RULES, _("Follow the suit that was led.")),
    "unknown_bot": (_RULES, _("There is no such bot.")),
    "throttled": (429, _("Too many requests. Wait a little.")),
    "server_error": (500, _("Something went wrong here. It has been noted.")),
}


class ApiError(exceptions.APIException):
    """Raise with a code of ERRORS. `extra` joins the body, as `until` of `ranked_paused` does."""

    def __init__(
        self,
        code: str,
        detail: str | Promise | None = None,
        *,
        field: str | None = None,
        extra: Mapping[str, Any] | None = None,
        retry_after: float | None = None,
    ) -> None:
        self.status_code, message = ERRORS[code]
        super().__init__(str(detail or message), code)
        self.code = code
        self.field = field
        self.extra = extra or {}
        self.retry_after = retry_after

    @property
    def body(self) -> dict[str, Any]:
        field = {} if self.field is None else {"field": self.field}
        return {"code": self.code, "detail": str(self.detail), **field, **self.extra}

    @property
    def headers(self) -> dict[str, str]:
        headers = {}
        if self.status_code == HTTPStatus.UNAUTHORIZED:
            headers["WWW-Authenticate"] = "Bearer"
        if self.retry_after is not None:
            headers["Retry-After"] = str(max(1, math.ceil(self.retry_after)))
        return headers


def handle(exception: Exception, context: Mapping[str, Any]) -> Response | None:
    """Rest framework's handler of exceptions. None: ours, a 500 follows."""
    error = api_error(exception)
    if error is None:
        return None
    wait = throttling.refused(context["request"])
    if wait is not None:
        error = ApiError("throttled", retry_after=wait)
    return Response(error.body, status=error.status_code, headers=error.headers)


def api_error(exception: Exception) -> ApiError | None:
    """What the frameworks raise, as the API says it."""
    match exception:
        case ApiError():
            return exception
        case exceptions.ValidationError():
            return _invalid(exception.detail)
        case DjangoValidationError():
            return _invalid(getattr(exception, "message_dict", exception.messages))
        case exceptions.Throttled():
            return ApiError("throttled", retry_after=getattr(exception, "wait", None) or 1)
        case exceptions.PermissionDenied():
            return ApiError("forbidden", str(exception.detail))
    return next((ApiError(code) for raised, code in _CODES if isinstance(exception, raised)), None)


_CODES: Final[Sequence[tuple[type[Exception], str]]] = (
    (exceptions.ParseError, "malformed"),
    (exceptions.NotAuthenticated, "not_signed_in"),
    (exceptions.AuthenticationFailed, "not_signed_in"),
    (exceptions.NotFound, "not_found"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.NotAcceptable, "not_acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (Http404, "not_found"),
    (DjangoPermissionDenied, "forbidden"),
    # Django's own refusals to read a request, such as a broken form that a session's CSRF check looks into.
    (SuspiciousOperation, "malformed"),
    (BadRequest, "malformed"),
    (MultiPartParserError, "malformed"),
    (UnreadablePostError, "malformed"),
)


def _invalid(detail: Any, field: str | None = None) -> ApiError:
    """The first complaint of a validation error, with the field it is about."""
    match detail:
        case {**fields} if fields:
            name, complaint = next(iter(fields.items()))
            return _invalid(complaint, field or str(name))
        case [first, *_rest]:
            return _invalid(first, field)
    return ApiError("invalid", str(detail) or None, field=field)


def handler400(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _json("malformed") if _is_api(request) else defaults.bad_request(request, exception)


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _json("not_found") if _is_api(request) else defaults.page_not_found(request, exception)


def handler500(request: HttpRequest) -> HttpResponse:
    return _json("server_error") if _is_api(request) else defaults.server_error(request)


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def _json(code: str) -> JsonResponse:
    error = ApiError(code)
    return JsonResponse(error.body, status=error.status_code)
