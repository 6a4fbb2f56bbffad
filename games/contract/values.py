"""Values that many shapes share. A name of this package is the name that the schema publishes."""

from typing import Annotated, Generic, Literal, NotRequired, TypedDict, TypeVar

from accounts.contract import Kind as Kind
from accounts.contract import Time as Time
from accounts.contract import says as says

_Value = TypeVar("_Value")


Seat = Literal["N", "E", "S", "W"]
Side = Literal["NS", "EW"]
Suit = Literal["S", "H", "D", "C"]
Trump = Literal["S", "H", "D", "C", "NT"]
Card = Annotated[
    str,
    says(
        pattern="^[SHDC][AKQJT98765432]$",
        description="Suit, then rank: `SA`, `HT`, `D2`.",
        examples=("SA",),
    ),
]
PresetName = Literal[
    "cardems",
    "cardems-es",
    "levant-31",
    "levant-41",
    "levant-61",
    "levant-41-double",
    "levant-41-sol",
    "saudi-41",
    "kaboot-41",
    "kaboot-31",
    "points-400",
]
ClockName = Literal["normal", "blitz", "slow", "none"]
Visibility = Literal["public", "unlisted", "private"]
Status = Literal["open", "live", "finished"]
Phase = Literal["seating", "auction", "naming", "play", "finished"]
Reason = Annotated[
    Literal["target", "bid13", "forfeit", "aborted", "voided", "limit"],
    says(description="Why a match ended."),
]
Forfeit = Annotated[Literal["timeout", "resigned", "left"], says(description="How a seat was lost.")]
Hash = Annotated[str, says(pattern="^[0-9a-f]{64}$", examples=("6f" * 32,))]
MatchId = Annotated[str, says(format="uuid", examples=("0199f3a2-5c7e-7b1d-8f60-2f9a4f0c1d3e",))]
ClientSeed = Annotated[
    str,
    says(
        pattern="^[0-9a-f]{0,64}$",
        description="What a seat adds to the shuffle of every deal.",
        examples=("00c0ffee",),
    ),
]
ActionId = Annotated[
    str,
    says(
        pattern="^[^\\u0000]{1,100}$",
        description="Unique for the seat; repeated, it does nothing again.",
        examples=("turn-17",),
    ),
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
    id: Annotated[str, says(examples=("7d9f0f3e-6c1b-4c37-9a43-0f4e8a1c52b6",))]


class Player(StoredPlayer):
    """A person, or a bot, whose name is its level."""

    name: Annotated[str, says(examples=("layla",))]


class Clock(TypedDict):
    """Seconds for each turn, and a bank for the whole match that is spent after them."""

    turn_seconds: Annotated[int, says(examples=(20,))]
    bank_seconds: Annotated[int, says(examples=(90,))]


class RuleSet(TypedDict):
    """Every field of a rule set; `id` is the preset's name, null for a custom one."""

    id: Annotated[str | None, says(examples=("levant-41",))]
    direction: Literal["clockwise", "counterclockwise"]
    bids: Annotated[list[int], says(examples=((7, 8, 9, 10, 11, 12, 13),))]
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
    target: Annotated[int, says(examples=(41,))]
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
    until: NotRequired[
        Annotated[Time | None, says(description="When it is open again; null: it is closed for good.")]
    ]
    reason: NotRequired[Annotated[str, says(description="Of `banned`, as in GET `account/moderation/`.")]]
    message: NotRequired[Annotated[str, says(description="What the moderator says of `banned`.")]]
    key: NotRequired[Annotated[str, says(description="For an appeal, where `banned` is from the service.")]]
    scope: NotRequired[Annotated[str, says(description="What the token lacks.")]]
