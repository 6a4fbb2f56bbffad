"""Values that many shapes share. A name of this package is the name that the schema publishes."""

from typing import Annotated, Generic, Literal, NotRequired, TypedDict, TypeVar

_Keywords = tuple[tuple[str, object], ...]
_Value = TypeVar("_Value")


def says(**keywords: object) -> _Keywords:
    """What JSON Schema says of a type beside the type itself."""
    return tuple(keywords.items())


Seat = Literal["N", "E", "S", "W"]
Side = Literal["NS", "EW"]
Suit = Literal["S", "H", "D", "C"]
Trump = Literal["S", "H", "D", "C", "NT"]
Card = Annotated[
    str, says(pattern="^[SHDC][AKQJT98765432]$", description="Suit, then rank: `SA`, `HT`, `D2`.")
]
Kind = Literal["human", "bot"]
Visibility = Literal["public", "unlisted", "private"]
Status = Literal["open", "live", "finished"]
Phase = Literal["seating", "auction", "naming", "play", "finished"]
Reason = Annotated[
    Literal["target", "bid13", "forfeit", "aborted", "voided", "limit"],
    says(description="Why a match ended."),
]
Forfeit = Annotated[Literal["timeout", "resigned", "left"], says(description="How a seat was lost.")]
Time = Annotated[str, says(format="date-time", pattern="Z$", description="RFC 3339, UTC.")]
Hash = Annotated[str, says(pattern="^[0-9a-f]{64}$")]
ClientSeed = Annotated[
    str, says(pattern="^[0-9a-f]{0,64}$", description="What a seat adds to the shuffle of every deal.")
]
ActionId = Annotated[
    str,
    says(pattern="^[^\\u0000]{1,100}$", description="Unique for the seat; repeated, it does nothing again."),
]


class BySeat(TypedDict, Generic[_Value]):
    N: _Value
    E: _Value
    S: _Value
    W: _Value


class BySide(TypedDict):
    NS: int
    EW: int


Figures = BySeat[int]
Bank = Annotated[BySeat[int], says(description="Milliseconds left for the rest of the match.")]
Hand = list[Card]
Hands = Annotated[BySeat[Hand | None], says(description="Null where hidden from the viewer.")]


class StoredPlayer(TypedDict):
    """A player as the log has them, and as the hash chain needs them."""

    kind: Kind
    id: str


class Player(StoredPlayer):
    """A person, or a bot, whose name is its level."""

    name: str


class Clock(TypedDict):
    """Seconds for each turn, and a bank for the whole match that is spent after them."""

    turn_seconds: int
    bank_seconds: int


class RuleSet(TypedDict):
    """Every field of a rule set; `id` is the preset's name, null for a custom one."""

    id: str | None
    direction: Literal["clockwise", "counterclockwise"]
    bids: list[int]
    unit: Literal["tricks", "card_points"]
    all_pass: Literal["redeal", "force_last"]
    forced_may_raise: bool
    no_trump: bool
    defenders_when_made: Literal["zero", "own"]
    defenders_when_set: Literal["zero", "own"]
    slam: Literal["none", "16", "double_bid"]
    slam_when: Literal["any", "bid13"]
    slam_sides: Literal["declarer", "either"]
    bid13: Literal["none", "wins_match", "kaboot"]
    target: int
    ending: Literal["sole", "higher", "first"]
    dealing: Literal["one_by_one", "packets_4_4_5"]


class Result(TypedDict):
    """How a match ended; nobody has won where `winner` is null."""

    winner: Side | None
    reason: Reason


class Error(TypedDict):
    """A refusal; `detail` is in the request's language."""

    code: str
    detail: str
    field: NotRequired[str]
    until: NotRequired[Annotated[Time, says(description="When ranked play is open again.")]]
    scope: NotRequired[Annotated[str, says(description="What the token lacks.")]]
