"""Events as stored and sent: wire names, versions, JSON, and the upcasters that read old versions.

Wire names are data: never renamed. To change an event's data, raise its version here, add an
upcaster from the old one, and keep a stored sample of both in tests/data/events.json.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, TypeVar, assert_never

from games.contract import events, values
from games.contract.values import BySeat, BySide, StoredPlayer
from games.rules.cards import CARD_NAMES, CARDS, TRUMPS
from games.rules.events import (
    CARD_PLAYED,
    PASSED,
    TRICK_WON,
    AuctionWon,
    BidMade,
    CardPlayed,
    Clock,
    ClockExtended,
    DealPassedOut,
    DealScored,
    DealStarted,
    Event,
    Four,
    Hands,
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
)
from games.rules.ruleset import RuleSet
from games.rules.seats import SEAT_NAMES, SIDE_NAMES

Data = dict[str, Any]
Stored = Mapping[str, Any]  # an event's data as the log has them
StoredData = (
    events.MatchCreatedData
    | events.SeatTakenData[StoredPlayer]
    | events.SeatData
    | events.NoData
    | events.DealStartedData[StoredPlayer, values.Hand]
    | events.BidMadeData
    | events.PassedData
    | events.AuctionWonData
    | events.DealPassedOutData
    | events.TrumpNamedData
    | events.CardPlayedData
    | events.TrickWonData
    | events.ScoredDeal
    | events.SeatForfeitedData
    | events.NewPlayerData[StoredPlayer]
    | events.ClockExtendedData
    | events.MatchFinishedData
)
Value = TypeVar("Value")
Chosen = TypeVar("Chosen", bound=events.Chosen)
GENESIS = bytes(32)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SEAT = {name: seat for seat, name in enumerate(SEAT_NAMES)}
_TRUMP = {name: trump for trump, name in enumerate(TRUMPS)}

TYPES: dict[type[Event], str] = {
    MatchCreated: "match_created",
    SeatTaken: "seat_taken",
    SeatLeft: "seat_left",
    MatchStarted: "match_started",
    DealStarted: "deal_started",
    BidMade: "bid_made",
    Passed: "passed",
    AuctionWon: "auction_won",
    DealPassedOut: "deal_passed_out",
    TrumpNamed: "trump_named",
    CardPlayed: "card_played",
    TrickWon: "trick_won",
    DealScored: "deal_scored",
    TurnExpired: "turn_expired",
    SeatForfeited: "seat_forfeited",
    SeatSubstituted: "seat_substituted",
    SeatReclaimed: "seat_reclaimed",
    ClockExtended: "clock_extended",
    MatchFinished: "match_finished",
}
# The version in which a type is written now; those not named are at 1.
VERSIONS: dict[str, int] = {}
# (type, version) -> the data as the next version has them.
UPCASTERS: dict[tuple[str, int], Callable[[Stored], Stored]] = {}


def version_of(event_type: str) -> int:
    """The version in which events of a type are written."""
    return VERSIONS.get(event_type, 1)


@lru_cache(1024)
def rfc3339(at_ms: int) -> str:
    """Milliseconds since the epoch as `2026-11-30T12:00:00.000Z`."""
    return moment(at_ms).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(at_ms: int) -> datetime:
    """Milliseconds since the epoch as an aware time."""
    return _EPOCH + timedelta(milliseconds=at_ms)


def milliseconds(time: datetime) -> int:
    """An aware time as milliseconds since the epoch."""
    return (time - _EPOCH) // timedelta(milliseconds=1)


def parse_rfc3339(text: str) -> int:
    return milliseconds(datetime.fromisoformat(text))


def canonical(seq: int, event_type: str, at_ms: int, data: Stored) -> bytes:
    """RFC 8785 JSON of a stored event: keys are ASCII and numbers integers, so sorting is enough."""
    event = {"seq": seq, "type": event_type, "at": rfc3339(at_ms), "data": data}
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def chain(previous: bytes, event: bytes) -> bytes:
    """The next link: SHA-256 of the previous hash and the canonical event."""
    return hashlib.sha256(previous + event).digest()


def by_seat(four: Sequence[Value]) -> BySeat[Value]:
    """What is in the order N E S W, by the seats' names."""
    north, east, south, west = four
    return {"N": north, "E": east, "S": south, "W": west}


def by_side(pair: Pair) -> BySide:
    ns, ew = pair
    return {"NS": ns, "EW": ew}


def _player(player: Player) -> StoredPlayer:
    return {"kind": player.kind, "id": player.id}


def _marked(data: Chosen, auto: bool) -> Chosen:
    if auto:
        data["auto"] = True
    return data


def encode(event: Event) -> tuple[str, StoredData]:
    """An event's wire name and its data as JSON values."""
    return TYPES[type(event)], _data(event)


