"""What can be judged of one event without knowing the table: times, numbers, rule sets, players."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from .fairdeal import canonical
from .presets import FIELD_VALUES, FIELDS, PRESETS, Rules

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
CLIENT_SEED = re.compile(r"[0-9a-f]{0,64}")
VISIBILITIES = ("public", "unlisted", "private")


def moment(text: str) -> datetime:
    """An RFC 3339 UTC time."""
    return datetime.fromisoformat(text)


def equal(one: Any, other: Any) -> bool:
    """Equal as JSON: true is not 1, and lists keep their order."""
    return canonical(one) == canonical(other)


def has_float(value: Any) -> bool:
    """Whether any number within is not an integer."""
    if isinstance(value, dict):
        return any(map(has_float, value.values()))
    if isinstance(value, list):
        return any(map(has_float, value))
    return isinstance(value, float)


def event_fault(event: dict[str, Any], seq: int, before: str) -> str | None:
    """What is wrong with an event's place in the log; `before` is the time of the one before."""
    if not equal(event["seq"], seq):
        return f"seq is {event['seq']}, expected {seq}"
    if not MOMENT.fullmatch(event["at"]):
        return f"at is not an RFC 3339 UTC time: {event['at']}"
    if before and moment(event["at"]) < moment(before):
        return f"time runs backwards: {event['at']} after {before}"
    return "numbers in events are integers" if has_float(event["data"]) else None


def creation_fault(data: dict[str, Any]) -> str | None:
    """What is wrong with match_created."""
    if not isinstance(data["rated"], bool) or data["visibility"] not in VISIBILITIES:
        return "match_created: rated or visibility"
    return ruleset_fault(data["ruleset"])


def ruleset_fault(ruleset: Rules) -> str | None:
    """What is wrong with a rule set: complete, known values, equal to its preset."""
    preset = ruleset["id"]
    if set(ruleset) != FIELDS | {"id"}:
        return f"ruleset: missing or unknown fields {sorted(set(ruleset) ^ FIELDS ^ {'id'})}"
    for key, values in FIELD_VALUES.items():
        if not any(equal(value, ruleset[key]) for value in values):
            return f"ruleset: {key} is {ruleset[key]!r}"
    if preset is None:
        return None
    if preset not in PRESETS:
        return f"ruleset: no preset {preset!r}"
    for key, value in PRESETS[preset].items():
        if not equal(ruleset[key], value):
            return f"ruleset: {key} of {preset} is {ruleset[key]!r}, expected {value!r}"
    return None


def seating_fault(data: dict[str, Any], seats: dict[str, Any]) -> str | None:
    """What is wrong with seat_taken, given who sits where already."""
    player = data["player"]
    if seats[data["seat"]]:
        return "seat_taken: the seat is taken"
    if player["kind"] not in ("human", "bot") or not isinstance(player["id"], str):
        return f"seat_taken: player {player!r}"
    if player["kind"] == "human" and player["id"] in [other["id"] for other in seats.values() if other]:
        return "seat_taken: the same person sits twice"
    return None if CLIENT_SEED.fullmatch(data["client_seed"]) else "seat_taken: client_seed"


def identities(seats: dict[str, Any]) -> dict[str, Any]:
    """Kind and id of who sits where."""
    return {seat: player and (player["kind"], player["id"]) for seat, player in seats.items()}
