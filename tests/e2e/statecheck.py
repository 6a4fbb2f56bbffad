"""Compares `state` and `now`, as the server shows them, with the client's own fold."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from .client import Json
from .laws import Play
from .presets import FIELDS
from .shape import equal, identities
from .table import Body, Deal, Table


class Mismatch(Exception):
    """The server's answer is not what the contract and the events say."""


def require(where: str, what: str, actual: Any, expected: Any) -> None:
    """Raise Mismatch unless both are equal as JSON."""
    if not equal(actual, expected):
        raise Mismatch(f"{where}: {what} is {actual!r}, expected {expected!r}")


def normal(action: Body) -> Body:
    """An action with `no_trump`, which may be left out, written in."""
    return {"no_trump": False} | action if action["action"] == "bid" else action


def check_now(table: Table, now: Json, seat: str | None, where: str) -> None:
    """Phase, turn and legal actions of this viewer."""
    require(where, "now.phase", now["phase"], table.phase)
    require(where, "now.turn", now["turn"], table.turn)
    mine = seat is not None and seat == table.turn
    require(where, "now.legal", [normal(action) for action in now["legal"]], table.legal() if mine else [])
    player = table.seats[table.turn] if table.turn else None
    if now["deadline"] is not None and (player is None or player["kind"] == "bot"):
        raise Mismatch(f"{where}: a deadline without a person on turn")


def check_state(table: Table, state: Json, where: str) -> None:
    """Everything in `state` that events determine."""
    for key in FIELDS:
        require(where, f"state.ruleset.{key}", state["ruleset"][key], table.rules[key])
    for key in ("rated", "clock", "visibility"):
        require(where, f"state.{key}", state[key], table.created[key])
    players = {seat: place and place["player"] for seat, place in state["seats"].items()}
    require(where, "state.seats", identities(players), identities(dict(table.seats)))
    gone = sorted(seat for seat, place in state["seats"].items() if place and place["forfeited"])
    require(where, "forfeited seats", gone, sorted(table.forfeited))
    require(where, "state.score", state["score"], table.score)
    require(where, "state.deals", len(state["deals"]), table.scored)
    require(where, "state.result", state["result"], table.result)
    if table.deal is None:
        require(where, "state.deal", state["deal"], None)
    else:
        check_deal(table.deal, state["deal"], where, finished=table.result is not None)


def check_deal(deal: Deal, shown: Json, where: str, finished: bool) -> None:
    """The deal under way, or the last one."""
    require(where, "deal.number", shown["number"], deal.number)
    require(where, "deal.dealer", shown["dealer"], deal.dealer)
    require(where, "deal.tricks", shown["tricks"], deal.tricks)
    require(where, "deal.counts", shown["counts"], deal.counts())
    calls = [
        {"seat": call.seat, "call": "pass" if call.amount is None else call.amount, "no_trump": call.no_trump}
        for call in deal.auction.calls
    ]
    require(where, "deal.calls", [{"no_trump": False} | call for call in shown["calls"]], calls)
    contract = deal.contract and deal.contract._asdict() | {"trump": deal.trump}
    require(where, "deal.contract", shown["contract"], contract)
    for seat, hand in deal.hands.items():
        if hand is None and finished:
            continue
        served = shown["hands"][seat]
        require(where, f"hand of {seat}", in_order(served), in_order(hand))
    if deal.plays:
        require(where, "deal.trick", trick(shown["trick"]), [list(play) for play in deal.plays])
    last = shown["last_trick"]
    require(where, "deal.last_trick", last and trick(last), as_lists(deal.last_trick))
    if deal.last_trick and not deal.plays:
        require(where, "last_trick.winner", last["winner"], deal.leader)


def in_order(hand: Collection[str] | None) -> list[str] | None:
    """A hand's cards, whatever their order; None where hidden."""
    return None if hand is None else sorted(hand)


def as_lists(plays: list[Play]) -> list[list[str]] | None:
    """Plays as JSON compares them; None for no trick."""
    return [list(play) for play in plays] or None


def trick(shown: Json) -> list[list[str]]:
    """The plays of a trick as it is shown, whose leader must be the first."""
    plays = [[play["seat"], play["card"]] for play in shown["plays"]]
    if plays and plays[0][0] != shown["leader"]:
        raise Mismatch(f"the leader of {shown} did not play first")
    return plays
