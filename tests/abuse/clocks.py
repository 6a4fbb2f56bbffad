"""Lies about time, and ways to get more of it."""

from datetime import UTC, datetime, timedelta
from email.utils import formatdate
from typing import Any

from tests.abuse.attacks import attack
from tests.abuse.target import Person, Target

CLOCK = {"turn_seconds": 2, "bank_seconds": 30}
SEATS = {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:easy"}
LIE = "2001-01-01T00:00:00Z"


def timed_table(target: Target) -> tuple[Person, str, Any]:
    """A person whose turn it is, at a table with a clock; what the server says of it."""
    person = target.person()
    match = person.client.create("levant-41", SEATS, clock=CLOCK).ok()["id"]
    while (now := person.client.detail(match).ok()["now"])["turn"] != "N":
        pass
    return person, match, now


@attack(
    "a client's clock",
    "actions that say when they were made, by field and header, early and late",
    short=True,
)
def lies(target: Target) -> str:
    person, match, now = timed_table(target)
    lie = {"at": LIE, "time": 0, "deadline": "2999-01-01T00:00:00Z", "server_time": LIE, "bank": 9_999}
    headers = {"Date": formatdate(0), "If-Unmodified-Since": formatdate(0)}
    before = datetime.now(UTC)
    reply = person.client.call(
        "POST", f"matches/{match}/actions/", json=now["legal"][0] | lie, headers=headers
    )
    event = reply.ok()["events"][0]
    at = datetime.fromisoformat(event["at"])
    assert abs(at - before) < timedelta(seconds=5), event
    left = person.client.detail(match).ok()["now"]["bank"]["N"]
    assert left <= 1_000 * CLOCK["bank_seconds"], left
    return "the event has the server's time, the bank is what it was"


@attack(
    "reconnecting for time",
    "sockets opened anew and refused actions while the turn runs into the bank",
)
def reconnecting(target: Target) -> str:
    person, match, now = timed_table(target)
    deadline = now["deadline"]
    assert deadline is not None
    end = datetime.fromisoformat(deadline) - timedelta(seconds=CLOCK["bank_seconds"] - 1)
    opened = 0
    while datetime.now(UTC) < end:  # past the turn, into the bank
        with target.socket(f"matches/{match}", person.token).connection:
            opened += 1
        person.client.act(match, {"action": "play", "card": "SA"})
        person.client.call("POST", f"matches/{match}/reclaim/")
        now = person.client.detail(match).ok()["now"]
        assert (now["turn"], now["deadline"]) == ("N", deadline), now
    person.client.act(match, now["legal"][0]).ok()
    left = person.client.detail(match).ok()["now"]["bank"]["N"]
    assert left < 1_000 * CLOCK["bank_seconds"], left
    bank = f"{left / 1_000:.1f} of {CLOCK['bank_seconds']} s in the bank are left"
    return f"{opened} times; the deadline stood still, {bank}"
