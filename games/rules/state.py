"""The state of a match: a fold over its events, changed only by `apply`, which never refuses."""

from collections.abc import Iterable
from typing import Final, Literal, Self, assert_never

from .cards import (
    NO_SUIT,
    NO_TRUMP,
    RANK_BIT,
    SUIT_OF,
    TAKES,
    Card,
    Mask,
    Suit,
    ranks_by_suit,
)
from .commands import NO_BID, Calls, call_ladder
from .events import (
    AuctionWon,
    BidMade,
    CardPlayed,
    Clock,
    ClockExtended,
    DealPassedOut,
    DealScored,
    DealStarted,
    Event,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    Pair,
    Passed,
    Player,
    SeatForfeited,
    SeatLeft,
    SeatReclaimed,
    SeatSubstituted,
    SeatTaken,
    TrickWon,
    TrumpNamed,
    TurnExpired,
    Visibility,
)
from .ruleset import RuleSet
from .scoring import Ending
from .seats import SEATS, Seat

SEATING: Final = "seating"
AUCTION: Final = "auction"
NAMING: Final = "naming"
PLAY: Final = "play"
FINISHED: Final = "finished"
Phase = Literal["seating", "auction", "naming", "play", "finished"]
# The seat after each, by direction of play.
ORDER = {"clockwise": (1, 2, 3, 0), "counterclockwise": (3, 0, 1, 2)}

Trick = tuple[Seat, tuple[Card, ...], Seat]  # leader, cards in the order played, winner
Contract = tuple[Seat, int, bool, bool]  # declarer, amount, no_trump, forced


