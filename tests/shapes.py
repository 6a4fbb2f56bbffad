"""Whether a body is what the published documents say of it, to the last key."""

import json
import re
from functools import cache
from typing import Any

from django.urls import Resolver404, resolve
from jsonschema_rs import Draft202012Validator

from games.api import openapi
from games.contract import schema


def check(name: str, body: Any) -> None:
    """Raises AssertionError with what is wrong. Fields may be added, but not before the schema has them."""
    _assert_valid(name, _validator(name), body)


def check_answer(method: str, path: str, response: Any) -> None:
    """Raises AssertionError for an answer that the OpenAPI document does not have for this call."""
    if response.status_code == 500:  # a test that breaks the server on purpose
        return
    operation = _operation(method, path)
    if operation is None:
        assert response.status_code in (404, 405), (method, path, response.status_code)
        return
    call, status = f"{method} {path}", str(response.status_code)
    assert status in operation["responses"], (call, status, response.content)
    content = operation["responses"][status].get("content", {})
    given = response["Content-Type"].partition(";")[0] if content else ""
    if given in content and given != "application/json":  # what is in it, its own tests look at
        return
    if content:
        assert response["Content-Type"] == "application/json"
        validator = _answer_validator(operation["operationId"], status)
        _assert_valid(f"{call}: {status}", validator, json.loads(response.content))
    else:
        assert response.content == b"", (call, status)


def _assert_valid(name: str, validator: Draft202012Validator, body: Any) -> None:
    wrong = [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(body)]
    assert not wrong, f"{name}: {wrong} in {body}"


@cache
def _validator(name: str) -> Draft202012Validator:
    document = _closed(schema.document())
    return Draft202012Validator(document | {"$ref": f"#/$defs/{name}"}, validate_formats=True)


@cache
def calls() -> dict[tuple[str, str], Any]:
    """The operations of the OpenAPI document, by method and path."""
    paths = json.loads(json.dumps(openapi.document()))["paths"]
    return {
        (method.upper(), path): operation
        for path, item in paths.items()
        for method, operation in item.items()
    }


def _operation(method: str, path: str) -> Any:
    """None where there is nothing, or nothing that takes the method."""
    try:
        route = resolve(path.partition("?")[0]).route
    except Resolver404:
        return None
    return calls().get(("GET" if method == "HEAD" else method, "/" + template_of(route)))


def template_of(route: str) -> str:
    """A route of Django's as a path of OpenAPI."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)


@cache
def _answer_validator(operation_id: str, status: str) -> Draft202012Validator:
    (operation,) = (each for each in calls().values() if each["operationId"] == operation_id)
    shape = _closed(operation["responses"][status]["content"]["application/json"]["schema"])
    return Draft202012Validator(shape | {"components": _components()}, validate_formats=True)


@cache
def _components() -> Any:
    return _closed(openapi.COMPONENTS)


def _closed(node: Any) -> Any:
    """The schema without leave for fields that it does not name."""
    if isinstance(node, list):
        return [_closed(item) for item in node]
    if not isinstance(node, dict):
        return node
    closed = {key: _closed(value) for key, value in node.items()}
    return closed | {"additionalProperties": False} if "required" in node else closed
