"""A table as a viewer may know it: its state, the present turn, and what may be done."""

from typing import Annotated, Literal, TypedDict

from .events import ScoredDeal
from .values import (
    Bank,
    BySeat,
    BySide,
    Card,
    Clock,
    Figures,
    Hands,
    Phase,
    Player,
    Result,
    RuleSet,
    Seat,
    Suit,
    Time,
    Trump,
    Visibility,
    says,
)


class Pass(TypedDict):
    action: Literal["pass"]


class Bid(TypedDict):
    action: Literal["bid"]
    amount: int
    no_trump: bool


class NameTrump(TypedDict):
    action: Literal["name_trump"]
    trump: Suit


class PlayCard(TypedDict):
    action: Literal["play"]
    card: Card


Action = Pass | Bid | NameTrump | PlayCard


class Now(TypedDict):
    """`legal` holds complete bodies to send; empty off turn, never empty on turn."""

    phase: Phase
    turn: Seat | None
    deadline: Time | None
    bank: Bank
    legal: list[Action]


class SeatState(TypedDict):
    """`program`: the account is a bot's, played from outside by the public API."""

    player: Player
    connected: bool
    forfeited: bool
    program: bool


class Call(TypedDict):
    seat: Seat
    call: Literal["pass"] | int
    no_trump: bool


class Contract(TypedDict):
    """`trump` is null until it is named."""

    declarer: Seat
    amount: int
    no_trump: bool
    forced: bool
    trump: Trump | None


class Play(TypedDict):
    seat: Seat
    card: Card


class Trick(TypedDict):
    """The trick on the table; `leader` is null before the play."""

    leader: Seat | None
    plays: list[Play]


class TakenTrick(TypedDict):
    leader: Seat
    plays: list[Play]
    winner: Seat


class Deal(TypedDict):
    number: int
    dealer: Seat
    calls: list[Call]
    contract: Contract | None
    hands: Hands
    counts: Figures
    trick: Trick
    last_trick: TakenTrick | None
    tricks: BySide


class State(TypedDict):
    """`deal` is null while people sit down, `result` until the end."""

    ruleset: RuleSet
    rated: bool
    clock: Clock | None
    visibility: Visibility
    seats: BySeat[SeatState | None]
    score: BySide
    deal: Deal | None
    deals: list[ScoredDeal]
    result: Result | None
    invited: Annotated[dict[Seat, str], says(description="For whom seats are kept, by name.")]
