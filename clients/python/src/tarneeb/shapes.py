"""What the service answers and tells, as types. Fields may be added there; none is renamed."""

from typing import Generic, Literal, NotRequired, TypedDict, TypeVar

T = TypeVar("T")

Seat = Literal["N", "E", "S", "W"]
Side = Literal["NS", "EW"]
Trump = Literal["S", "H", "D", "C", "NT"]
Card = str  # suit, then rank: SA, HT, D2
Visibility = Literal["public", "unlisted", "private"]
Status = Literal["open", "live", "finished"]
Phase = Literal["seating", "auction", "naming", "play", "finished"]

SEATS: tuple[Seat, ...] = ("N", "E", "S", "W")


def side_of(seat: Seat) -> Side:
    return "NS" if seat in "NS" else "EW"


class BySeat(TypedDict, Generic[T]):
    N: T
    E: T
    S: T
    W: T


class BySide(TypedDict):
    NS: int
    EW: int


class Player(TypedDict):
    kind: Literal["human", "bot"]
    id: str
    name: str


class Clock(TypedDict):
    turn_seconds: int
    bank_seconds: int


class RuleSet(TypedDict):
    """`id` is the preset's, None for a rule set of one's own."""

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


class Preset(RuleSet):
    name: str
    description: str
    ranked: bool


class Result(TypedDict):
    """`winner` is None where nobody has won."""

    winner: Side | None
    reason: Literal["target", "bid13", "forfeit", "aborted", "voided", "limit"]


# What one does.


class Pass(TypedDict):
    action: Literal["pass"]


class Bid(TypedDict):
    action: Literal["bid"]
    amount: int
    no_trump: bool


class NameTrump(TypedDict):
    action: Literal["name_trump"]
    trump: Literal["S", "H", "D", "C"]


class PlayCard(TypedDict):
    action: Literal["play"]
    card: Card


class Resign(TypedDict):
    """At any time after the start; never among the legal actions."""

    action: Literal["resign"]


Action = Pass | Bid | NameTrump | PlayCard
AnyAction = Action | Resign


# A table as one may see it.


class Now(TypedDict):
    """`legal` is empty off turn and never empty on turn; `bank` is in milliseconds."""

    phase: Phase
    turn: Seat | None
    deadline: str | None
    bank: BySeat[int]
    legal: list[Action]


class SeatState(TypedDict):
    """`program`: the account is a bot's, played from outside by the public API."""

    player: Player
    connected: bool
    forfeited: bool
    program: bool


class CallMade(TypedDict):
    """A bid or a pass."""

    seat: Seat
    call: Literal["pass"] | int
    no_trump: bool


class Contract(TypedDict):
    """`trump` is None until it is named."""

    declarer: Seat
    amount: int
    no_trump: bool
    forced: bool
    trump: Trump | None


class Play(TypedDict):
    seat: Seat
    card: Card


class Trick(TypedDict):
    """The one on the table; `leader` is None before the play."""

    leader: Seat | None
    plays: list[Play]


class TakenTrick(TypedDict):
    leader: Seat
    plays: list[Play]
    winner: Seat


class Deal(TypedDict):
    """`hands` holds None for those that one may not see."""

    number: int
    dealer: Seat
    calls: list[CallMade]
    contract: Contract | None
    hands: BySeat[list[Card] | None]
    counts: BySeat[int]
    trick: Trick
    last_trick: TakenTrick | None
    tricks: BySide


class ScoredDeal(TypedDict):
    deal: int
    declarer: Seat
    amount: int
    trump: Trump
    made: bool
    tricks: BySide
    points: BySide
    score: BySide


class State(TypedDict):
    """`deal` is None while people sit down, `result` until the end."""

    ruleset: RuleSet
    rated: bool
    clock: Clock | None
    visibility: Visibility
    seats: BySeat[SeatState | None]
    score: BySide
    deal: Deal | None
    deals: list[ScoredDeal]
    result: Result | None
    invited: dict[Seat, str]


# What has happened.


class _Event(TypedDict):
    seq: int
    at: str


class Chosen(TypedDict):
    """`auto` where the server chose in place of the player."""

    auto: NotRequired[Literal[True]]


class SeatData(TypedDict):
    seat: Seat


class NewPlayerData(TypedDict):
    seat: Seat
    player: Player


class MatchCreatedData(TypedDict):
    ruleset: RuleSet
    rated: bool
    clock: Clock | None
    visibility: Visibility
    deal_algorithm: str
    seed_hash: str
    premade: NotRequired[list[Side]]


class SeatTakenData(NewPlayerData):
    client_seed: str


class NoData(TypedDict):
    pass


class DealStartedData(TypedDict):
    deal: int
    dealer: Seat
    opener: Seat
    hands: BySeat[list[Card] | None]
    seats: BySeat[Player]
    score: BySide
    bank: BySeat[int]
    expired: BySeat[int]
    forfeited: dict[Seat, Player]
    reclaimable: list[Seat]
    reclaimed: list[Seat]
    scored: int
    passed_out: int


class BidMadeData(Chosen):
    seat: Seat
    amount: int
    no_trump: bool


