"""Actions in and views out, as the public contract's JSON (protocol.md, "REST")."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from games import codec
from games.codec import Data, by_seat, by_side
from games.contract import table
from games.contract.events import Event, ScoredDeal
from games.contract.values import Hand, Status
from games.contract.values import Player as PlayerBody
from games.rules.cards import CARD_NAMES, SUITS, TRUMPS, cards_in, parse_card, parse_trump
from games.rules.commands import Action, Bid, Forfeit, NameTrump, Pass, PlayCard
from games.rules.events import BidMade, Passed, Player
from games.rules.seats import SEAT_NAMES, SEATS, SIDE_NAMES, Seat, SeatName
from games.rules.state import FINISHED, PLAY, SEATING, MatchState, Trick
from games.rules.views import Now, View, Viewer, redact
from games.store import StoredEvent

Names = Mapping[str, str]
ACTIONS = ("bid", "pass", "name_trump", "play", "resign")
KEY_LENGTH = 100
BOT_PREFIX = "bot:"


class Malformed(ValueError):
    """A body that is no action: a wrong shape, type or unknown value."""


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """An action as sent. `body` holds the known fields only: what an idempotency key stands for."""

    body: Data
    expected_seq: int | None

    def command(self, seat: Seat) -> Action | Forfeit:
        body = self.body
        match body["action"]:
            case "bid":
                return Bid(seat, body["amount"], body["no_trump"])
            case "pass":
                return Pass(seat)
            case "name_trump":
                return NameTrump(seat, parse_trump(body["trump"]))
            case "play":
                return PlayCard(seat, parse_card(body["card"]))
            case "resign":
                return Forfeit(seat, "resigned")
        raise AssertionError(body)


def moment(time: datetime) -> str:
    """A time as the wire writes it."""
    return codec.rfc3339(codec.milliseconds(time))


def parse_action(body: object) -> ActionRequest:
    """A client's action. Unknown fields are ignored. Raises Malformed."""
    if not isinstance(body, Mapping):
        raise Malformed("an action is an object")
    expected_seq = body.get("expected_seq")
    if expected_seq is not None and type(expected_seq) is not int:
        raise Malformed("expected_seq is an integer")
    known = {"action": body.get("action"), "expected_seq": expected_seq} | _details(body)
    return ActionRequest(known, expected_seq)


def _details(body: Mapping[str, Any]) -> Data:
    try:
        match body.get("action"):
            case "bid":
                amount, no_trump = body.get("amount"), body.get("no_trump", False)
                if type(amount) is not int or type(no_trump) is not bool:
                    raise Malformed("a bid has an integer amount, and no_trump true or false")
                return {"amount": amount, "no_trump": no_trump}
            case "name_trump":
                return {"trump": TRUMPS[parse_trump(body.get("trump"))]}
            case "play":
                return {"card": CARD_NAMES[parse_card(body.get("card"))]}
            case "pass" | "resign":
                return {}
    except ValueError as error:
        raise Malformed(str(error)) from None
    raise Malformed(f"action is one of {', '.join(ACTIONS)}")


def action_body(action: Action) -> table.Action:
    """An action as a complete body to POST."""
    match action:
        case Pass():
            return {"action": "pass"}
        case Bid():
            return {"action": "bid", "amount": action.amount, "no_trump": action.no_trump}
        case NameTrump():
            return {"action": "name_trump", "trump": SUITS[action.trump]}
        case PlayCard():
            return {"action": "play", "card": CARD_NAMES[action.card]}


def status_of(state: MatchState) -> Status:
    if state.phase == SEATING:
        return "open"
    return "finished" if state.phase == FINISHED else "live"


def ids_in(events: Iterable[StoredEvent]) -> set[str]:
    """The ids of every player whom events name."""
    return {player["id"] for event in events for player in _players(event.data)}


def event_bodies(events: Iterable[StoredEvent], viewer: Viewer, names: Names) -> list[Event]:
    """Stored events as a viewer may see them, verbatim but for hidden hands and the players' names."""
    bodies = [
        {
            "seq": event.seq,
            "type": event.type,
            "at": codec.rfc3339(event.at_ms),
            "data": _ordered(_named(redact(event.type, event.data, viewer), names)),
        }
        for event in events
    ]
    return cast("list[Event]", bodies)  # the log is JSON: what is in it was checked when it was written


def _ordered(value: Any) -> Any:
    """Keys in one order, just stored or read back: a repeated command is answered to the byte."""
    if not isinstance(value, dict):
        return value
    return {name: _ordered(value[name]) for name in sorted(value)}


def _players(data: Mapping[str, Any]) -> list[Mapping[str, str]]:
    """The players in an event's data: one, or one a seat."""
    by_seat = [*data.get("seats", {}).values(), *data.get("forfeited", {}).values()]
    return [data["player"], *by_seat] if "player" in data else by_seat


