"""The OpenAPI document: every call as its view says it, bodies of the contract, codes of errors."""

import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from accounts import contract as accounts
from accounts.api.calls import Call, Types
from accounts.api.errors import ERRORS
from accounts.api.permissions import PUBLIC
from accounts.models import Scope
from games.contract import analysis, people, requests, schema, values
from games.contract.sample import sample

Json = dict[str, Any]
PREFIX: Final = "#/components/schemas/"
UNSAFE: Final = ("POST", "PUT", "PATCH", "DELETE")
IN_PATHS: Final[Types] = {
    "ladder": people.LadderName,
    "match_id": values.MatchId,
    "name": accounts.Name,
    "notice_id": values.MatchId,
    "problem_id": analysis.ProblemId,
    "seek_id": values.MatchId,
    "token_id": accounts.TokenId,
}
SCHEMES: Final[Mapping[str, Sequence[str]]] = {
    "BearerAuthentication": ("bearer", "oauth2"),
    "BrowserAuthentication": ("session",),
    "SessionAuthentication": ("session",),
}
HEADERS: Final[Mapping[int, str]] = {401: "WWW-Authenticate", 429: "Retry-After"}
DEFINITIONS: Final = schema.definitions(PREFIX)
COMPONENTS: Final[Json] = {
    "schemas": DEFINITIONS,
    "securitySchemes": {
        "bearer": {
            "type": "http",
            "scheme": "bearer",
            "description": f"A token with scopes of {', '.join(Scope.values)}.",
        },
        "oauth2": {
            "type": "oauth2",
            "description": "A token for the account of somebody who allows it: PKCE, S256 only.",
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": "/oauth/authorize/",
                    "tokenUrl": "/oauth/token/",
                    "scopes": {scope.value: str(scope.label) for scope in Scope},
                }
            },
        },
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "A browser on our own pages, with `X-CSRFToken` to change things. Every scope.",
        },
    },
}


def document() -> Json:
    with translation.override("en"):
        return dict(SchemaGenerator().get_schema(public=True))  # type: ignore[no-untyped-call]


def with_components(result: Json, **_given: object) -> Json:
    """A hook of drf-spectacular: what operations refer to."""
    return result | {"components": COMPONENTS}


class CallSchema(AutoSchema):
    """A view's `calls` and `scopes` as operations."""

    view: Any

    def get_operation(self, path: str, path_regex: str, path_prefix: str, method: str, registry: Any) -> Json:
        call: Call = self.view.calls[method]
        names = re.findall("{(.+?)}", path)
        operation: Json = {
            "operationId": "_".join(re.findall("[a-z_]+", f"{method.lower()}{path.removeprefix('/api/v1')}")),
            "tags": [path.split("/")[3]],
            "summary": call.about,
            "parameters": [
                *_parameters("path", {name: IN_PATHS[name] for name in names}, names),
                *_parameters("query", call.query, call.needs),
                *_parameters("header", call.headers, call.needs),
            ],
            "security": self._security(method),
            "responses": self._responses(method, names, call),
        }
        return operation | ({} if call.takes is None else {"requestBody": _request_body(call)})

    def _security(self, method: str) -> list[Json]:
        scope = self.view.scopes[method]
        anyone: list[Json] = [{}] if scope is PUBLIC else []
        return anyone + [{scheme: [] if scope is PUBLIC else [scope.value]} for scheme in self._schemes()]

    def _schemes(self) -> list[str]:
        ways = self.view.get_authenticators()
        return [scheme for way in ways for scheme in SCHEMES[type(way).__name__]]

    def _responses(self, method: str, names: list[str], call: Call) -> Json:
        codes: dict[int, list[str]] = {}
        for code in dict.fromkeys((*self._refusals(method, names, call), *call.refuses)):
            codes.setdefault(int(ERRORS[code][0]), []).append(code)
        answers = {
            str(status): _answer(status, type_, call.also if status == HTTPStatus.OK else {})
            for status, type_ in call.gives.items()
        }
        return answers | {str(status): _refusal(status, codes[status]) for status in sorted(codes)}

    def _refusals(self, method: str, names: list[str], call: Call) -> Iterator[str]:
        """The codes that follow from where the call stands, who may make it and what it takes."""
        yield from ("not_acceptable", "throttled")
        if method in UNSAFE:
            yield "malformed"
        # An action is malformed instead.
        if call.query or call.takes not in (None, accounts.Nothing, requests.ActionRequest):
            yield "invalid"
        if names:
            yield "not_found"
        if self._schemes():
            yield "not_signed_in"
        if self.view.scopes[method] is not PUBLIC:
            yield "scope_required"
        if method in UNSAFE and "session" in self._schemes():
            yield "forbidden"  # without the session's CSRF token


def _parameters(place: str, types: Types, needed: Any) -> Iterator[Json]:
    for name, type_ in types.items():
        shape = schema.of(type_, PREFIX)
        example = {"example": sample(shape, DEFINITIONS, name)}
        yield {"name": name, "in": place, "required": name in needed, "schema": shape} | example


def _request_body(call: Call) -> Json:
    required = bool(getattr(call.takes, "__required_keys__", True))
    return {"required": required, "content": _content(call.takes, call.example)}


def _content(type_: Any, example: Any = None) -> Json:
    shape = schema.of(type_, PREFIX)
    shown = sample(shape, DEFINITIONS) if example is None else example
    return {"application/json": {"schema": shape, "example": shown}}


def _answer(status: int, type_: Any, also: Types) -> Json:
    content = {} if type_ is None else _content(type_)
    content |= {media: {"schema": schema.of(held, PREFIX)} for media, held in also.items()}
    return {"description": HTTPStatus(status).phrase} | ({"content": content} if content else {})


def _refusal(status: int, codes: list[str]) -> Json:
    details = {code: str(ERRORS[code][1]) for code in codes}
    content: Json = {
        "schema": {"$ref": f"{PREFIX}Error", "properties": {"code": {"enum": codes}}},
        "examples": {code: {"value": {"code": code, "detail": detail}} for code, detail in details.items()},
    }
    header = HEADERS.get(status)
    headers = {"headers": {header: {"required": True, "schema": {"type": "string"}}}} if header else {}
    description = " ".join(f"`{code}`: {detail}" for code, detail in details.items())
    return {"description": description, **headers, "content": {"application/json": content}}