class PassedData(Chosen):
    seat: Seat


class AuctionWonData(TypedDict):
    seat: Seat
    amount: int
    no_trump: bool
    forced: bool


class DealPassedOutData(TypedDict):
    deal: int


class TrumpNamedData(Chosen):
    seat: Seat
    trump: Trump


class CardPlayedData(Chosen):
    seat: Seat
    card: Card


class TrickWonData(TypedDict):
    seat: Seat
    trick: int


class SeatForfeitedData(TypedDict):
    seat: Seat
    reason: Literal["timeout", "resigned", "left"]


class ClockExtendedData(TypedDict):
    seat: Seat
    deadline: str
    reason: str


class MatchFinishedData(Result):
    score: BySide
    server_seed: str


class MatchCreated(_Event):
    type: Literal["match_created"]
    data: MatchCreatedData


class SeatTaken(_Event):
    type: Literal["seat_taken"]
    data: SeatTakenData


class SeatLeft(_Event):
    type: Literal["seat_left"]
    data: SeatData


class MatchStarted(_Event):
    type: Literal["match_started"]
    data: NoData


class DealStarted(_Event):
    type: Literal["deal_started"]
    data: DealStartedData


class BidMade(_Event):
    type: Literal["bid_made"]
    data: BidMadeData


class Passed(_Event):
    type: Literal["passed"]
    data: PassedData


class AuctionWon(_Event):
    type: Literal["auction_won"]
    data: AuctionWonData


class DealPassedOut(_Event):
    type: Literal["deal_passed_out"]
    data: DealPassedOutData


class TrumpNamed(_Event):
    type: Literal["trump_named"]
    data: TrumpNamedData


class CardPlayed(_Event):
    type: Literal["card_played"]
    data: CardPlayedData


class TrickWon(_Event):
    type: Literal["trick_won"]
    data: TrickWonData


class DealScored(_Event):
    type: Literal["deal_scored"]
    data: ScoredDeal


class TurnExpired(_Event):
    type: Literal["turn_expired"]
    data: SeatData


class SeatForfeited(_Event):
    type: Literal["seat_forfeited"]
    data: SeatForfeitedData


class SeatSubstituted(_Event):
    type: Literal["seat_substituted"]
    data: NewPlayerData


class SeatReclaimed(_Event):
    type: Literal["seat_reclaimed"]
    data: NewPlayerData


class ClockExtended(_Event):
    type: Literal["clock_extended"]
    data: ClockExtendedData


class MatchFinished(_Event):
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


# Answers about matches.


class Picture(TypedDict):
    """A match at a seq, for who asks; `host` is a player's id."""

    seq: int
    host: str | None
    state: State
    now: Now


class Match(Picture):
    id: str
    status: Status
    server_time: str


class Done(TypedDict):
    """What one action caused, itself first; `seq` is the last event's."""

    seq: int
    events: list[Event]


class EventsPage(TypedDict):
    events: list[Event]
    head: int
    finished: bool


class ChainHead(TypedDict):
    seq: int
    hash: str


class Fairness(TypedDict):
    """`server_seed` is None until the end."""

    seed_hash: str
    client_seeds: BySeat[str]
    server_seed: str | None
    head: ChainHead


class Export(TypedDict):
    id: str
    events: list[Event]
    fairness: Fairness


class JudgedCall(TypedDict):
    """A call or the naming of trump; `lost` is 0 where nothing was better."""

    seq: int
    seat: Seat
    action: Action
    lost: float
    better: Action | None


class JudgedCard(TypedDict):
    """`lost` is over the layouts that the player could know of, `lost_open` on the real one.

    `expected` is what NS gets less what EW gets, with best play after it.
    """

    seq: int
    seat: Seat
    card: Card
    lost: float
    lost_open: float
    better: Card | None
    expected: float


class BestContract(TypedDict):
    declarer: Seat
    amount: int
    trump: Trump
    tricks: int
    points: BySide


class AnalysedDeal(TypedDict):
    """`table` has the tricks of each declarer with each trump, all hands open."""

    deal: int
    seq: int
    table: BySeat[dict[Trump, int]]
    best: BestContract | None
    calls: list[JudgedCall]
    cards: list[JudgedCard]


class TurningPoint(TypedDict):
    seq: int
    seat: Seat
    lost: float


class SeatAccuracy(TypedDict):
    accuracy: float
    cards: int
    mistakes: int
    lost: float


class Analysis(TypedDict):
    """`why` is there where it `failed`. `deals` grows while it runs; the rest comes in the end."""

    status: Literal["none", "waiting", "running", "done", "failed"]
    why: NotRequired[Literal["no_solver", "gave_up"]]
    done: int
    of: int
    layouts: int
    version: int
    accuracy: BySeat[SeatAccuracy] | None
    turning_points: list[TurningPoint]
    deals: list[AnalysedDeal]


class ListedSeat(TypedDict):
    player: Player
    forfeited: bool
    program: bool


class ListedMatch(TypedDict):
    id: str
    status: Status
    seq: int
    ruleset: RuleSet
    rated: bool
    clock: Clock | None
    visibility: Visibility
    host: str | None
    seats: BySeat[ListedSeat | None]
    invited: dict[Seat, str]
    score: BySide
    result: Result | None
    created_at: str
    started_at: str | None
    finished_at: str | None


