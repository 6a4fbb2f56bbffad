"""The names that clients are built on, by a list that no generator wrote: what stands there stays."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.api import openapi
from games.contract import asyncapi
from tests.shapes import calls

NAMES: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "protocol.json").read_text())
SHAPES = openapi.DEFINITIONS
CALLS = {f"{method} {re.sub('{.+?}', '{}', path[8:])}": call for (method, path), call in calls().items()}


def _fields(schema: Any) -> set[str]:
    """Every field that a schema names, whichever of its kinds it is in."""
    if "$ref" in schema:
        return _fields(SHAPES[schema["$ref"].rpartition("/")[2]])
    return set(schema.get("properties", ())).union(*map(_fields, schema.get("anyOf", ())))


def _kinds(schema: Any) -> Iterator[Any]:
    """The members of a union of typed objects."""
    if "$ref" in schema:
        yield from _kinds(SHAPES[schema["$ref"].rpartition("/")[2]])
    elif "anyOf" in schema:
        for member in schema["anyOf"]:
            yield from _kinds(member)
    else:
        yield schema


def _in_json(content: Any) -> Any:
    return content["content"]["application/json"]["schema"]


def _answer(call: Any) -> Any:
    return _in_json(next(answer for status, answer in call["responses"].items() if status in ("200", "201")))


def test_every_call_is_there_or_is_known_to_be_missing() -> None:
    assert set(NAMES["calls"]) <= CALLS.keys()
    assert not set(NAMES["not yet"]) & CALLS.keys(), "it is there now: move it to calls"


@pytest.mark.parametrize("call", NAMES["query"])
def test_queries(call: str) -> None:
    names = {parameter["name"] for parameter in CALLS[call]["parameters"] if parameter["in"] == "query"}
    assert set(NAMES["query"][call]) <= names


@pytest.mark.parametrize("call", NAMES["request"])
def test_requests(call: str) -> None:
    assert set(NAMES["request"][call]) <= _fields(_in_json(CALLS[call]["requestBody"]))


@pytest.mark.parametrize("call", NAMES["answer"])
def test_answers(call: str) -> None:
    assert set(NAMES["answer"][call]) <= _fields(_answer(CALLS[call]))


@pytest.mark.parametrize("shape", NAMES["shapes"])
def test_shapes(shape: str) -> None:
    assert set(NAMES["shapes"][shape]) <= _fields(SHAPES[shape])


def test_events_and_their_data() -> None:
    data = {
        event["properties"]["type"]["const"]: _fields(event["properties"]["data"])
        for event in _kinds(SHAPES["Event"])
    }
    assert data.keys() == NAMES["events"].keys()
    for kind, fields in NAMES["events"].items():
        assert set(fields) <= data[kind], kind


@pytest.mark.parametrize("way", NAMES["frames"])
def test_frames(way: str) -> None:
    document = asyncapi.document()
    channel, action = way.split()
    fields: dict[str, set[str]] = {}
    for message in document["operations"][f"{action}-{channel}"]["messages"]:
        payload = document["components"]["messages"][message["$ref"].rpartition("/")[2]]["payload"]
        (shape,) = _kinds(payload)
        fields.setdefault(shape["properties"]["type"]["const"], set()).update(_fields(shape))
    assert fields.keys() == NAMES["frames"][way].keys()
    for kind, names in NAMES["frames"][way].items():
        assert set(names) <= fields[kind], kind


@pytest.mark.parametrize("name", NAMES["words"])
def test_words(name: str) -> None:
    assert SHAPES[name]["enum"] == NAMES["words"][name]


def test_codes_and_their_status() -> None:
    told: dict[str, set[str]] = {}
    for call in CALLS.values():
        for status, answer in call["responses"].items():
            if status >= "400":
                told.setdefault(status, set()).update(_in_json(answer)["properties"]["code"]["enum"])
    for status, codes in NAMES["codes"].items():
        assert set(codes) <= told[status], status
