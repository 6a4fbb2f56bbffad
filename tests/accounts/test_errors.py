"""Every error has a code and a sentence, whoever raised it."""

import json
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation, ValidationError
from django.http import Http404
from django.test import RequestFactory
from rest_framework import exceptions
from rest_framework.request import Request

from accounts.api import views
from accounts.api.errors import ERRORS, ApiError, handle
from tests.accounts.conftest import API, Caller, assert_error

CODES = """
malformed invalid not_signed_in not_seated forbidden scope_required second_factor_required email_unconfirmed
ranked_paused not_found stale_seq match_over seat_taken already_playing already_seeking already_started
cannot_reclaim idempotency_conflict throttled unknown_bot wrong_phase not_your_turn bid_out_of_range
bid_too_low no_trump_not_allowed cannot_pass card_not_held must_follow_suit
"""


def test_the_contract_s_codes_are_all_there() -> None:
    assert set(CODES.split()) <= ERRORS.keys()


@pytest.mark.parametrize("code", ERRORS)
def test_each_code_makes_a_body(code: str) -> None:
    assert ApiError(code).body == {"code": code, "detail": str(ERRORS[code][1])}
    assert ApiError(code).status_code == ERRORS[code][0]


def test_more_can_be_said() -> None:
    error = ApiError("ranked_paused", "Later.", extra={"until": "2026-01-01T00:00:00Z"})
    assert error.body == {"code": "ranked_paused", "detail": "Later.", "until": "2026-01-01T00:00:00Z"}


@pytest.mark.parametrize(
    ("exception", "status", "code", "field"),
    [
        (exceptions.ParseError(), 400, "malformed", None),
        (exceptions.ValidationError({"seats": {"N": ["no"]}}), 400, "invalid", "seats"),
        (exceptions.ValidationError("no"), 400, "invalid", None),
        (ValidationError({"name": ["no"]}), 400, "invalid", "name"),
        (ValidationError("no"), 400, "invalid", None),
        (SuspiciousOperation(), 400, "malformed", None),
        (exceptions.NotAuthenticated(), 401, "not_signed_in", None),
        (exceptions.AuthenticationFailed(), 401, "not_signed_in", None),
        (exceptions.PermissionDenied(), 403, "forbidden", None),
        (PermissionDenied(), 403, "forbidden", None),
        (exceptions.NotFound(), 404, "not_found", None),
        (Http404("No Match matches the given query."), 404, "not_found", None),
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed", None),
        (exceptions.NotAcceptable(), 406, "not_acceptable", None),
        (exceptions.UnsupportedMediaType("text/xml"), 415, "unsupported_media_type", None),
        (exceptions.Throttled(1.5), 429, "throttled", None),
    ],
)
def test_the_frameworks_errors_become_ours(
    exception: Exception, status: int, code: str, field: str | None
) -> None:
    response = handle(exception, {"request": Request(RequestFactory().get("/"))})
    assert response is not None
    assert (response.status_code, response.data["code"], response.data.get("field")) == (status, code, field)
    assert "Match matches" not in response.data["detail"] != ""
    assert response.headers.get("Retry-After") == ("2" if status == 429 else None)


def test_a_fault_of_ours_is_no_answer() -> None:
    assert handle(ZeroDivisionError(), {}) is None


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["nothing/", "accounts", "tokens/a/b/", "%00/", "\u202e/"])
def test_an_unknown_address(stranger: Caller, path: str) -> None:
    assert_error(stranger("GET", path), 404, "not_found")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path"), [("PUT", "account/"), ("GET", "session/"), ("PATCH", "tokens/x/")]
)
def test_another_method(stranger: Caller, method: str, path: str) -> None:
    assert_error(stranger(method, path), 405, "method_not_allowed")


@pytest.mark.django_db
def test_an_answer_that_is_not_json(stranger: Caller) -> None:
    assert_error(stranger("GET", "account/", Accept="text/html"), 406, "not_acceptable")


@pytest.mark.django_db
def test_a_500_tells_nothing(stranger: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: Any) -> None:
        raise RuntimeError("the hand is SA SK SQ")

    monkeypatch.setattr(views.AccountsView, "post", fail)
    response = stranger("POST", "accounts/", {"username": "layla"})
    assert_error(response, 500, "server_error")
    assert json.loads(response.content).keys() == {"code", "detail"}


@pytest.mark.django_db
def test_a_host_that_is_not_ours(stranger: Caller, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    response = stranger.http.get(f"{API}account/", headers={"Host": "evil.example"})
    assert_error(response, 400, "malformed")
