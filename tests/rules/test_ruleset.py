"""Rule sets: the presets of rules.md, and what is refused, naming the field."""

from collections.abc import Mapping
from typing import Any

import pytest

from games.rules.errors import InvalidRuleSet
from games.rules.ruleset import FIELDS, PRESETS, parse_ruleset

ALL_BIDS = tuple(range(7, 14))
LEVANT = {
    "direction": "counterclockwise",
    "bids": ALL_BIDS,
    "unit": "tricks",
    "all_pass": "redeal",
    "forced_may_raise": False,
    "no_trump": False,
    "defenders_when_made": "own",
    "defenders_when_set": "own",
    "slam": "16",
    "slam_when": "any",
    "slam_sides": "declarer",
    "bid13": "none",
    "target": 41,
    "ending": "higher",
    "dealing": "packets_4_4_5",
}
CARDEMS = LEVANT | {
    "direction": "clockwise",
    "all_pass": "force_last",
    "defenders_when_made": "zero",
    "slam": "none",
    "target": 31,
    "ending": "sole",
    "dealing": "one_by_one",
}
CARDEMS_ES = CARDEMS | {
    "direction": "counterclockwise",
    "forced_may_raise": True,
    "defenders_when_set": "zero",
    "bid13": "wins_match",
    "ending": "first",
    "dealing": "packets_4_4_5",
}
KABOOT = LEVANT | {"defenders_when_made": "zero", "bid13": "kaboot", "ending": "first"}
POINTS = {"unit": "card_points", "bids": tuple(range(65, 121, 5)), "slam": "none", "target": 400}
# The table "Presets" of rules.md, a line each.
TABLE: dict[str, Mapping[str, object]] = {
    "cardems": CARDEMS,
    "cardems-es": CARDEMS_ES,
    "levant-31": LEVANT | {"target": 31},
    "levant-41": LEVANT,
    "levant-61": LEVANT | {"target": 61},
    "levant-41-double": LEVANT | {"slam": "double_bid"},
    "levant-41-sol": LEVANT | {"no_trump": True},
    "saudi-41": LEVANT | {"slam_sides": "either"},
    "kaboot-41": KABOOT,
    "kaboot-31": KABOOT | {"target": 31},
    "points-400": LEVANT | POINTS,
}


def test_there_are_eleven_presets() -> None:
    assert list(PRESETS) == list(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_preset_has_every_field_of_the_table(name: str) -> None:
    preset = parse_ruleset(name)
    assert preset.id == name
    assert {field: getattr(preset, field) for field in FIELDS} == TABLE[name]


@pytest.mark.parametrize("name", TABLE)
def test_a_presets_fields_are_a_playable_custom_set(name: str) -> None:
    fields = PRESETS[name].as_dict()
    custom = parse_ruleset(fields)
    assert custom.id is None
    assert custom.as_dict() == fields | {"id": None}


def test_fields_left_out_are_those_of_levant_41() -> None:
    assert parse_ruleset({}).as_dict() == PRESETS["levant-41"].as_dict() | {"id": None}


def points(**fields: Any) -> dict[str, Any]:
    return {"unit": "card_points", "bids": [65, 70], "slam": "none"} | fields


REFUSED: list[tuple[object, str]] = [
    # The combinations that rules.md names.
    ({"ending": "first", "defenders_when_made": "own"}, "ending"),
    (points(slam="16"), "slam"),
    (points(slam="double_bid"), "slam"),
    (points(bid13="kaboot"), "bid13"),
    (points(bid13="wins_match"), "bid13"),
    ({"slam_sides": "either", "slam": "none"}, "slam_sides"),
    ({"slam_sides": "either", "slam": "double_bid"}, "slam_sides"),
    ({"slam_sides": "either", "defenders_when_set": "zero"}, "slam_sides"),
    ({"slam_when": "bid13", "bids": [7, 8]}, "slam_when"),
    ({"bid13": "kaboot", "bids": [7, 12]}, "bid13"),
    ({"bid13": "wins_match", "bids": [7]}, "bid13"),
    (points(slam_when="bid13"), "slam_when"),
    ({"forced_may_raise": True, "all_pass": "redeal"}, "forced_may_raise"),
    ({"bids": []}, "bids"),
    ({"bids": [8, 7]}, "bids"),
    ({"bids": [7, 7]}, "bids"),
    ({"bids": [6, 7]}, "bids"),
    ({"bids": [13, 14]}, "bids"),
    (points(bids=[64, 65]), "bids"),
    (points(bids=[120, 121]), "bids"),
    (points(bids=[7, 8]), "bids"),
    # Wrong types and unknown values.
    ({"bids": [7, 8.0]}, "bids"),
    ({"bids": [True, 8]}, "bids"),
    ({"bids": ["7"]}, "bids"),
    ({"bids": "789"}, "bids"),
    ({"bids": None}, "bids"),
    ({"bids": {"7": 8}}, "bids"),
    ({"target": 9}, "target"),
    ({"target": 1001}, "target"),
    ({"target": 41.0}, "target"),
    ({"target": True}, "target"),
    ({"target": "41"}, "target"),
    ({"target": None}, "target"),
    ({"target": 10**30}, "target"),
    ({"no_trump": 1}, "no_trump"),
    ({"no_trump": "true"}, "no_trump"),
    ({"forced_may_raise": None}, "forced_may_raise"),
    ({"slam": 16}, "slam"),
    ({"slam": "32"}, "slam"),
    ({"slam": ["16"]}, "slam"),
    ({"direction": "left"}, "direction"),
    ({"unit": {}}, "unit"),
    ({"dealing": None}, "dealing"),
    ({"all_pass": False}, "all_pass"),
    ({"defenders_when_made": "Own"}, "defenders_when_made"),
    ({"defenders_when_set": ""}, "defenders_when_set"),
    ({"slam_when": "always"}, "slam_when"),
    ({"slam_sides": "both"}, "slam_sides"),
    ({"bid13": "13"}, "bid13"),
    ({"ending": "last"}, "ending"),
    ({"jokers": 2}, "jokers"),
    ({"": 2}, ""),
    # No rule set at all.
    ("levant-42", "ruleset"),
    ("", "ruleset"),
    (None, "ruleset"),
    (41, "ruleset"),
    ([], "ruleset"),
    (True, "ruleset"),
]


@pytest.mark.parametrize(("value", "field"), REFUSED)
def test_impossible_rule_sets_are_refused_naming_the_field(value: object, field: str) -> None:
    with pytest.raises(InvalidRuleSet) as refused:
        parse_ruleset(value)
    assert refused.value.field == field


@pytest.mark.parametrize(
    "fields",
    [
        {"bids": [7]},
        {"bids": [13], "bid13": "kaboot"},
        {"target": 10},
        {"target": 1000},
        {"slam": "16", "slam_sides": "either", "slam_when": "bid13"},
        {"all_pass": "force_last", "forced_may_raise": True, "no_trump": True},
        {"ending": "sole"},
        {"defenders_when_made": "zero", "ending": "first", "bid13": "wins_match"},
        points(no_trump=True, target=1000),
        points(bids=[65, 66, 120], all_pass="force_last"),
        {"dealing": "one_by_one", "direction": "clockwise"},
    ],
)
def test_everything_else_is_playable(fields: dict[str, object]) -> None:
    parsed = parse_ruleset(fields).as_dict()
    assert parsed == parsed | fields