class Seek(TypedDict):
    id: str
    status: Literal["waiting", "matched", "expired", "cancelled"]
    match: str | None
    rated: bool
    rulesets: list[str]
    clocks: list[str]
    owner: str
    partner: str | None
    accepted: bool
    created_at: str


class PlayingSeat(TypedDict):
    id: str
    seat: Seat
    status: Status
    rated: bool
    forfeited: bool


class Playing(TypedDict):
    matches: list[PlayingSeat]
    seeks: list[Seek]


class Message(TypedDict):
    id: str
    at: str
    seat: Seat
    player: Player
    channel: Literal["table", "partner"]
    kind: Literal["emote", "phrase", "text"]
    value: str


# Answers about people.


class Guest(TypedDict):
    name: str
    token: str


class NewToken(TypedDict):
    """`token` is told this once."""

    id: str
    token: str
    name: str
    scopes: list[str]


class Token(TypedDict):
    id: str
    name: str
    scopes: list[str]
    created_at: str
    last_used_at: str | None


class NamedAccount(TypedDict):
    id: str
    username: str


class OwnAppeal(TypedDict):
    at: str
    text: str
    answer: Literal["waiting", "accepted", "rejected"]


class ModerationEntry(TypedDict):
    """What a moderator has done about oneself."""

    id: str
    at: str
    kind: Literal["warn", "mute", "ban_ranked", "ban", "lift", "uphold"]
    reason: str
    message: str
    until: str | None
    about: str | None
    lifted: bool
    may_appeal: bool
    appeal: OwnAppeal | None


class AccountNotice(TypedDict):
    id: str
    at: str
    action: ModerationEntry | None
    player: str | None


class Restriction(TypedDict):
    until: str | None


class Restrictions(TypedDict):
    talk: Restriction | None
    ranked: Restriction | None


class OwnReport(TypedDict):
    id: str
    at: str
    player: str
    match: str | None
    seq: int | None
    reason: str
    text: str
    answered: bool


class Account(TypedDict):
    id: str
    username: str
    email: str
    kind: Literal["human", "bot"]
    guest: bool
    language: str
    country: str
    scopes: list[str]
    created_at: str
    restrictions: Restrictions
    notices: list[AccountNotice]


class Ticket(TypedDict):
    ticket: str
    expires_in: int


class Standing(TypedDict):
    rating: int
    deviation: int
    provisional: bool
    matches: int


class ListedStanding(Standing):
    name: str


class RatingPoint(TypedDict):
    at: str
    match: str
    rating: int
    deviation: int
    change: int
    why: Literal["result", "forfeit", "spared", "halved"]


class Counts(TypedDict):
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


class PlayFigures(TypedDict):
    matches: int
    won: int
    lost: int
    deals: int
    as_declarer: AsDeclarer
    as_defender: AsDefender


class FormMatch(TypedDict):
    match: str
    at: str
    won: bool | None


class Partner(TypedDict):
    name: str
    matches: int
    won: int


class Profile(TypedDict):
    """`ratings` are by ladder, `statistics` by preset, `custom` for other rule sets."""

    name: str
    kind: Literal["human", "bot"]
    country: str
    created_at: str
    ratings: dict[str, Standing]
    counts: Counts
    statistics: dict[str, PlayFigures]
    form: list[FormMatch]
    partners: list[Partner]
    followed: bool
    blocked: bool


# Problems.


class Problem(TypedDict):
    """A position from a real deal where one choice is clearly best: the table as its seat saw it."""

    id: str
    kind: Literal["call", "trump", "card"]
    level: Literal["easy", "medium", "hard"]
    rating: int
    attempts: int
    solved: int
    ruleset: str
    seat: Seat
    state: State
    now: Now
    played: list[TakenTrick]
    day: NotRequired[str]


class AnsweredChoice(TypedDict):
    action: Action
    lost: float


class ProblemVerdict(TypedDict):
    """`lost` is nothing for what solves it; `rating` is one's own, `change` what this answer did."""

    solved: bool
    best: Action
    choices: list[AnsweredChoice]
    match: str | None
    seq: int | None
    rating: int | None
    change: int | None


# What is told live.


class Snapshot(Picture):
    type: Literal["snapshot"]
    server_time: str


class Events(TypedDict):
    """What one command caused, or what was missed."""

    type: Literal["events"]
    seq: int
    events: list[Event]
    now: Now
    server_time: str


class Ack(TypedDict):
    """The action of this id is stored."""

    type: Literal["ack"]
    id: str
    seq: int


class ErrorFrame(TypedDict):
    type: Literal["error"]
    id: NotRequired[str]
    code: str
    detail: str


class Pong(TypedDict):
    type: Literal["pong"]
    head: int


class Presence(TypedDict):
    type: Literal["presence"]
    seat: Seat
    connected: bool


class MessageFrame(Message):
    type: Literal["message"]


Frame = Snapshot | Events | Ack | ErrorFrame | Pong | Presence | MessageFrame
