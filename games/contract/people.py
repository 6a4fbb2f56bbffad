"""What is told of people as players: ratings, figures, form, partners; and to them alone, all of it."""

from typing import Annotated, Literal, TypedDict

from accounts.contract import AccountData, Country, Kind, Name

from .analysis import OwnProblemAttempt, ProblemRating
from .bodies import Message, PlayingSeat, SeekStatus
from .values import BySide, MatchId, PresetName, Result, Time, says

LadderName = Annotated[
    str,
    says(
        pattern="^((pair|bots):)?[a-z0-9-]+$",
        description="A preset, or `pair:` or `bots:` and one.",
        examples=("levant-41",),
    ),
]
Why = Annotated[
    Literal["result", "forfeit", "spared", "halved"], says(description="Why a match changed a rating.")
]


class Standing(TypedDict):
    """A rating in a ladder; `provisional` until enough matches are behind it."""

    rating: Annotated[int, says(examples=(1500,))]
    deviation: Annotated[int, says(examples=(250,))]
    provisional: bool
    matches: int


class ListedStanding(Standing):
    name: Name


class RatingPoint(TypedDict):
    """A rating after a match, and what the match did to it."""

    at: Time
    match: MatchId
    rating: int
    deviation: int
    change: int
    why: Why


class Counts(TypedDict):
    """Matches; what is neither won nor lost was a tie."""

    matches: int
    won: int
    lost: int
    rated: int


class AsDeclarer(TypedDict):
    """Own contracts; an average of nothing is null."""

    deals: int
    made: int
    set: int
    average_bid: float | None
    average_over: float | None


class AsDefender(TypedDict):
    """The other side's contracts."""

    deals: int
    set: int
    made_against: int


class PlayFigures(TypedDict):
    """How a person plays by one rule set."""

    matches: int
    won: int
    lost: int
    deals: int
    as_declarer: AsDeclarer
    as_defender: AsDefender


class FormMatch(TypedDict):
    """One of the last results; `won` is null for a tie."""

    match: MatchId
    at: Time
    won: bool | None


class Partner(TypedDict):
    """Who sat opposite: how often, and how often the person has won so."""

    name: Name
    matches: int
    won: int


class Profile(TypedDict):
    """A player. `form` and `partners` go by the matches that a list may show the reader.

    `ratings` are by ladder, `statistics` by preset, `custom` for other rule sets. `followed` and `blocked`
    say whether the reader does.
    """

    name: Name
    kind: Kind
    country: Country
    created_at: Time
    ratings: dict[LadderName, Standing]
    counts: Counts
    statistics: dict[str, PlayFigures]
    form: list[FormMatch]
    partners: list[Partner]
    followed: bool
    blocked: bool


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
    seq: int | None
    reason: str
    text: str
    answered: Annotated[bool, says(description="Whether moderators have dealt with it.")]


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
    ratings: dict[LadderName, Standing]
    rating_changes: list[OwnRatingChange]
    strikes: list[OwnStrike]
    seeks: list[OwnSeek]
    problem_rating: ProblemRating | None
    problem_attempts: list[OwnProblemAttempt]
