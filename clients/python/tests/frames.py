"""Frames as a server would write them."""

import json
from typing import Any

from tarneeb.shapes import Pass

SEAT = {
    "player": {"kind": "bot", "id": "e", "name": "easy"},
    "connected": True,
    "forfeited": False,
    "program": False,
}
PASS: Pass = {"action": "pass"}


def now(**changed: Any) -> dict[str, Any]:
    return {"phase": "auction", "turn": "N", "deadline": None, "bank": {}, "legal": [PASS], **changed}


def snapshot(seq: int = 5) -> str:
    state = {
        "seats": dict.fromkeys("NESW", SEAT),
        "score": {"NS": 0, "EW": 0},
        "deal": None,
        "deals": [],
        "result": None,
    }
    return json.dumps({"type": "snapshot", "seq": seq, "host": None, "state": state, "now": now()})


def events(first: int, *told: tuple[str, dict[str, Any]], **changed: Any) -> str:
    numbered = [
        {"seq": seq, "at": "…", "type": type_, "data": data}
        for seq, (type_, data) in enumerate(told, start=first)
    ]
    return json.dumps(
        {"type": "events", "seq": first + len(told) - 1, "events": numbered, "now": now(**changed)}
    )