def _data(event: Event) -> StoredData:
    """The commonest come first, as literals: those are built fastest."""
    match event:
        case CardPlayed(seat, card, auto):
            played: events.CardPlayedData = {"seat": SEAT_NAMES[seat], "card": CARD_NAMES[card]}
            return _marked(played, auto) if auto else played
        case TrickWon(seat, trick):
            won: events.TrickWonData = {"seat": SEAT_NAMES[seat], "trick": trick}
            return won
        case Passed(seat, auto):
            return _marked(events.PassedData(seat=SEAT_NAMES[seat]), auto)
        case BidMade(seat, amount, no_trump, auto):
            bid = events.BidMadeData(seat=SEAT_NAMES[seat], amount=amount, no_trump=no_trump)
            return _marked(bid, auto)
        case AuctionWon(seat, amount, no_trump, forced):
            return events.AuctionWonData(
                seat=SEAT_NAMES[seat], amount=amount, no_trump=no_trump, forced=forced
            )
        case TrumpNamed(seat, trump, auto):
            return _marked(events.TrumpNamedData(seat=SEAT_NAMES[seat], trump=TRUMPS[trump]), auto)
        case DealStarted():
            return _deal_started(event)
        case DealScored():
            return _deal_scored(event)
        case DealPassedOut(deal):
            return events.DealPassedOutData(deal=deal)
        case MatchCreated():
            return _match_created(event)
        case SeatTaken(seat, player, client_seed):
            return events.SeatTakenData(
                seat=SEAT_NAMES[seat], player=_player(player), client_seed=client_seed
            )
        case SeatLeft(seat) | TurnExpired(seat):
            return events.SeatData(seat=SEAT_NAMES[seat])
        case MatchStarted():
            return events.NoData()
        case SeatForfeited(seat, reason):
            return events.SeatForfeitedData(seat=SEAT_NAMES[seat], reason=reason)
        case SeatSubstituted(seat, player) | SeatReclaimed(seat, player):
            return events.NewPlayerData(seat=SEAT_NAMES[seat], player=_player(player))
        case ClockExtended(seat, deadline_ms, why):
            return events.ClockExtendedData(seat=SEAT_NAMES[seat], deadline=rfc3339(deadline_ms), reason=why)
        case MatchFinished(winner, score, end, server_seed):
            return events.MatchFinishedData(
                winner=None if winner is None else SIDE_NAMES[winner],
                score=by_side(score),
                reason=end,
                server_seed=server_seed,
            )
        case _:
            assert_never(event)


def _deal_scored(event: DealScored) -> events.ScoredDeal:
    return {
        "deal": event.deal,
        "declarer": SEAT_NAMES[event.declarer],
        "amount": event.amount,
        "trump": TRUMPS[event.trump],
        "made": event.made,
        "tricks": by_side(event.tricks),
        "points": by_side(event.points),
        "score": by_side(event.score),
    }


def ruleset_data(ruleset: RuleSet) -> values.RuleSet:
    """A rule set as JSON."""
    return {
        "id": ruleset.id,
        "direction": ruleset.direction,
        "bids": list(ruleset.bids),
        "unit": ruleset.unit,
        "all_pass": ruleset.all_pass,
        "forced_may_raise": ruleset.forced_may_raise,
        "no_trump": ruleset.no_trump,
        "defenders_when_made": ruleset.defenders_when_made,
        "defenders_when_set": ruleset.defenders_when_set,
        "slam": ruleset.slam,
        "slam_when": ruleset.slam_when,
        "slam_sides": ruleset.slam_sides,
        "bid13": ruleset.bid13,
        "target": ruleset.target,
        "ending": ruleset.ending,
        "dealing": ruleset.dealing,
    }


def clock_data(clock: Clock | None) -> values.Clock | None:
    """A clock as JSON; None where there is no deadline."""
    if clock is None:
        return None
    return {"turn_seconds": clock.turn_seconds, "bank_seconds": clock.bank_seconds}


def _match_created(event: MatchCreated) -> events.MatchCreatedData:
    data: events.MatchCreatedData = {
        "ruleset": ruleset_data(event.ruleset),
        "rated": event.rated,
        "clock": clock_data(event.clock),
        "visibility": event.visibility,
        "deal_algorithm": event.deal_algorithm,
        "seed_hash": event.seed_hash,
    }
    if event.premade:
        data["premade"] = [SIDE_NAMES[side] for side in event.premade]
    return data


def _deal_started(event: DealStarted) -> events.DealStartedData[StoredPlayer, values.Hand]:
    return {
        "deal": event.deal,
        "dealer": SEAT_NAMES[event.dealer],
        "opener": SEAT_NAMES[event.opener],
        "hands": by_seat([[CARD_NAMES[card] for card in hand] for hand in event.hands]),
        "seats": by_seat([_player(player) for player in event.seats]),
        "score": by_side(event.score),
        "bank": by_seat(event.bank),
        "expired": by_seat(event.expired),
        "forfeited": {SEAT_NAMES[seat]: _player(who) for seat, who in enumerate(event.forfeited) if who},
        "reclaimable": [SEAT_NAMES[seat] for seat in event.reclaimable],
        "reclaimed": [SEAT_NAMES[seat] for seat in event.reclaimed],
        "scored": event.scored,
        "passed_out": event.passed_out,
    }