class MatchState:
    """A match at one point of its log.

    Seats index the lists; times are milliseconds since the epoch; `bank` is in milliseconds;
    `trump` is None until the play. `held[seat][suit]` is a set of ranks as 13 bits, and nothing
    where the suit is `NO_SUIT`, as `led` is before a lead. `takes[best][card]` says whether a card
    takes a trick; `history` holds the deal's complete tricks. Readers never change a state: who
    wants to go on applies events to a `copy`.
    """

    __slots__ = (
        "bank", "best_card", "best_seat", "calls", "client_seeds", "clock", "contract",
        "deal", "dealer", "ending", "expired", "extended_to_ms", "forfeited", "held", "high_bid",
        "high_bidder", "history", "ladder", "leader", "led", "opener", "order", "passed", "passed_out",
        "phase", "players", "rated", "reclaimable", "reclaimed", "ruleset", "score", "scored", "seed_hash",
        "takes", "trick", "trump", "turn", "turn_started_ms", "visibility",
    )  # fmt: skip

    ruleset: RuleSet
    order: tuple[Seat, ...]
    ladder: dict[tuple[int, bool], tuple[Calls, ...]]
    rated: bool
    clock: Clock | None
    visibility: Visibility
    seed_hash: str
    phase: Phase
    players: list[Player | None]
    client_seeds: list[str]
    forfeited: list[Player | None]
    reclaimable: list[Seat]
    reclaimed: list[Seat]
    expired: list[int]
    bank: list[int]
    turn: Seat | None
    turn_started_ms: int
    extended_to_ms: int | None
    deal: int
    dealer: Seat
    opener: Seat
    held: list[list[int]]
    calls: list[BidMade | Passed]
    passed: list[Seat]
    high_bid: tuple[int, bool]
    high_bidder: Seat | None
    contract: Contract | None
    trump: Suit | None
    takes: tuple[tuple[bool, ...], ...]
    led: Suit
    leader: Seat
    trick: list[Card]
    best_seat: Seat
    best_card: Card
    history: list[Trick]
    score: Pair
    scored: int
    passed_out: int
    ending: Ending | None

    def __init__(self, created: MatchCreated) -> None:
        self.ruleset = created.ruleset
        self.order = ORDER[created.ruleset.direction]
        self.ladder = call_ladder(created.ruleset.bids, created.ruleset.no_trump)
        self.rated = created.rated
        self.clock = created.clock
        self.visibility = created.visibility
        self.seed_hash = created.seed_hash
        self.phase = SEATING
        self.players = [None] * 4
        self.client_seeds = [""] * 4
        self.forfeited = [None] * 4
        self.reclaimable = []
        self.reclaimed = []
        self.expired = [0] * 4
        self.bank = [1000 * created.clock.bank_seconds if created.clock else 0] * 4
        self.turn = None
        self.turn_started_ms = 0
        self.extended_to_ms = None
        self.deal = 0
        self.dealer = self.opener = 0
        self.score = (0, 0)
        self.scored = self.passed_out = 0
        self.ending = None
        self._clear_deal([[0] * 5 for _ in SEATS])

    def _clear_deal(self, held: list[list[int]]) -> None:
        self.held = held
        self.calls = []
        self.passed = []
        self.high_bid = NO_BID
        self.high_bidder = None
        self.contract = None
        self.trump = None
        self.takes = TAKES[NO_TRUMP]
        self.led = NO_SUIT
        self.leader = 0
        self.trick = []
        self.best_seat = self.best_card = 0
        self.history = []

    def copy(self) -> Self:
        """An independent state, equal to this one."""
        twin = object.__new__(type(self))
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if value.__class__ is list else value)
        twin.held = [suits.copy() for suits in self.held]
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MatchState) and all(
            getattr(self, name) == getattr(other, name) for name in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def hands(self) -> list[Mask]:
        """The cards that each seat holds."""
        return [
            spades | hearts << 13 | diamonds << 26 | clubs << 39
            for spades, hearts, diamonds, clubs, _ in self.held
        ]

    @property
    def tricks(self) -> Pair:
        """How many of this deal's each side has taken."""
        east_west = sum([winner & 1 for _, _, winner in self.history])
        return len(self.history) - east_west, east_west

    def following(self, seat: Seat) -> Seat:
        """The next seat in the direction of play."""
        return self.order[seat]

    @property
    def deadline_ms(self) -> int | None:
        """When the turn runs out; None without a clock, without a turn and for a bot."""
        if self.clock is None or self.turn is None or not self.is_human(self.turn):
            return None
        if self.extended_to_ms is not None:
            return self.extended_to_ms
        return self.turn_started_ms + 1000 * self.clock.turn_seconds + self.bank[self.turn]

    def is_human(self, seat: Seat) -> bool:
        """Whether a person, not a bot, plays the seat now."""
        player = self.players[seat]
        return player is not None and player.is_human

    def apply(self, event: Event, at_ms: int = 0) -> None:
        """Take in the next event of the log, which happened at `at_ms`."""
        # Nine events of ten are these two. A pattern takes four times as long to match, and a call
        # as long as half of the work, so they are told apart and done here.
        if type(event) is CardPlayed:
            seat = event.seat
            card = event.card
            if self.clock is not None:
                self._spend_clock(at_ms)
                self.turn_started_ms = at_ms
            suit = SUIT_OF[card]
            self.held[seat][suit] -= RANK_BIT[card]
            trick = self.trick
            if not trick:
                self.leader = self.best_seat = seat
                self.best_card = card
                self.led = suit
            elif self.takes[self.best_card][card]:
                self.best_seat = seat
                self.best_card = card
            trick.append(card)
            self.turn = self.order[seat] if len(trick) < 4 else None
            return
        if type(event) is TrickWon:
            seat = event.seat
            trick = self.trick
            self.history.append((self.leader, tuple(trick), seat))
            trick.clear()
            self.led = NO_SUIT
            self.turn = seat
            return
        match event:
            case BidMade():
                self._bid_made(event, at_ms)
            case Passed():
                self._passed(event, at_ms)
            case DealStarted():
                self._deal_started(event, at_ms)
            case AuctionWon():
                self.contract = (event.seat, event.amount, event.no_trump, event.forced)
                self.phase = NAMING
                self._turn_to(event.seat, at_ms)
            case TrumpNamed():
                self._spend_clock(at_ms)
                self.trump = event.trump
                self.takes = TAKES[event.trump]
                self.phase = PLAY
                self._turn_to(event.seat, at_ms)
            case DealScored():
                self.turn = None
                self.score = event.score
                self.scored += 1
                self.passed_out = 0
            case DealPassedOut():
                self.turn = None
                self.passed_out += 1
            case SeatTaken():
                self.players[event.seat] = event.player
                self.client_seeds[event.seat] = event.client_seed
            case SeatLeft():
                self.players[event.seat] = None
                self.client_seeds[event.seat] = ""
            case MatchStarted():
                pass
            case TurnExpired():
                self._spend_clock(at_ms)
                self.expired[event.seat] += 1
            case SeatForfeited():
                self._seat_forfeited(event)
            case SeatSubstituted():
                self.players[event.seat] = event.player
            case SeatReclaimed():
                self._seat_reclaimed(event, at_ms)
            case ClockExtended():
                self.extended_to_ms = event.deadline_ms
            case MatchFinished():
                self.phase = FINISHED
                self.turn = None
                self.score = event.score
                self.ending = Ending(event.winner, event.reason)
            case MatchCreated():
                raise AssertionError("a match is created once")
            case _:
                assert_never(event)

    def _turn_to(self, seat: Seat, at_ms: int) -> None:
        self.turn = seat
        self.turn_started_ms = at_ms
        self.extended_to_ms = None

    def _spend_clock(self, at_ms: int) -> None:
        """What the turn took beyond its own seconds comes out of the seat's bank."""
        if self.clock is None:
            return
        self.bank = self.bank_at(at_ms)
        self.extended_to_ms = None

    def bank_at(self, at_ms: int) -> list[int]:
        """The banks once the turn has lasted until `at_ms`."""
        bank = self.bank.copy()
        deadline = self.deadline_ms
        if deadline is not None and self.turn is not None:
            bank[self.turn] = max(0, min(bank[self.turn], deadline - at_ms))
        return bank

    def _passed(self, event: Passed, at_ms: int) -> None:
        if self.clock is not None:
            self._spend_clock(at_ms)
        self.calls.append(event)
        self.passed.append(event.seat)
        self._next_caller(event.seat, at_ms)

    def _bid_made(self, event: BidMade, at_ms: int) -> None:
        if self.clock is not None:
            self._spend_clock(at_ms)
        self.calls.append(event)
        self.high_bid = (event.amount, event.no_trump)
        self.high_bidder = event.seat
        self._next_caller(event.seat, at_ms)

    def _next_caller(self, seat: Seat, at_ms: int) -> None:
        """The turn goes on to the next seat that has not passed; nobody's when all four have."""
        if len(self.passed) == 4:
            self.turn = None
            return
        caller = self.order[seat]
        while caller in self.passed:
            caller = self.order[caller]
        self._turn_to(caller, at_ms)

    def _deal_started(self, event: DealStarted, at_ms: int) -> None:
        self._clear_deal([ranks_by_suit(hand) for hand in event.hands])
        self.phase = AUCTION
        self.deal, self.dealer, self.opener = event.deal, event.dealer, event.opener
        self.players = list(event.seats)
        self.score = event.score
        self.bank = list(event.bank)
        self.expired = list(event.expired)
        self.forfeited = list(event.forfeited)
        self.reclaimable = list(event.reclaimable)
        self.reclaimed = list(event.reclaimed)
        self.scored, self.passed_out = event.scored, event.passed_out
        self._turn_to(event.opener, at_ms)

    def _seat_forfeited(self, event: SeatForfeited) -> None:
        seat = event.seat
        self.forfeited[seat] = self.players[seat]
        if event.reason == "timeout" and seat not in self.reclaimed:
            self.reclaimable.append(seat)

    def _seat_reclaimed(self, event: SeatReclaimed, at_ms: int) -> None:
        seat = event.seat
        self.players[seat] = event.player
        self.forfeited[seat] = None
        self.reclaimable.remove(seat)
        self.reclaimed.append(seat)
        if self.turn == seat:
            self._turn_to(seat, at_ms)


def fold(events: Iterable[tuple[Event, int]], client_seeds: Iterable[str] = ()) -> MatchState:
    """The state after `match_created` and the events behind it, each with its time in milliseconds.

    Between the two, everything up to the latest `deal_started` may be left out: that event
    restates what came before, all but the client seeds, which then come with the call.
    """
    log = iter(events)
    created, _ = next(log)
    assert isinstance(created, MatchCreated)
    state = MatchState(created)
    apply = state.apply
    for event, at_ms in log:
        apply(event, at_ms)
    seeds = list(client_seeds)
    if seeds:
        state.client_seeds = seeds
    return state
