"""What happened in a match: frozen values, named as on the wire (protocol.md, "Events").

Those with many fields are named tuples: a frozen dataclass sets each field by a call.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, final, get_args

from .cards import Card, Suit
from .ruleset import RuleSet
from .seats import Seat, Side

Pair = tuple[int, int]  # a figure for NS and one for EW
Four = tuple[int, int, int, int]  # a figure for N, E, S and W
Kind = Literal["human", "bot"]
Visibility = Literal["public", "unlisted", "private"]
VISIBILITIES: tuple[Visibility, ...] = get_args(Visibility)
Loss = Literal["timeout", "resigned", "left"]  # of a seat
Reason = Literal["target", "bid13", "forfeit", "aborted", "voided", "limit"]  # of the end


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits: `id` is opaque. Names are looked up on reading."""

    kind: Kind
    id: str

    @property
    def is_human(self) -> bool:
        return self.kind == "human"


Hands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
Seats = tuple[Player, Player, Player, Player]


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds for each turn, and a bank for the whole match that is spent after them."""

    turn_seconds: int
    bank_seconds: int


@dataclass(frozen=True, slots=True)
class MatchCreated:
    """`clock` is None where there is no deadline; `premade` are the sides that came as a pair."""

    ruleset: RuleSet
    rated: bool
    clock: Clock | None
    visibility: Visibility
    deal_algorithm: str
    seed_hash: str
    premade: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatTaken:
    seat: Seat
    player: Player
    client_seed: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchStarted:
    pass


class DealStarted(NamedTuple):
    """A deal, and all that a reader who starts here must know of the match so far.

    `hands` are in the order dealt; `bank` in milliseconds; `forfeited` holds the person who
    lost the seat, `reclaimable` the seats they may still take back, `reclaimed` those taken back.
    """

    deal: int
    dealer: Seat
    opener: Seat
    hands: Hands
    seats: Seats
    score: Pair
    bank: Four
    expired: Four
    forfeited: tuple[Player | None, Player | None, Player | None, Player | None]
    reclaimable: tuple[Seat, ...]
    reclaimed: tuple[Seat, ...]
    scored: int
    passed_out: int


@dataclass(frozen=True, slots=True)
class BidMade:
    seat: Seat
    amount: int
    no_trump: bool
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat
    auto: bool = False


@dataclass(frozen=True, slots=True)
class AuctionWon:
    seat: Seat
    amount: int
    no_trump: bool
    forced: bool


@dataclass(frozen=True, slots=True)
class DealPassedOut:
    deal: int


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    seat: Seat
    trump: Suit
    auto: bool = False


@final
@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: Seat
    card: Card
    auto: bool = False


@final
@dataclass(frozen=True, slots=True)
class TrickWon:
    """`trick` counts from 1."""

    seat: Seat
    trick: int


class DealScored(NamedTuple):
    """`points` are those of this deal, `score` those of the match so far."""

    deal: int
    declarer: Seat
    amount: int
    trump: Suit
    made: bool
    tricks: Pair
    points: Pair
    score: Pair


@dataclass(frozen=True, slots=True)
class TurnExpired:
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatForfeited:
    seat: Seat
    reason: Loss


@dataclass(frozen=True, slots=True)
class SeatSubstituted:
    seat: Seat
    player: Player


@dataclass(frozen=True, slots=True)
class SeatReclaimed:
    seat: Seat
    player: Player


@dataclass(frozen=True, slots=True)
class ClockExtended:
    """`deadline_ms` is in milliseconds since the epoch."""

    seat: Seat
    deadline_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class MatchFinished:
    winner: Side | None
    score: Pair
    reason: Reason
    server_seed: str


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

Events = tuple[Event, ...]

# The commonest events are made once, alone and as the answer to a command: values are shared, never copied.
CARD_PLAYED = tuple(tuple(CardPlayed(seat, card) for card in range(52)) for seat in range(4))
TRICK_WON = tuple(tuple(TrickWon(seat, trick) for trick in range(14)) for seat in range(4))
PASSED = tuple(Passed(seat) for seat in range(4))
ONLY_CARD_PLAYED = tuple(tuple((played,) for played in of_seat) for of_seat in CARD_PLAYED)
ONLY_TRICK_WON = tuple(tuple((won,) for won in of_seat) for of_seat in TRICK_WON)
bid_made = lru_cache(BidMade)
auction_won = lru_cache(AuctionWon)
trump_named = lru_cache(TrumpNamed)
