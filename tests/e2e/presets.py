"""The eleven presets of rules.md as data, and the values that each field of a rule set may take."""

from __future__ import annotations

from typing import Any

Rules = dict[str, Any]

FIELD_VALUES: dict[str, tuple[Any, ...]] = {
    "direction": ("clockwise", "counterclockwise"),
    "unit": ("tricks", "card_points"),
    "all_pass": ("redeal", "force_last"),
    "forced_may_raise": (False, True),
    "no_trump": (False, True),
    "defenders_when_made": ("zero", "own"),
    "defenders_when_set": ("zero", "own"),
    "slam": ("none", "16", "double_bid"),
    "slam_when": ("any", "bid13"),
    "slam_sides": ("declarer", "either"),
    "bid13": ("none", "wins_match", "kaboot"),
    "ending": ("sole", "higher", "first"),
    "dealing": ("one_by_one", "packets_4_4_5"),
}
FIELDS = frozenset(FIELD_VALUES) | {"bids", "target"}

CARDEMS: Rules = {
    "direction": "clockwise",
    "bids": [7, 8, 9, 10, 11, 12, 13],
    "unit": "tricks",
    "all_pass": "force_last",
    "forced_may_raise": False,
    "no_trump": False,
    "defenders_when_made": "zero",
    "defenders_when_set": "own",
    "slam": "none",
    "slam_when": "any",
    "slam_sides": "declarer",
    "bid13": "none",
    "target": 31,
    "ending": "sole",
    "dealing": "one_by_one",
}
CARDEMS_ES: Rules = CARDEMS | {
    "direction": "counterclockwise",
    "forced_may_raise": True,
    "defenders_when_set": "zero",
    "bid13": "wins_match",
    "ending": "first",
    "dealing": "packets_4_4_5",
}
LEVANT: Rules = CARDEMS | {
    "direction": "counterclockwise",
    "all_pass": "redeal",
    "defenders_when_made": "own",
    "slam": "16",
    "target": 41,
    "ending": "higher",
    "dealing": "packets_4_4_5",
}
KABOOT: Rules = LEVANT | {"defenders_when_made": "zero", "bid13": "kaboot", "ending": "first"}
POINTS: Rules = LEVANT | {
    "unit": "card_points",
    "bids": [65, 70, 75, 80, 85, 90, 95, 100, 105, 110, 115, 120],
    "slam": "none",
    "target": 400,
}

PRESETS: dict[str, Rules] = {
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
    "points-400": POINTS,
}
