"""Whether a body is what the published schema says of it, to the last key."""

from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from games.contract import schema


def check(name: str, body: Any) -> None:
    """Raises AssertionError with what is wrong. Fields may be added, but not before the schema has them."""
    wrong = [f"{error.instance_path}: {error.message}" for error in _validator(name).iter_errors(body)]
    assert not wrong, f"{name}: {wrong} in {body}"


@cache
def _validator(name: str) -> Draft202012Validator:
    document = _closed(schema.document())
    return Draft202012Validator(document | {"$ref": f"#/$defs/{name}"}, validate_formats=True)


def _closed(node: Any) -> Any:
    """The schema without leave for fields that it does not name."""
    if isinstance(node, list):
        return [_closed(item) for item in node]
    if not isinstance(node, dict):
        return node
    closed = {key: _closed(value) for key, value in node.items()}
    return closed | {"additionalProperties": False} if "required" in node else closed
