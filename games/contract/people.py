"""People as players: bodies of profiles, ratings, ladders, and of what is kept of a person."""

from typing import Annotated, Literal, TypedDict

from accounts.contract import AccountData, Country, Kind, Name

from .bodies import Message, PlayingSeat, SeekStatus
from .values import BySide, MatchId, PresetName, Result, Time, says

LadderName = Annotated[
    str,
    says(
        pattern="^(pair:)?[a-z0-9-]+$", description="A preset, or `pair:` and one.", examples=("levant-41",)
    ),
]


Why = Literal["result", "forfeit", "spared", "halved"]


class Rating(TypedDict):
    """`provisional` until there are enough matches."""

    rating: Annotated[int, says(examples=(1500,))]
    deviation: Annotated[int, says(examples=(250,))]
    provisional: bool
    matches: int


class Counts(TypedDict):
    """Matches that are neither won nor lost were ties."""

    matches: int
    won: int
    lost: int
    rated: int


class AsDeclarer(TypedDict):
    deals: int
    made: int
    set: int
    average_bid: float | None
    average_over: float | None


class AsDefender(TypedDict):
    deals: int
    set: int
    made_against: int


class Statistics(TypedDict):
    matches: int
    won: int
    lost: int
    deals: int
    as_declarer: AsDeclarer
    as_defender: AsDefender


class Person(TypedDict):
    """A profile; `statistics` are by preset, `custom` for other rule sets."""

    name: Name
    kind: Kind
    country: Country
    created_at: Time
    ratings: dict[LadderName, Rating]
    counts: Counts
    statistics: dict[str, Statistics]


class RatingPoint(TypedDict):
    at: Time
    match: MatchId
    rating: int
    deviation: int
    change: int
    why: Why


class Standing(Rating):
    name: Name


class OwnMatch(PlayingSeat):
    score: BySide
    result: Result | None
    created_at: Time
    finished_at: Time | None


class OwnMessage(Message):
    match: MatchId


class OwnReport(TypedDict):
    id: str
    at: Time
    player: Name
    match: MatchId | None
    reason: str
    text: str


class OwnRatingChange(TypedDict):
    match_id: MatchId
    ladder: LadderName
    why: Why
    version: int
    at: Time
    before_mu: float
    before_sigma: float
    after_mu: float
    after_sigma: float


class OwnStrike(TypedDict):
    match_id: MatchId
    at: Time


class OwnSeek(TypedDict):
    id: MatchId
    rated: bool
    rulesets: list[PresetName]
    clocks: list[str]
    status: SeekStatus
    created_at: Time
    match_id: MatchId | None


class OwnData(AccountData):
    """All that is kept of a person."""

    matches: list[OwnMatch]
    messages: list[OwnMessage]
    reports: list[OwnReport]
    ratings: dict[LadderName, Rating]
    rating_changes: list[OwnRatingChange]
    strikes: list[OwnStrike]
    seeks: list[OwnSeek]
