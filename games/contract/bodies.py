"""Bodies of REST calls."""

from typing import Annotated, Literal, TypedDict

from .events import Event
from .table import Now, State
from .values import (
    BySeat,
    BySide,
    ClientSeed,
    Clock,
    Hash,
    MatchId,
    Player,
    Result,
    RuleSet,
    Seat,
    Status,
    Time,
    Visibility,
    says,
)


class Preset(RuleSet):
    """A rule set of the service's own, described in the request's language."""

    name: Annotated[str, says(examples=("Levant 41",))]
    description: str
    ranked: bool


class Picture(TypedDict):
    """A match at a seq, for whoever asks; `host` is a player's id."""

    seq: int
    host: str | None
    state: State
    now: Now


class Match(Picture):
    id: MatchId
    status: Status
    server_time: Time


class Done(TypedDict):
    """The events of one command, the action first; `seq` is the last one's."""

    seq: int
    events: list[Event]


class EventsPage(TypedDict):
    """`head` is the last stored seq."""

    events: list[Event]
    head: int
    finished: bool


class ChainHead(TypedDict):
    seq: int
    hash: Hash


class Fairness(TypedDict):
    """What proves the deals; `server_seed` is null until the end."""

    seed_hash: Hash
    client_seeds: BySeat[ClientSeed]
    server_seed: Hash | None
    head: ChainHead


class Export(TypedDict):
    id: MatchId
    events: list[Event]
    fairness: Fairness


class ListedSeat(TypedDict):
    player: Player
    forfeited: bool
    program: bool


ListedSeats = BySeat[ListedSeat | None]


class ListedMatch(TypedDict):
    """A match as it stands in lists."""

    id: MatchId
    status: Status
    seq: int
    ruleset: RuleSet
    rated: bool
    clock: Clock | None
    visibility: Visibility
    host: str | None
    seats: ListedSeats
    invited: dict[Seat, str]
    score: BySide
    result: Result | None
    created_at: Time
    started_at: Time | None
    finished_at: Time | None


class ListedTable(TypedDict):
    """A table in the lobby."""

    id: MatchId
    status: Status
    ruleset: RuleSet
    seats: ListedSeats
    watchers: int


SeekStatus = Literal["waiting", "matched", "expired", "cancelled"]


class Seek(TypedDict):
    """A wish for a match; `match` once it is matched, `accepted` once the partner, if any, is ready."""

    id: MatchId
    status: SeekStatus
    match: MatchId | None
    rated: bool
    rulesets: list[str]
    clocks: list[str]
    owner: str
    partner: str | None
    accepted: bool
    created_at: Time


class PlayingSeat(TypedDict):
    """A seat of one's own at a table that waits or a match that runs."""

    id: MatchId
    seat: Seat
    status: Status
    rated: bool
    forfeited: bool


class Playing(TypedDict):
    matches: list[PlayingSeat]
    seeks: list[Seek]


class Ticket(TypedDict):
    """Opens one socket within `expires_in` seconds, as `?ticket=`."""

    ticket: Annotated[str, says(examples=("W3wq0J5Zc2Jm7yD8",))]
    expires_in: Annotated[int, says(examples=(30,))]


Document = Annotated[dict[str, object], says(description="In the format that the call names.")]


class Reported(TypedDict):
    id: MatchId


class Message(TypedDict):
    """What was said from a seat; `value` is an id of an emote or a phrase, or plain text."""

    id: str
    at: Time
    seat: Seat
    player: Player
    channel: Literal["table", "partner"]
    kind: Literal["emote", "phrase", "text"]
    value: str
