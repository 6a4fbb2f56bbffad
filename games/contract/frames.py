"""Frames of sockets and streams: what the server says of a match and in the lobby, what a client says."""

from typing import Literal, NotRequired, TypedDict

from .bodies import ListedTable, Message, Picture, Seek
from .events import Event
from .requests import BidRequest, NameTrumpRequest, PassRequest, PlayCardRequest, ResignRequest
from .table import Now
from .values import ActionId, MatchId, Seat, Time


class Snapshot(Picture):
    """The table, as GET `matches/{id}/` has it: the first frame."""

    type: Literal["snapshot"]
    server_time: Time


class Events(TypedDict):
    """What one command caused; with `after` what was missed, perhaps nothing. `seq` is the last one's."""

    type: Literal["events"]
    seq: int
    events: list[Event]
    now: Now
    server_time: Time


class Ack(TypedDict):
    """The action is stored."""

    type: Literal["ack"]
    id: ActionId
    seq: int


class ErrorFrame(TypedDict):
    """A frame was refused; `id` is its own, where it had one."""

    type: Literal["error"]
    id: NotRequired[str]
    code: str
    detail: str


class Pong(TypedDict):
    """`head` is the last stored seq, 0 in the lobby."""

    type: Literal["pong"]
    head: int


class Presence(TypedDict):
    """A player has come or gone."""

    type: Literal["presence"]
    seat: Seat
    connected: bool


class MessageFrame(Message):
    """A player has said something to the table, or to the partner alone."""

    type: Literal["message"]


MatchFrame = Snapshot | Events | Ack | ErrorFrame | Pong | Presence | MessageFrame


class Tables(TypedDict):
    """Public tables, those with open seats first, then running ones, the best players' first.

    The first frame, and again when something has changed.
    """

    type: Literal["tables"]
    tables: list[ListedTable]


class SeekFrame(TypedDict):
    type: Literal["seek"]
    seek: Seek


class Paired(TypedDict):
    type: Literal["paired"]
    match: MatchId


class Invited(TypedDict):
    """A seat is kept for you; `by` is the host's name."""

    type: Literal["invited"]
    match: MatchId
    by: str


class Turn(TypedDict):
    """It is your turn in a match of yours, whose last event is `seq`. The same may come twice."""

    type: Literal["turn"]
    match: str
    seq: int


PersonFrame = SeekFrame | Paired | Invited | Turn
LobbyFrame = Tables | SeekFrame | Paired | Invited | Turn | ErrorFrame | Pong


class Ping(TypedDict):
    type: Literal["ping"]


class _ActionFrame(TypedDict):
    type: Literal["action"]
    id: ActionId


class PassFrame(_ActionFrame, PassRequest):
    pass


class BidFrame(_ActionFrame, BidRequest):
    pass


class NameTrumpFrame(_ActionFrame, NameTrumpRequest):
    pass


class PlayCardFrame(_ActionFrame, PlayCardRequest):
    pass


class ResignFrame(_ActionFrame, ResignRequest):
    pass


ActionFrame = PassFrame | BidFrame | NameTrumpFrame | PlayCardFrame | ResignFrame
ClientFrame = Ping | ActionFrame
