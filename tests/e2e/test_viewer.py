"""The viewer notices cards that it should not see, gaps and rewritten events."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from typing import Any

import httpx
import pytest

from .client import Client, Json, Reply
from .simulator import simulate
from .statecheck import Mismatch
from .viewer import Viewer


@cache
def full() -> list[Json]:
    """The first events of a match: six cards into its first deal."""
    events = simulate("levant-41", 1).events
    cards = [event["seq"] for event in events if event["type"] == "card_played"]
    return events[: cards[5]]


def stream(seat: str | None) -> list[Json]:
    """As the server redacts them for a seat or a spectator."""
    events = deepcopy(full())
    hands = events[6]["data"]["hands"]
    events[6]["data"]["hands"] = {owner: hands[owner] if owner == seat else None for owner in hands}
    return events


def reply(body: Any) -> Reply:
    """A body as it comes off the wire."""
    return Reply(200, httpx.Headers(), json.dumps(body).encode(), "GET test")


def viewer(seat: str | None = "E") -> Viewer:
    """Someone who has seen the stream."""
    eyes = Viewer(Client("http://nowhere"), "eyes", "m", seat)
    eyes.receive(page(stream(seat)))
    return eyes


def page(events: list[Json]) -> Reply:
    """A page of events of a running match."""
    return reply({"events": events, "head": len(full()), "finished": False})


@pytest.mark.parametrize("seat", ["E", None])
def test_redacted_stream_is_accepted(seat: str | None) -> None:
    eyes = viewer(seat)
    assert eyes.head == len(full())
    eyes.receive(page(stream(seat)))


def test_anothers_hand_is_noticed() -> None:
    for seat, shown in (("E", "W"), (None, "W")):
        with pytest.raises(Mismatch, match="shows the hands of"):
            Viewer(Client("http://nowhere"), "eyes", "m", seat).receive(page(stream(shown)))


def test_stray_card_in_an_event_is_noticed() -> None:
    events = stream("E")
    events[8]["data"]["debug"] = "H2"
    with pytest.raises(Mismatch, match="more cards than it may"):
        Viewer(Client("http://nowhere"), "eyes", "m", "E").receive(page(events))


def test_hidden_card_in_any_other_body_is_noticed() -> None:
    eyes = viewer()
    own = eyes.hand
    played = {play.card for play in eyes.table.current.played}
    hidden = min(set(full()[6]["data"]["hands"]["W"]) - played)
    for body in ({"detail": f"W holds {hidden}."}, {"cards": [hidden]}, [hidden]):
        with pytest.raises(Mismatch, match="leaks"):
            eyes.receive(reply(body))
    eyes.receive(reply({"cards": [min(own), min(played)]}))
    eyes.receive(reply({"detail": f"You do not hold {hidden}."}), sent={"action": "play", "card": hidden})


def test_gap_is_noticed() -> None:
    with pytest.raises(Mismatch, match="event 9 after 0"):
        Viewer(Client("http://nowhere"), "eyes", "m", "E").receive(page(stream("E")[8:]))


def test_rewritten_event_is_noticed() -> None:
    events = stream("E")
    events[9]["at"] = "2025-01-01T00:00:09Z"
    with pytest.raises(Mismatch, match="event 10 has changed"):
        viewer().receive(page(events))
