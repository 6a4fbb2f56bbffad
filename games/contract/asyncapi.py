"""AsyncAPI 3.0 of both sockets: what goes each way, with the frames of the contract."""

from collections.abc import Sequence
from typing import Any, Final, get_args

from .frames import ClientFrame, LobbyFrame, MatchFrame, Ping
from .schema import Schema, definitions, of

PREFIX: Final = "#/components/schemas/"
ABOUT: Final = (
    "A bearer token (header, or `ticket`) or a session with an Origin of our own; else one may watch. "
    "Closes with 4401 (not or no longer signed in), 4403, 4404, 4429 (a flood) or 1012 (a restart). "
    "Fields and frames may be added."
)
TICKET: Final = {"type": "string", "description": "Of POST tickets/: one use, 30 seconds."}
AFTER: Final = {"type": "integer", "minimum": 0, "description": "The last seq that the client has."}


def document() -> Schema:
    told: dict[str, Sequence[Any]] = {"match": get_args(MatchFrame), "lobby": get_args(LobbyFrame)}
    heard: dict[str, Sequence[Any]] = {"match": get_args(ClientFrame), "lobby": (Ping,)}
    match = _channel(
        "/ws/v1/matches/{match}/", {"ticket": TICKET, "after": AFTER}, (*told["match"], *heard["match"])
    )
    match["parameters"] = {"match": {"description": "The match's id."}}
    lobby = _channel("/ws/v1/lobby/", {"ticket": TICKET}, (*told["lobby"], *heard["lobby"]))
    frames = {frame.__name__: frame for each in (told, heard) for side in each.values() for frame in side}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Tarneeb",
            "version": "1",
            "description": ABOUT,
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "channels": {"match": match, "lobby": lobby},
        "operations": {
            f"{action}-{channel}": _operation(action, channel, sides[channel])
            for action, sides in (("send", told), ("receive", heard))
            for channel in sides
        },
        "components": {
            "messages": {name: _message(frame) for name, frame in frames.items()},
            "schemas": definitions(PREFIX),
        },
    }


def _channel(address: str, query: Schema, frames: Sequence[Any]) -> Schema:
    names = [frame.__name__ for frame in frames]
    return {
        "address": address,
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names},
        "bindings": {"ws": {"method": "GET", "query": {"type": "object", "properties": query}}},
    }


def _operation(action: str, channel: str, frames: Sequence[Any]) -> Schema:
    """`send` is what the server says."""
    messages = [{"$ref": f"#/channels/{channel}/messages/{frame.__name__}"} for frame in frames]
    return {"action": action, "channel": {"$ref": f"#/channels/{channel}"}, "messages": messages}


def _message(frame: Any) -> Schema:
    about = {"summary": frame.__doc__} if frame.__doc__ else {}
    return {"name": frame.__name__, **about, "payload": of(frame, PREFIX)}
