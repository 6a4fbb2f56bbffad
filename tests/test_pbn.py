"""A match written as PBN and read back is the same match, whatever happened in it."""

from typing import Any

import pytest
from hypothesis import given

from games import codec, pbn, wire
from games.contract.bodies import Export
from games.rules.ruleset import PRESETS
from games.rules.views import AFTER_THE_END
from games.store import StoredEvent
from tests import pbn as reading
from tests.rules.wander import Walk, walks

SITE = "https://tarneeb.example/matches/1/"
ACTIONS = {"bid_made", "passed", "trump_named", "card_played"}


def exported(walk: Walk) -> Export:
    """The export of a finished match."""
    encoded = [(codec.encode(event), at_ms) for event, at_ms in walk.log]
    stored = [
        StoredEvent(seq, kind, 1, at_ms, data) for seq, ((kind, data), at_ms) in enumerate(encoded, start=1)
    ]
    names = {id_: id_.removeprefix("bot:") for id_ in wire.ids_in(stored)}
    return {
        "id": walk.deals.match_id,
        "events": wire.event_bodies(stored, AFTER_THE_END, names),
        "fairness": {"client_seeds": codec.by_seat(walk.client_seeds)},  # type: ignore[typeddict-item]
    }


def deals_of(match: Export) -> list[dict[str, Any]]:
    """What a reader should find, from the events."""
    deals: list[dict[str, Any]] = []
    for event in match["events"]:
        data: Any = event["data"]
        if event["type"] == "deal_started":
            deals.append(_started(data))
        if not deals:
            continue
        deal = deals[-1]
        if event["type"] in ACTIONS:
            deal["actions"] += 1
            deal["auto"] += [str(deal["actions"])] if "auto" in data else []
        _note(deal, event["type"], data)
    for deal in deals:
        del deal["actions"]
        deal["auto"], deal["changes"] = " ".join(deal["auto"]), "; ".join(deal["changes"])
    return deals


def _started(data: Any) -> dict[str, Any]:
    kinds = {"human": "human", "bot": "program"}
    return {
        "deal": data["deal"],
        "dealer": data["dealer"],
        "opener": data["opener"],
        "players": {seat: (kinds[who["kind"]], who["name"]) for seat, who in data["seats"].items()},
        "hands": {seat: set(hand) for seat, hand in data["hands"].items()},
        "calls": [],
        "contract": None,
        "trump": "?",
        "cards": [],
        "auto": [],
        "changes": [],
        "actions": 0,
        **dict.fromkeys(("made", "tricks", "points", "score")),
    }


def _note(deal: dict[str, Any], kind: str, data: Any) -> None:
    match kind:
        case "bid_made":
            deal["calls"].append((data["seat"], data["amount"], data["no_trump"]))
        case "passed":
            deal["calls"].append((data["seat"], None, False))
        case "auction_won":
            amount = f"{data['amount']}{'NT' if data['no_trump'] else ''}"
            deal["contract"] = (data["seat"], amount, "forced" if data["forced"] else "")
        case "trump_named":
            deal["trump"] = data["trump"]
        case "card_played":
            deal["cards"].append((data["seat"], data["card"]))
        case "deal_scored":
            deal["made"] = "yes" if data["made"] else "no"
            deal |= {name: data[name] for name in ("tricks", "points", "score")}
        case "seat_forfeited":
            deal["changes"].append(f"{deal['actions']} {data['seat']} {data['reason']}")
        case "seat_reclaimed":
            deal["changes"].append(f"{deal['actions']} {data['seat']} reclaimed")


def check(match: Export) -> list[reading.Game]:
    games = reading.games(pbn.written(match, SITE))
    assert [reading.deal(game) for game in games] == deals_of(match)
    created: Any = match["events"][0]["data"]
    finished: Any = match["events"][-1]["data"]
    for game in games:
        tags = game.tags
        assert (tags["Site"], tags["TarneebMatch"]) == (SITE, match["id"])
        assert tags["TarneebServerSeed"] == finished["server_seed"]
        seeds = {seat: tags[f"TarneebSeed{name}"] for name, seat in reading.SEATS.items()}
        assert seeds == match["fairness"]["client_seeds"]
        assert tags["TarneebResult"].split()[:2] == [finished["winner"] or "-", finished["reason"]]
        assert tags["TarneebRuleSet"] == (created["ruleset"]["id"] or "")
        assert tags["TarneebBids"].split() == list(map(str, created["ruleset"]["bids"]))
        assert tags["TarneebTarget"] == str(created["ruleset"]["target"])
    return games


@given(walks())
def test_a_match_comes_back(walk: Walk) -> None:
    check(exported(walk.play_on()))


@given(walks(troubles=True))
def test_so_does_one_with_expiries_forfeits_and_returns(walk: Walk) -> None:
    check(exported(walk.play_on()))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset(preset: str) -> None:
    for seed in range(3):
        check(exported(Walk(PRESETS[preset], seed).play_on()))


@pytest.mark.parametrize("preset", ["cardems", "levant-41", "levant-41-sol"])
def test_bridge_programs_can_read_what_was_played_for(preset: str) -> None:
    """Contract and result as bridge has them: two hearts are eight tricks."""
    for game in check(exported(Walk(PRESETS[preset], 5).play_on())):
        contract, own = game.tags["Contract"], game.tags.get("TarneebContract", "").split(" ")[0]
        if contract == "Pass":
            assert game.tags["Declarer"] == game.tags["Result"] == "" and "Play" not in game.tags
        else:
            assert int(contract[0]) + 6 == int(own.removesuffix("NT"))
            assert contract[1:] == game.tags["TarneebTrump"]
            assert (int(game.tags["Result"]) >= int(own.removesuffix("NT"))) == (
                game.tags["TarneebMade"] == "yes"
            )


def test_card_points_are_no_bridge_contract() -> None:
    games = check(exported(Walk(PRESETS["points-400"], 1).play_on()))
    assert {game.tags["Contract"] for game in games} <= {"?", "Pass"}


def test_a_deal_that_was_broken_off() -> None:
    for seed in range(40):
        games = check(exported(Walk(PRESETS["levant-41"], seed, troubles=True).play_on()))
        broken = [game for game in games if game.tags["Result"] == "?"]
        assert broken in ([], games[-1:])
        if broken and "Play" in broken[0].sections:
            return
    raise AssertionError("no such match")
