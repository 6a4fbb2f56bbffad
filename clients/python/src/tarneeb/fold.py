"""A table's state after an event: what is seen, never what is allowed."""

from .shapes import (
    CardPlayedData,
    Deal,
    DealStartedData,
    Event,
    SeatReclaimed,
    SeatSubstituted,
    SeatTaken,
    State,
    TrickWonData,
    side_of,
)


def apply(state: State, event: Event) -> None:
    """Bring `state` up to the event, in place. Events that are not known yet change nothing."""
    match event["type"]:
        case "seat_taken" | "seat_substituted" | "seat_reclaimed":
            _sit(state, event)
        case "seat_left":
            state["seats"][event["data"]["seat"]] = None
        case "seat_forfeited":
            if seat := state["seats"][event["data"]["seat"]]:
                seat["forfeited"] = True
        case "deal_started":
            _begin(state, event["data"])
        case "deal_scored":
            state["deals"].append(event["data"])
            state["score"] = event["data"]["score"]
            _rest(state)
        case "match_finished":
            state["result"] = {"winner": event["data"]["winner"], "reason": event["data"]["reason"]}
            state["score"] = event["data"]["score"]
            _rest(state)
        case _:
            _apply_in_deal(state, event)


def _rest(state: State) -> None:
    """Nobody leads to a trick any more."""
    deal = state["deal"]
    if deal and not deal["trick"]["plays"]:
        deal["trick"]["leader"] = None


def _apply_in_deal(state: State, event: Event) -> None:
    deal = state["deal"]
    if deal is None:
        return
    match event["type"]:
        case "bid_made":
            bid = event["data"]
            deal["calls"].append({"seat": bid["seat"], "call": bid["amount"], "no_trump": bid["no_trump"]})
        case "passed":
            deal["calls"].append({"seat": event["data"]["seat"], "call": "pass", "no_trump": False})
        case "auction_won":
            won = event["data"]
            deal["contract"] = {
                "declarer": won["seat"],
                "amount": won["amount"],
                "no_trump": won["no_trump"],
                "forced": won["forced"],
                "trump": None,
            }
        case "trump_named":
            if contract := deal["contract"]:
                contract["trump"] = event["data"]["trump"]
                deal["trick"]["leader"] = contract["declarer"]
        case "card_played":
            _lay(deal, event["data"])
        case "trick_won":
            _take(deal, event["data"])


def _sit(state: State, event: SeatTaken | SeatSubstituted | SeatReclaimed) -> None:
    seat, player = event["data"]["seat"], event["data"]["player"]
    before = state["seats"][seat]
    returns = event["type"] == "seat_reclaimed"
    is_same = before is not None and before["player"]["id"] == player["id"]
    state["seats"][seat] = {
        "player": player,
        "connected": player["kind"] == "bot" or returns,
        "forfeited": event["type"] == "seat_substituted",
        "program": before is not None and is_same and before["program"],
    }


def _begin(state: State, data: DealStartedData) -> None:
    hands = data["hands"]
    state["score"] = data["score"]
    state["deal"] = {
        "number": data["deal"],
        "dealer": data["dealer"],
        "calls": [],
        "contract": None,
        "hands": {"N": hands["N"], "E": hands["E"], "S": hands["S"], "W": hands["W"]},
        "counts": {"N": 13, "E": 13, "S": 13, "W": 13},
        "trick": {"leader": None, "plays": []},
        "last_trick": None,
        "tricks": {"NS": 0, "EW": 0},
    }


def _lay(deal: Deal, data: CardPlayedData) -> None:
    seat, card = data["seat"], data["card"]
    held = deal["hands"][seat]
    if held is not None:
        deal["hands"][seat] = [other for other in held if other != card]
    deal["counts"][seat] -= 1
    deal["trick"]["leader"] = deal["trick"]["leader"] or seat
    deal["trick"]["plays"].append({"seat": seat, "card": card})


def _take(deal: Deal, data: TrickWonData) -> None:
    winner, trick = data["seat"], deal["trick"]
    if trick["leader"]:
        deal["last_trick"] = {"leader": trick["leader"], "plays": trick["plays"], "winner": winner}
    deal["tricks"][side_of(winner)] += 1
    deal["trick"] = {"leader": winner, "plays": []}
