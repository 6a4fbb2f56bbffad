"""Rule sets: every field of rules.md, the eleven presets, and the combinations that are refused."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

from .errors import InvalidRuleSet

BID_RANGE = {"tricks": (7, 13), "card_points": (65, 120)}
TARGET_RANGE = (10, 1000)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One complete set of rules; `id` is the preset's name, or None for a custom one."""

    id: str | None
    direction: Literal["clockwise", "counterclockwise"]
    bids: tuple[int, ...]
    unit: Literal["tricks", "card_points"]
    all_pass: Literal["redeal", "force_last"]
    forced_may_raise: bool
    no_trump: bool
    defenders_when_made: Literal["zero", "own"]
    defenders_when_set: Literal["zero", "own"]
    slam: Literal["none", "16", "double_bid"]
    slam_when: Literal["any", "bid13"]
    slam_sides: Literal["declarer", "either"]
    bid13: Literal["none", "wins_match", "kaboot"]
    target: int
    ending: Literal["sole", "higher", "first"]
    dealing: Literal["one_by_one", "packets_4_4_5"]

    @property
    def step(self) -> int:
        """What to add to a seat, modulo 4, for the next one in the direction of play."""
        return 1 if self.direction == "clockwise" else 3

    def as_dict(self) -> dict[str, Any]:
        """Every field as JSON values."""
        return asdict(self) | {"bids": list(self.bids)}


FIELDS = tuple(field.name for field in fields(RuleSet) if field.name != "id")
# Allowed values of the fields that are words (rules.md, "What a rule set fixes").
WORDS: dict[str, tuple[str, ...]] = {
    name: get_args(hint) for name, hint in get_type_hints(RuleSet).items() if get_origin(hint) is Literal
}

_LEVANT_41 = RuleSet(
    id="levant-41",
    direction="counterclockwise",
    bids=tuple(range(7, 14)),
    unit="tricks",
    all_pass="redeal",
    forced_may_raise=False,
    no_trump=False,
    defenders_when_made="own",
    defenders_when_set="own",
    slam="16",
    slam_when="any",
    slam_sides="declarer",
    bid13="none",
    target=41,
    ending="higher",
    dealing="packets_4_4_5",
)
_CARDEMS = replace(
    _LEVANT_41,
    id="cardems",
    direction="clockwise",
    all_pass="force_last",
    defenders_when_made="zero",
    slam="none",
    target=31,
    ending="sole",
    dealing="one_by_one",
)
_KABOOT_41 = replace(_LEVANT_41, id="kaboot-41", defenders_when_made="zero", bid13="kaboot", ending="first")

PRESETS: dict[str, RuleSet] = {
    str(preset.id): preset
    for preset in (
        _CARDEMS,
        replace(
            _CARDEMS,
            id="cardems-es",
            direction="counterclockwise",
            forced_may_raise=True,
            defenders_when_set="zero",
            bid13="wins_match",
            ending="first",
            dealing="packets_4_4_5",
        ),
        replace(_LEVANT_41, id="levant-31", target=31),
        _LEVANT_41,
        replace(_LEVANT_41, id="levant-61", target=61),
        replace(_LEVANT_41, id="levant-41-double", slam="double_bid"),
        replace(_LEVANT_41, id="levant-41-sol", no_trump=True),
        replace(_LEVANT_41, id="saudi-41", slam_sides="either"),
        _KABOOT_41,
        replace(_KABOOT_41, id="kaboot-31", target=31),
        replace(
            _LEVANT_41,
            id="points-400",
            unit="card_points",
            bids=tuple(range(65, 121, 5)),
            slam="none",
            target=400,
        ),
    )
}


def parse_ruleset(value: object) -> RuleSet:
    """A preset by its name, or a custom rule set from a mapping of every field.

    Fields left out of a custom set are those of `levant-41`, the most common one.
    Raises InvalidRuleSet naming the field.
    """
    if isinstance(value, str):
        if value not in PRESETS:
            raise InvalidRuleSet("ruleset", "no such preset")
        return PRESETS[value]
    if not isinstance(value, Mapping):
        raise InvalidRuleSet("ruleset", "neither a preset's name nor an object of fields")
    given = {str(name): given_value for name, given_value in value.items() if name != "id"}
    for name in given:
        if name not in FIELDS:
            raise InvalidRuleSet(name, "unknown field")
    ruleset = RuleSet(id=None, **({name: getattr(_LEVANT_41, name) for name in FIELDS} | _typed(given)))
    _refuse_impossible(ruleset)
    return ruleset


def _typed(given: Mapping[str, object]) -> dict[str, Any]:
    typed: dict[str, Any] = {}
    for name, value in given.items():
        if name in WORDS:
            if not isinstance(value, str) or value not in WORDS[name]:
                raise InvalidRuleSet(name, f"one of {', '.join(WORDS[name])}")
        elif name == "bids":
            if not isinstance(value, (list, tuple)) or not all(type(bid) is int for bid in value):
                raise InvalidRuleSet(name, "a list of integers")
            value = tuple(value)
        elif name == "target":
            if type(value) is not int or not TARGET_RANGE[0] <= value <= TARGET_RANGE[1]:
                raise InvalidRuleSet(name, "an integer from 10 to 1000")
        elif not isinstance(value, bool):
            raise InvalidRuleSet(name, "true or false")
        typed[name] = value
    return typed


def _refuse_impossible(rules: RuleSet) -> None:
    """rules.md, "Refused, naming the field"."""
    low, high = BID_RANGE[rules.unit]
    ascending = all(a < b for a, b in zip(rules.bids, rules.bids[1:], strict=False))
    in_points = rules.unit == "card_points"
    refusals = (
        ("bids", not rules.bids or not ascending, "must be a rising list that is not empty"),
        ("bids", any(not low <= bid <= high for bid in rules.bids), f"must lie in {low}–{high}"),
        ("ending", rules.ending == "first" and rules.defenders_when_made == "own", "both sides can rise"),
        ("slam", rules.slam != "none" and in_points, "not with card points"),
        ("bid13", rules.bid13 != "none" and in_points, "not with card points"),
        (
            "slam_sides",
            rules.slam_sides == "either" and (rules.slam != "16" or rules.defenders_when_set != "own"),
            "either needs slam 16 and defenders_when_set own",
        ),
        ("slam_when", rules.slam_when == "bid13" and 13 not in rules.bids, "13 cannot be bid"),
        ("bid13", rules.bid13 != "none" and 13 not in rules.bids, "13 cannot be bid"),
        ("forced_may_raise", rules.forced_may_raise and rules.all_pass == "redeal", "nobody is forced"),
    )
    for field, refused, reason in refusals:
        if refused:
            raise InvalidRuleSet(field, reason)
