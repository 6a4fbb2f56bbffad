"""The viewer at a socket notices gaps, repeats, a wrong present and hidden cards in frames."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from .client import Client, Json
from .statecheck import Mismatch
from .streams import SocketViewer, is_text
from .test_viewer import full, stream
from .viewer import fold


class Script:
    """A connection that brings these frames."""

    def __init__(self, frames: list[Json]) -> None:
        self.frames = list(frames)

    def recv(self, timeout: float) -> str:
        if not self.frames:
            raise TimeoutError
        return json.dumps(self.frames.pop(0))


def frame(seat: str | None, first: int, last: int) -> Json:
    """An `events` frame as the server sends it."""
    table = fold(stream(seat)[:last])
    legal = table.legal() if seat and seat == table.turn else []
    now: Json = {"phase": table.phase, "turn": table.turn, "deadline": None, "bank": {}, "legal": legal}
    return {"type": "events", "seq": last, "events": stream(seat)[first - 1 : last], "now": now}


def watched(frames: list[Json], seat: str | None = "E") -> SocketViewer:
    """A viewer who has heard all of them."""

    class Scripted(SocketViewer):
        def _connected(self, after: int | None) -> Any:
            return Script(frames)

    viewer = Scripted(Client("http://nowhere"), "eyes", "m", seat)
    viewer.poll()
    return viewer


@pytest.mark.parametrize("seat", ["N", "E", "S", "W", None])
def test_frames_as_they_should_be(seat: str | None) -> None:
    frames = [frame(seat, seq, seq) for seq in range(1, len(full()) + 1)]
    assert watched(frames, seat).head == len(full())
    assert watched([frame(seat, 1, 9), frame(seat, 10, len(full()))], seat).head == len(full())


@pytest.mark.parametrize("frames", [[(1, 8), (10, 11)], [(1, 8), (8, 9)], [(1, 8), (1, 8)], [(2, 8)]])
def test_a_gap_or_a_repeat(frames: list[tuple[int, int]]) -> None:
    with pytest.raises(Mismatch, match="a frame of"):
        watched([frame("E", *span) for span in frames])


def test_a_seq_that_is_not_the_last_events() -> None:
    with pytest.raises(Mismatch, match="a frame of 9"):
        watched([frame("E", 1, 8) | {"seq": 9}])


def test_another_present() -> None:
    wrong = frame("E", 1, 8)
    wrong["now"]["turn"] = next(seat for seat in "NESW" if seat != wrong["now"]["turn"])
    with pytest.raises(Mismatch, match="turn is"):
        watched([wrong])


def test_anothers_choices() -> None:
    last = len(full())
    turn = fold(full()).turn
    other = next(seat for seat in "NESW" if seat != turn)
    leaking = frame(other, 1, last)
    leaking["now"]["legal"] = frame(turn, 1, last)["now"]["legal"]
    with pytest.raises(Mismatch, match="legal is"):
        watched([leaking], other)


def test_a_hidden_card_in_any_frame() -> None:
    hidden = min(full()[6]["data"]["hands"]["W"])
    stray = deepcopy(frame("E", 1, 8))
    stray["debug"] = hidden
    with pytest.raises(Mismatch, match="more cards than it may"):
        watched([stray])
    for kind in ("presence", "error", "pong", "ack"):
        with pytest.raises(Mismatch, match="leaks"):
            watched([frame("E", 1, 8), {"type": kind, "detail": hidden}])


def test_an_unknown_frame() -> None:
    with pytest.raises(Mismatch, match="of type news"):
        watched([{"type": "news"}])


def test_what_goes_as_text() -> None:
    assert is_text(b"{")
    assert not is_text(b"\xff\xfe")