def _named(data: Mapping[str, Any], names: Names) -> Data:
    named = dict(data)
    if "player" in named:
        named["player"] = _with_name(named["player"], names)
    for field in ("seats", "forfeited"):
        if field in named:
            named[field] = {seat: _with_name(player, names) for seat, player in named[field].items()}
    return named


def _with_name(player: Mapping[str, str], names: Names) -> Data:
    return {**player, "name": names[player["id"]]}


def player_ids(view: View) -> set[str]:
    """The ids of everyone who sits, or sat, at the table."""
    return {player.id for player in (*view.players, *view.forfeited) if player is not None}


def player_body(player: Player, names: Names) -> PlayerBody:
    return {"kind": player.kind, "id": player.id, "name": names[player.id]}


def now_body(view: View | Now) -> table.Now:
    """Whose turn it is, until when, and what the viewer may do."""
    return {
        "phase": view.phase,
        "turn": None if view.turn is None else SEAT_NAMES[view.turn],
        "deadline": None if view.deadline_ms is None else codec.rfc3339(view.deadline_ms),
        "bank": by_seat(view.bank),
        "legal": [action_body(action) for action in view.legal],
    }


def state_body(
    view: View,
    names: Names,
    score_sheet: list[ScoredDeal],
    invited: dict[SeatName, str],
    programs: Collection[str],
) -> table.State:
    """The table as the viewer may know it.

    `score_sheet` holds the data of each deal scored so far, `programs` the ids of accounts that are bots'.
    """
    return {
        "ruleset": codec.ruleset_data(view.ruleset),
        "rated": view.rated,
        "clock": codec.clock_data(view.clock),
        "visibility": view.visibility,
        "seats": by_seat([_seat(view, seat, names, programs) for seat in SEATS]),
        "score": by_side(view.score),
        "deal": None if view.deal == 0 or view.phase == SEATING else _deal(view),
        "deals": score_sheet,
        "result": view.ending
        and {
            "winner": None if view.ending.winner is None else SIDE_NAMES[view.ending.winner],
            "reason": view.ending.reason,
        },
        "invited": invited,
    }


def _seat(view: View, seat: Seat, names: Names, programs: Collection[str]) -> table.SeatState | None:
    player = view.players[seat]
    if player is None:
        return None
    return {
        "player": player_body(player, names),
        "connected": not player.is_human,
        "forfeited": view.forfeited[seat] is not None,
        "program": player.id in programs,
    }


def _deal(view: View) -> table.Deal:
    return {
        "number": view.deal,
        "dealer": SEAT_NAMES[view.dealer],
        "calls": [_call(call) for call in view.calls],
        "contract": _contract(view),
        "hands": by_seat([_hand(view, seat) for seat in SEATS]),
        "counts": by_seat(view.counts),
        "trick": _trick(view),
        "last_trick": taken_trick(view.history[-1], view.ruleset.step) if view.history else None,
        "tricks": by_side(view.tricks),
    }


def _call(call: BidMade | Passed) -> table.Call:
    if isinstance(call, Passed):
        return {"seat": SEAT_NAMES[call.seat], "call": "pass", "no_trump": False}
    return {"seat": SEAT_NAMES[call.seat], "call": call.amount, "no_trump": call.no_trump}


def _contract(view: View) -> table.Contract | None:
    if view.contract is None:
        return None
    declarer, amount, no_trump, forced = view.contract
    return {
        "declarer": SEAT_NAMES[declarer],
        "amount": amount,
        "no_trump": no_trump,
        "forced": forced,
        "trump": None if view.trump is None else TRUMPS[view.trump],
    }


def _hand(view: View, seat: Seat) -> Hand | None:
    hand = view.hands[seat]
    return None if hand is None else [CARD_NAMES[card] for card in cards_in(hand)]


def _trick(view: View) -> table.Trick:
    if view.trick:
        plays = _plays(view.leader, view.trick, view.ruleset.step)
        return {"leader": SEAT_NAMES[view.leader], "plays": plays}
    leader = SEAT_NAMES[view.turn] if view.phase == PLAY and view.turn is not None else None
    return {"leader": leader, "plays": []}


def taken_trick(trick: Trick, step: int) -> table.TakenTrick:
    """A complete trick; `step` is from one seat to the next."""
    leader, cards, winner = trick
    plays = _plays(leader, cards, step)
    return {"leader": SEAT_NAMES[leader], "plays": plays, "winner": SEAT_NAMES[winner]}


def _plays(leader: Seat, cards: Sequence[int], step: int) -> list[table.Play]:
    return [
        {"seat": SEAT_NAMES[(leader + step * turn) & 3], "card": CARD_NAMES[card]}
        for turn, card in enumerate(cards)
    ]
