"""Tables to play at."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.conftest import Caller

OpenTable = Callable[..., str]


@pytest.fixture(autouse=True)
def _prompt_bots(settings: Any) -> None:
    """Bots act without a pause, and those that follow each other in one call."""
    settings.BOT_DELAY_MS = 0


@pytest.fixture
def open_table(four: dict[str, Caller]) -> OpenTable:
    """North opens a table and the others sit down: the match's id. `seats` limits who comes."""

    def opened(ruleset: Any = "levant-41", clock: Any = None, seats: str = "NESW", **more: Any) -> str:
        clock = clock or {"turn_seconds": 600, "bank_seconds": 60}
        made = four["N"].post("matches/", {"ruleset": ruleset, "clock": clock, "seats": {"N": "me"}, **more})
        assert made.status_code == 201, made.content
        match = str(made.json()["id"])
        for seat in seats[1:]:
            joined = four[seat].post(f"matches/{match}/join/", {"seat": seat})
            assert joined.status_code == 200, joined.content
        return match

    return opened


def turn_of(four: dict[str, Caller], match: str) -> tuple[str, Caller, list[Any]]:
    """Whose turn it is, the person there, and what they may do."""
    seat = four["N"].state(match)["now"]["turn"]
    caller = four[seat]
    return seat, caller, caller.state(match)["now"]["legal"]


def play_to(four: dict[str, Caller], match: str, phase: str) -> None:
    """Act as listed until the match is in a phase: the first legal call above a pass, then what comes."""
    while four["N"].state(match)["now"]["phase"] != phase:
        _, caller, legal = turn_of(four, match)
        bids = [action for action in legal if action["action"] == "bid"]
        nobody_bid = four["N"].state(match)["state"]["deal"]["calls"] == []
        action = bids[0] if bids and nobody_bid else legal[0]
        assert caller.post(f"matches/{match}/actions/", action).status_code == 201


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves Django's clock on by some seconds, again and again."""
    now = timezone.now
    passed = timedelta()

    def move(seconds: float) -> None:
        nonlocal passed
        passed += timedelta(seconds=seconds)
        monkeypatch.setattr(timezone, "now", lambda: now() + passed)

    return move


def types_after(caller: Caller, match: str, seq: int) -> list[str]:
    """The types of the events behind a seq."""
    events = caller.get(f"matches/{match}/events/?after={seq}").json()["events"]
    return [event["type"] for event in events]