def decode(event_type: str, version: int, data: Stored) -> Event:
    """The event that was stored under this name and version; KeyError for an unknown type."""
    while version < version_of(event_type):
        data = UPCASTERS[event_type, version](data)
        version += 1
    return _DECODERS[event_type](data)


def _pair(data: Mapping[str, int]) -> Pair:
    return data["NS"], data["EW"]


def _four(data: Mapping[str, int]) -> Four:
    return data["N"], data["E"], data["S"], data["W"]


def _who(data: Mapping[str, Any]) -> Player:
    return Player(data["kind"], data["id"])


def _hands(data: Mapping[str, list[str]]) -> Hands:
    north, east, south, west = (tuple([CARDS[card] for card in data[name]]) for name in SEAT_NAMES)
    return north, east, south, west


def _decode_card_played(data: Stored) -> Event:
    seat, card = _SEAT[data["seat"]], CARDS[data["card"]]
    return CardPlayed(seat, card, auto=True) if "auto" in data else CARD_PLAYED[seat][card]


def _decode_match_created(data: Stored) -> Event:
    ruleset, clock = data["ruleset"], data["clock"]
    return MatchCreated(
        ruleset=RuleSet(**ruleset | {"bids": tuple(ruleset["bids"])}),
        rated=data["rated"],
        clock=clock and Clock(clock["turn_seconds"], clock["bank_seconds"]),
        visibility=data["visibility"],
        deal_algorithm=data["deal_algorithm"],
        seed_hash=data["seed_hash"],
        premade=tuple(SIDE_NAMES.index(side) for side in data.get("premade", ())),
    )


def _decode_deal_started(data: Stored) -> Event:
    seats, lost = data["seats"], data["forfeited"]
    ours = [_who(lost[name]) if name in lost else None for name in SEAT_NAMES]
    return DealStarted(
        deal=data["deal"],
        dealer=_SEAT[data["dealer"]],
        opener=_SEAT[data["opener"]],
        hands=_hands(data["hands"]),
        seats=(_who(seats["N"]), _who(seats["E"]), _who(seats["S"]), _who(seats["W"])),
        score=_pair(data["score"]),
        bank=_four(data["bank"]),
        expired=_four(data["expired"]),
        forfeited=(ours[0], ours[1], ours[2], ours[3]),
        reclaimable=tuple(_SEAT[name] for name in data["reclaimable"]),
        reclaimed=tuple(_SEAT[name] for name in data["reclaimed"]),
        scored=data["scored"],
        passed_out=data["passed_out"],
    )


def _decode_deal_scored(data: Stored) -> Event:
    return DealScored(
        deal=data["deal"],
        declarer=_SEAT[data["declarer"]],
        amount=data["amount"],
        trump=_TRUMP[data["trump"]],
        made=data["made"],
        tricks=_pair(data["tricks"]),
        points=_pair(data["points"]),
        score=_pair(data["score"]),
    )


def _decode_match_finished(data: Stored) -> Event:
    winner = data["winner"]
    return MatchFinished(
        winner=None if winner is None else SIDE_NAMES.index(winner),
        score=_pair(data["score"]),
        reason=data["reason"],
        server_seed=data["server_seed"],
    )


_DECODERS: dict[str, Callable[[Stored], Event]] = {
    "match_created": _decode_match_created,
    "seat_taken": lambda d: SeatTaken(_SEAT[d["seat"]], _who(d["player"]), d["client_seed"]),
    "seat_left": lambda d: SeatLeft(_SEAT[d["seat"]]),
    "match_started": lambda d: MatchStarted(),
    "deal_started": _decode_deal_started,
    "bid_made": lambda d: BidMade(_SEAT[d["seat"]], d["amount"], d["no_trump"], "auto" in d),
    "passed": lambda d: Passed(_SEAT[d["seat"]], True) if "auto" in d else PASSED[_SEAT[d["seat"]]],
    "auction_won": lambda d: AuctionWon(_SEAT[d["seat"]], d["amount"], d["no_trump"], d["forced"]),
    "deal_passed_out": lambda d: DealPassedOut(d["deal"]),
    "trump_named": lambda d: TrumpNamed(_SEAT[d["seat"]], _TRUMP[d["trump"]], "auto" in d),
    "card_played": _decode_card_played,
    "trick_won": lambda d: TRICK_WON[_SEAT[d["seat"]]][d["trick"]],
    "deal_scored": _decode_deal_scored,
    "turn_expired": lambda d: TurnExpired(_SEAT[d["seat"]]),
    "seat_forfeited": lambda d: SeatForfeited(_SEAT[d["seat"]], d["reason"]),
    "seat_substituted": lambda d: SeatSubstituted(_SEAT[d["seat"]], _who(d["player"])),
    "seat_reclaimed": lambda d: SeatReclaimed(_SEAT[d["seat"]], _who(d["player"])),
    "clock_extended": lambda d: ClockExtended(_SEAT[d["seat"]], parse_rfc3339(d["deadline"]), d["reason"]),
    "match_finished": _decode_match_finished,
}
