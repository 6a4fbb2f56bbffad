"""What an analysis says of a finished match, and problems made of such matches."""

from typing import Annotated, Literal, NotRequired, TypedDict

from .table import Action, Now, State
from .values import BySeat, BySide, Card, MatchId, PresetName, Seat, Time, Trump, says

AnalysisStatus = Annotated[
    Literal["none", "waiting", "running", "done", "failed"],
    says(description="`none`: nobody has asked for it; POST does. `failed`: no solver here, or it gave up."),
]
Failure = Annotated[
    Literal["no_solver", "gave_up"],
    says(description="`no_solver`: this installation has none. `gave_up`: a deal failed twice; ask again."),
]
Points = Annotated[
    float, says(description="In points of the rule set: this side's less the other side's.", examples=(1.5,))
]
TricksByTrump = Annotated[
    dict[Trump, int],
    says(
        description="Tricks that a declarer's side takes with each trump, best play by all four, hands open."
    ),
]


class JudgedCall(TypedDict):
    """A call or the naming of trump, and what it lost against the best that the seat could know of."""

    seq: int
    seat: Seat
    action: Action
    lost: Annotated[Points, says(description="0 where nothing was better.")]
    better: Action | None


class JudgedCard(TypedDict):
    """A card, and what it lost twice over.

    `lost_open` is measured on the real layout with all hands open, which blames bad luck too; `lost` over the
    layouts that the player could know of: that is the mistake.
    """

    seq: int
    seat: Seat
    card: Card
    lost: Points
    lost_open: Points
    better: Annotated[Card | None, says(description="The card that it lost most against, where it lost.")]
    expected: Annotated[
        float,
        says(description="NS's points in this deal less EW's, with best play after it."),
    ]


class BestContract(TypedDict):
    """The contract that neither side can better, hands open."""

    declarer: Seat
    amount: int
    trump: Trump
    tricks: int
    points: BySide


class AnalysedDeal(TypedDict):
    """One deal: the table of all its contracts, its auction and its cards."""

    deal: int
    seq: Annotated[int, says(description="Of its `deal_started`.")]
    table: BySeat[TricksByTrump]
    best: BestContract | None
    calls: list[JudgedCall]
    cards: list[JudgedCard]


class TurningPoint(TypedDict):
    """A call or card that cost its side much of what it could still win."""

    seq: int
    seat: Seat
    lost: Points


class SeatAccuracy(TypedDict):
    """How well a seat played: 100 where nothing was lost."""

    accuracy: Annotated[float, says(minimum=0, maximum=100)]
    cards: Annotated[int, says(description="Cards that were a choice.")]
    mistakes: Annotated[
        int,
        says(description="Choices that lost half a point or more; where cards are counted, half of 120/13."),
    ]
    lost: Annotated[Points, says(description="A deal, on average.")]


class Analysis(TypedDict):
    """GET `matches/{id}/analysis/`: `deals` grows while it runs, the rest comes with `done`."""

    status: AnalysisStatus
    why: NotRequired[Annotated[Failure, says(description="Why it `failed`.")]]
    done: Annotated[int, says(description="Deals analysed.")]
    of: Annotated[int, says(description="Deals to analyse; passed-out ones have no cards but an auction.")]
    layouts: Annotated[
        int,
        says(description="For each card of the first two tricks; twice, then four times as many later."),
    ]
    version: Annotated[int, says(description="Of the method; an older analysis may be asked for again.")]
    accuracy: BySeat[SeatAccuracy] | None
    turning_points: list[TurningPoint]
    deals: list[AnalysedDeal]


ProblemId = Annotated[str, says(pattern="^[A-Z0-9]{6}$", examples=("7K2M9Q",))]
ProblemDate = Annotated[str, says(format="date", description="A day of UTC.", examples=("2026-11-30",))]
ProblemKind = Literal["call", "trump", "card"]
ProblemLevel = Annotated[Literal["easy", "medium", "hard"], says(description="By how often it is missed.")]


class Problem(TypedDict):
    """A position from a real deal where one choice is clearly best: the table as its seat saw it."""

    id: ProblemId
    kind: ProblemKind
    level: ProblemLevel
    rating: Annotated[int, says(description="Of the problem, on the solvers' scale.", examples=(1500,))]
    attempts: int
    solved: int
    ruleset: PresetName
    seat: Annotated[Seat, says(description="Whose turn it is.")]
    state: Annotated[State, says(description="As that seat saw it; the players are not named.")]
    now: Now
    day: NotRequired[Annotated[ProblemDate, says(description="The date of a daily problem.")]]


class ProblemAnswer(TypedDict):
    """POST `problems/{id}/attempts/`: one of the actions in the picture's `legal`."""

    action: Action


class AnsweredChoice(TypedDict):
    """One of the choices, and what it loses over the layouts that the seat could know of."""

    action: Action
    lost: Points


class ProblemVerdict(TypedDict):
    """What an answer was worth, with the whole deal: its match and seq, if it is a public one."""

    solved: bool
    best: Action
    choices: list[AnsweredChoice]
    match: MatchId | None
    seq: int | None
    rating: Annotated[
        int | None, says(description="One's own problem rating since, null for who is not signed in.")
    ]
    change: Annotated[
        int | None, says(description="What this first attempt did to it; null for a later one.")
    ]


class ProblemRating(TypedDict):
    """How well a person solves problems."""

    rating: Annotated[int, says(examples=(1500,))]
    deviation: Annotated[int, says(examples=(250,))]
    attempts: int
    solved: int


class OwnProblemAttempt(TypedDict):
    """A first answer, and what it did to one's rating."""

    problem: ProblemId
    at: Time
    action: Action
    solved: bool
    rating: int
    change: int
