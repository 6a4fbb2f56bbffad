"""What is told of people as players: ratings, figures, form, partners."""

from typing import Annotated, Literal, TypedDict

from .values import Kind, Time, says

Why = Annotated[
    Literal["result", "forfeit", "spared", "halved"], says(description="Why a match changed a rating.")
]


class Standing(TypedDict):
    """A rating in a ladder; `provisional` until enough matches are behind it."""

    rating: int
    deviation: int
    provisional: bool
    matches: int


class ListedStanding(Standing):
    name: str


class RatingPoint(TypedDict):
    """A rating after a match, and what the match did to it."""

    at: Time
    match: str
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

    match: str
    at: Time
    won: bool | None


class Partner(TypedDict):
    """Who sat opposite: how often, and how often the person has won so."""

    name: str
    matches: int
    won: int


class Profile(TypedDict):
    """A player. `form` and `partners` go by the matches that a list may show the reader.

    `ratings` are by ladder, `statistics` by preset, `custom` for other rule sets. `followed` and `blocked`
    say whether the reader does.
    """

    name: str
    kind: Kind
    country: str
    created_at: Time
    ratings: dict[str, Standing]
    counts: Counts
    statistics: dict[str, PlayFigures]
    form: list[FormMatch]
    partners: list[Partner]
    followed: bool
    blocked: bool
