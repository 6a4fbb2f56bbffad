"""The published schema beside the code: every event type, every value, and what makes a body wrong."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import meta

from games import codec, wire
from games.codec import TYPES, version_of
from games.contract import schema
from games.rules.ruleset import PRESETS, WORDS
from games.rules.views import AFTER_THE_END, SPECTATOR
from games.store import StoredEvent
from tests.shapes import check

SAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "events.json").read_text())
DEFINITIONS: dict[str, Any] = schema.document()["$defs"]


def test_the_document_is_a_schema_whose_references_lead_somewhere() -> None:
    document = schema.document()
    meta.validate(document)
    assert _references(document) <= {f"#/$defs/{name}" for name in DEFINITIONS}


def test_references_lead_where_another_document_keeps_the_definitions() -> None:
    definitions = schema.definitions("#/components/schemas/")
    assert definitions.keys() == DEFINITIONS.keys()
    assert _references(definitions) == {
        reference.replace("#/$defs/", "#/components/schemas/") for reference in _references(DEFINITIONS)
    }


def _references(node: Any) -> set[str]:
    if isinstance(node, list):
        return set().union(*map(_references, node))
    if not isinstance(node, dict):
        return set()
    own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
    return own.union(*map(_references, node.values()))


def _types_of(union: str) -> list[str]:
    members = [DEFINITIONS[member["$ref"].rpartition("/")[2]] for member in DEFINITIONS[union]["anyOf"]]
    return [member["properties"]["type"]["const"] for member in members]


def test_the_codec_and_the_contract_have_the_same_events() -> None:
    assert sorted(_types_of("Event")) == sorted(TYPES.values())


def test_a_type_names_one_frame_of_a_socket() -> None:
    for union in ("MatchFrame", "LobbyFrame"):
        assert len(_types_of(union)) == len(set(_types_of(union)))


@pytest.mark.parametrize("viewer", [SPECTATOR, AFTER_THE_END])
@pytest.mark.parametrize("sample", SAMPLES, ids=[f"{s['type']}-{n}" for n, s in enumerate(SAMPLES)])
def test_every_kind_of_event_is_told_as_its_schema_says(sample: dict[str, Any], viewer: Any) -> None:
    kind = sample["type"]
    stored = StoredEvent(1, kind, sample["version"], 0, sample["data"])
    names = dict.fromkeys(wire.ids_in([stored]), "somebody")
    (body,) = wire.event_bodies([stored], viewer, names)
    if sample["version"] == version_of(kind):
        check(kind.title().replace("_", ""), body)


def test_rule_sets_have_the_same_words_in_the_rules_and_in_the_contract() -> None:
    fields = DEFINITIONS["RuleSet"]["properties"]
    assert {name: tuple(field["enum"]) for name, field in fields.items() if "enum" in field} == WORDS
    for preset in PRESETS.values():
        check("RuleSet", codec.ruleset_data(preset))
        assert codec.ruleset_data(preset) == preset.as_dict()


EVENT: dict[str, Any] = {
    "seq": 1,
    "type": "card_played",
    "at": "2026-11-30T12:00:00.000Z",
    "data": {"seat": "N", "card": "SA"},
}
WRONG: list[dict[str, Any]] = [
    EVENT | {"hint": "SA"},
    EVENT | {"data": EVENT["data"] | {"hint": "SA"}},
    EVENT | {"data": {"seat": "N"}},
    EVENT | {"data": {"seat": "X", "card": "SA"}},
    EVENT | {"data": {"seat": "N", "card": "S1"}},
    EVENT | {"data": EVENT["data"] | {"auto": False}},
    EVENT | {"type": "passed"},
    EVENT | {"type": "hint_given"},
    EVENT | {"seq": "1"},
    EVENT | {"at": "2026-11-30T12:00:00+02:00"},
    EVENT | {"at": "noon"},
]


@pytest.mark.parametrize("body", WRONG)
def test_what_differs_from_the_schema_is_found(body: dict[str, Any]) -> None:
    check("Event", EVENT)
    with pytest.raises(AssertionError):
        check("Event", body)
