"""The documents beside the code: every address and method, every code, and what an answer may not be."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.http import JsonResponse
from django.urls import URLPattern, URLResolver, get_resolver
from jsonschema_rs import Draft7Validator, Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from rest_framework.views import APIView

from accounts.api.errors import ERRORS
from accounts.api.permissions import PUBLIC
from games.api import openapi
from games.contract import asyncapi
from games.matchmaking import seeks
from games.models import Report
from games.phrases import EMOTES, PHRASES
from games.rules.ruleset import PRESETS
from games.tables import CLOCKS
from tests.shapes import calls, check_answer, template_of

API = "/api/v1/"
SPECS = Path(__file__).parents[1] / "games/frontend/node_modules/@asyncapi/specs/schemas"
METHODS = ("get", "post", "put", "patch", "delete")
PAGES = {"docs"}  # for people
MATCH = "0199f3a2-5c7e-7b1d-8f60-2f9a4f0c1d3e"


def _views(patterns: Any, prefix: str = "/") -> dict[str, type[APIView]]:
    """The views under /api/v1/ by path."""
    found: dict[str, type[APIView]] = {}
    for pattern in patterns:
        path = prefix + template_of(str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            found |= _views(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern) and path.startswith(API) and pattern.name not in PAGES:
            found[path] = pattern.callback.view_class  # type: ignore[attr-defined]
    return found


VIEWS = _views(get_resolver().url_patterns)


def test_the_document_has_every_method_of_every_address_and_no_other() -> None:
    served = {
        (method.upper(), path) for path, view in VIEWS.items() for method in METHODS if hasattr(view, method)
    }
    assert set(calls()) == served


@pytest.mark.parametrize("path", VIEWS)
def test_a_view_says_of_each_method_what_it_is_and_who_may_call_it(path: str) -> None:
    view: Any = VIEWS[path]
    assert view.calls.keys() == view.scopes.keys()
    for method, scope in view.scopes.items():
        named = calls()[method, path]["security"]
        assert ({} in named) == (scope is PUBLIC)
        wanted = [] if scope is PUBLIC else [scope.value]
        assert named and all(scopes == wanted for way in named for scopes in way.values())


def test_it_is_openapi() -> None:
    OpenAPIV31SpecValidator(json.loads(json.dumps(openapi.document()))).validate()


def test_asyncapi_is_asyncapi() -> None:
    validator = Draft7Validator(json.loads((SPECS / "3.0.0.json").read_text()))
    document = json.loads(json.dumps(asyncapi.document()))
    validator.validate(document)
    assert not validator.is_valid(document | {"channels": {"match": {"adress": "/"}}})


def _examples() -> list[tuple[Any, Any]]:
    shown: list[tuple[Any, Any]] = []
    for operation in calls().values():
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for body in bodies:
            for content in body.get("content", {}).values():
                examples = [content["example"]] if "example" in content else []
                examples += [each["value"] for each in content.get("examples", {}).values()]
                shown += [(content["schema"], example) for example in examples]
        shown += [(parameter["schema"], parameter["example"]) for parameter in operation["parameters"]]
    return shown


def test_every_call_has_examples_and_they_are_right() -> None:
    for shape, example in _examples():
        Draft202012Validator(shape | {"components": openapi.COMPONENTS}, validate_formats=True).validate(
            example
        )


def test_every_code_of_a_refusal_is_somewhere() -> None:
    told = {
        code
        for operation in calls().values()
        for status, answer in operation["responses"].items()
        if int(status) >= 400
        for code in answer["content"]["application/json"]["schema"]["properties"]["code"]["enum"]
    }
    anywhere = {"method_not_allowed", "unsupported_media_type", "server_error"}
    assert told | anywhere == set(ERRORS)


def _words(name: str) -> tuple[str, ...]:
    return tuple(openapi.DEFINITIONS[name]["enum"])


def test_the_contract_s_words_are_those_of_the_code() -> None:
    assert _words("PresetName") == tuple(PRESETS)
    assert set(_words("ClockName")) == set(CLOCKS)
    assert _words("Emote") == EMOTES
    assert _words("Phrase") == PHRASES
    wish = openapi.DEFINITIONS["NewSeek"]["properties"]
    assert set(wish["clocks"]["items"]["enum"]) == set(seeks.CLOCKS)
    reasons = openapi.DEFINITIONS["NewReport"]["properties"]["reason"]
    assert reasons["enum"] == list(Report.Reason.values)


def _answer(status: int, body: Any) -> JsonResponse:
    return JsonResponse(body, status=status, safe=False)


GOOD = {"ticket": "a", "expires_in": 30}
WRONG = [
    ("POST", "tickets/", _answer(200, GOOD)),
    ("POST", "tickets/", _answer(201, GOOD | {"more": 1})),
    ("POST", "tickets/", _answer(201, {"ticket": "a"})),
    ("POST", "tickets/", _answer(409, {"code": "match_over", "detail": "no"})),
    ("POST", "tickets/", _answer(401, {"code": "match_over", "detail": "no"})),
    ("PUT", "tickets/", _answer(200, GOOD)),
    ("GET", "nowhere/", _answer(200, GOOD)),
    ("DELETE", "tokens/a/", _answer(204, GOOD)),
    ("GET", f"matches/{MATCH}/", _answer(200, {"id": MATCH})),
]


@pytest.mark.parametrize(("method", "path", "answer"), WRONG)
def test_an_answer_that_the_document_does_not_have_is_found(method: str, path: str, answer: Any) -> None:
    check_answer("POST", API + "tickets/", _answer(201, GOOD))
    with pytest.raises(AssertionError):
        check_answer(method, API + path, answer)
