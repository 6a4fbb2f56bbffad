"""Events, each with its data.

Data with players or hands are generic: the log has no names and every hand, a viewer reads names and
sees some hands.
"""

from typing import Annotated, Generic, Literal, NotRequired, TypedDict, TypeVar

from .values import (
    Bank,
    BySeat,
    BySide,
    Card,
    ClientSeed,
    Clock,
    Figures,
    Forfeit,
    Hand,
    Hash,
    Player,
    Reason,
    RuleSet,
    Seat,
    Side,
    StoredPlayer,
    Time,
    Trump,
    Visibility,
    says,
)

_Player = TypeVar("_Player", bound=StoredPlayer)
_Hand = TypeVar("_Hand", bound=Hand | None)
Seq = Annotated[int, says(minimum=1, description="An event's place in its match, without gaps.")]


class _Event(TypedDict):
    seq: Seq
    at: Time


class Chosen(TypedDict):
    """What a player chose."""

    auto: NotRequired[Annotated[Literal[True], says(description="The server chose in place of the player.")]]


class SeatData(TypedDict):
    seat: Seat


class NewPlayerData(TypedDict, Generic[_Player]):
    seat: Seat
    player: _Player


class MatchCreatedData(TypedDict):
    ruleset: RuleSet
    rated: bool
    clock: Clock | None
    visibility: Visibility
    deal_algorithm: Annotated[str, says(examples=("tarneeb-deal/1",))]
    seed_hash: Hash
    premade: NotRequired[Annotated[list[Side], says(description="Sides that came as a pair.")]]


class MatchCreated(_Event):
    type: Literal["match_created"]
    data: MatchCreatedData


class SeatTakenData(TypedDict, Generic[_Player]):
    seat: Seat
    player: _Player
    client_seed: ClientSeed


class SeatTaken(_Event):
    type: Literal["seat_taken"]
    data: SeatTakenData[Player]


class SeatLeft(_Event):
    """Before the start only."""

    type: Literal["seat_left"]
    data: SeatData


class NoData(TypedDict):
    pass


class MatchStarted(_Event):
    type: Literal["match_started"]
    data: NoData


class DealStartedData(TypedDict, Generic[_Player, _Hand]):
    deal: int
    dealer: Seat
    opener: Seat
    hands: BySeat[_Hand]
    seats: BySeat[_Player]
    score: BySide
    bank: Bank
    expired: Figures
    forfeited: dict[Seat, _Player]
    reclaimable: list[Seat]
    reclaimed: list[Seat]
    scored: int
    passed_out: int


class DealStarted(_Event):
    """A deal, and what a reader who starts here must know of the match so far."""

    type: Literal["deal_started"]
    data: DealStartedData[Player, Hand | None]


class BidMadeData(Chosen):
    seat: Seat
    amount: int
    no_trump: bool


class BidMade(_Event):
    type: Literal["bid_made"]
    data: BidMadeData


class PassedData(Chosen):
    seat: Seat


class Passed(_Event):
    type: Literal["passed"]
    data: PassedData


class AuctionWonData(TypedDict):
    seat: Seat
    amount: int
    no_trump: bool
    forced: bool


class AuctionWon(_Event):
    type: Literal["auction_won"]
    data: AuctionWonData


class DealPassedOutData(TypedDict):
    deal: int


class DealPassedOut(_Event):
    type: Literal["deal_passed_out"]
    data: DealPassedOutData


class TrumpNamedData(Chosen):
    seat: Seat
    trump: Trump


class TrumpNamed(_Event):
    type: Literal["trump_named"]
    data: TrumpNamedData


class CardPlayedData(Chosen):
    seat: Seat
    card: Card


class CardPlayed(_Event):
    type: Literal["card_played"]
    data: CardPlayedData


class TrickWonData(TypedDict):
    seat: Seat
    trick: Annotated[int, says(minimum=1, maximum=13)]


class TrickWon(_Event):
    type: Literal["trick_won"]
    data: TrickWonData


class ScoredDeal(TypedDict):
    """`points` are those of this deal, `score` those of the match so far."""

    deal: int
    declarer: Seat
    amount: int
    trump: Trump
    made: bool
    tricks: BySide
    points: BySide
    score: BySide


class DealScored(_Event):
    type: Literal["deal_scored"]
    data: ScoredDeal


class TurnExpired(_Event):
    type: Literal["turn_expired"]
    data: SeatData


class SeatForfeitedData(TypedDict):
    seat: Seat
    reason: Forfeit


class SeatForfeited(_Event):
    type: Literal["seat_forfeited"]
    data: SeatForfeitedData


class SeatSubstituted(_Event):
    """A bot plays on."""

    type: Literal["seat_substituted"]
    data: NewPlayerData[Player]


class SeatReclaimed(_Event):
    type: Literal["seat_reclaimed"]
    data: NewPlayerData[Player]


class ClockExtendedData(TypedDict):
    seat: Seat
    deadline: Time
    reason: str


class ClockExtended(_Event):
    """After an outage of the server."""

    type: Literal["clock_extended"]
    data: ClockExtendedData


class MatchFinishedData(TypedDict):
    winner: Side | None
    score: BySide
    reason: Reason
    server_seed: Hash


class MatchFinished(_Event):
    """From here on everything is open, and the server's seed proves the deals."""

    type: Literal["match_finished"]
    data: MatchFinishedData


Event = (
    MatchCreated
    | SeatTaken
    | SeatLeft
    | MatchStarted
    | DealStarted
    | BidMade
    | Passed
    | AuctionWon
    | DealPassedOut
    | TrumpNamed
    | CardPlayed
    | TrickWon
    | DealScored
    | TurnExpired
    | SeatForfeited
    | SeatSubstituted
    | SeatReclaimed
    | ClockExtended
    | MatchFinished
)
