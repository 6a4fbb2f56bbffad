"""Frames to clients as text (protocol.md, "WebSocket")."""

import json
import time
from collections.abc import Iterator, Sequence
from typing import Any

from games import codec, wire
from games.contract.bodies import Picture
from games.contract.frames import LobbyFrame, MatchFrame
from games.rules.state import MatchState
from games.rules.views import PUBLIC_TYPES, Viewer, now
from games.store import StoredEvent

ACTIONS = frozenset({"bid_made", "passed", "trump_named", "card_played"})


def frame(body: MatchFrame | LobbyFrame) -> str:
    return _json(body)


def _json(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def error_frame(code: str, detail: str, id_: str | None) -> str:
    """`id_` is that of the client's frame, where it had one."""
    if id_ is None:
        return frame({"type": "error", "code": code, "detail": detail})
    return frame({"type": "error", "id": id_, "code": code, "detail": detail})


def snapshot_frame(picture: Picture) -> str:
    return frame({"type": "snapshot", **picture, "server_time": _server_time()})


def _server_time() -> str:
    return codec.rfc3339(time.time_ns() // 1_000_000)


class Payloads:
    """One command's `events` frame, for each kind of viewer once; those who see the same share it."""

    def __init__(self, seq: int, state: MatchState, names: wire.Names, events: Sequence[StoredEvent]) -> None:
        self._seq = seq
        self._state = state
        self._names = names
        self._events = events
        self._is_public = all(event.type in PUBLIC_TYPES for event in events)
        self._public_events: str | None = None
        self._off_turn: str | None = None
        self._server_time = _server_time()

    def for_viewer(self, viewer: Viewer) -> str:
        if not self._is_public or (viewer.acts and viewer.seat == self._state.turn):
            return self._written_for(viewer)
        if self._off_turn is None:
            self._off_turn = self._written_for(viewer)
        return self._off_turn

    def _written_for(self, viewer: Viewer) -> str:
        moment = _json(wire.now_body(now(self._state, viewer)))
        return (
            f'{{"type":"events","seq":{self._seq},"events":{self._events_for(viewer)},'
            f'"now":{moment},"server_time":"{self._server_time}"}}'
        )

    def _events_for(self, viewer: Viewer) -> str:
        if self._is_public and self._public_events is not None:
            return self._public_events
        text = _json(wire.event_bodies(self._events, viewer, self._names))
        self._public_events = text
        return text


def by_command(events: Sequence[StoredEvent]) -> Iterator[Sequence[StoredEvent]]:
    """A piece of the log, command by command.

    A command's events share a time, and behind its first none is an action that a player chose.
    """
    first = 0
    for place, event in enumerate(events[1:], start=1):
        is_chosen = event.type in ACTIONS and "auto" not in event.data
        if is_chosen or event.at_ms != events[first].at_ms:
            yield events[first:place]
            first = place
    if events:
        yield events[first:]
