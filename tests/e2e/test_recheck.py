"""The referee accepts simulated matches of every preset and notices each kind of tampering."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from .fairdeal import Event, chain_hash
from .presets import PRESETS
from .recheck import recheck
from .referee import RecheckError
from .simulator import simulate

CUSTOM: dict[str, dict[str, Any]] = {
    "forced no-trump": PRESETS["cardems-es"] | {"no_trump": True, "bids": [8, 11, 13], "target": 25},
    "points without redeal": PRESETS["points-400"] | {"all_pass": "force_last", "bids": [65, 120]},
    "sole, own": PRESETS["levant-41"] | {"ending": "sole", "target": 10, "slam_when": "bid13"},
}
Tamper = Callable[[list[Event]], object]


finished = cache(simulate)


def sample() -> tuple[list[Event], dict[str, Any]]:
    """A finished match to tamper with."""
    match = finished("levant-41", 1)
    return deepcopy(match.events), match.fairness()


def at(events: list[Event], kind: str, nth: int = 0) -> Event:
    """The nth event of a type."""
    return [event for event in events if event["type"] == kind][nth]


def refusal(tamper: Tamper, chained: bool = True) -> str:
    """What the referee says of a tampered match; `chained`: by a forger who recomputes the chain."""
    events, fairness = sample()
    tamper(events)
    if chained:
        for seq, event in enumerate(events, 1):
            event["seq"] = seq
        fairness["head"] = {"seq": len(events), "hash": chain_hash(events)}
    with pytest.raises(RecheckError) as caught:
        recheck("m", events, fairness)
    return str(caught.value)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("preset", PRESETS)
def test_valid_match(preset: str, seed: int) -> None:
    match = simulate(preset, seed)
    table = recheck("m", match.events, match.fairness())
    assert table.result and table.head == len(match.events)


@pytest.mark.parametrize("name", CUSTOM)
def test_valid_custom_match(name: str) -> None:
    for seed in range(2):
        match = simulate(CUSTOM[name], seed)
        recheck("m", match.events, match.fairness())


def test_names_are_no_part_of_the_chain() -> None:
    events, fairness = sample()
    at(events, "seat_taken")["data"]["player"]["name"] = "deleted"
    recheck("m", events, fairness)


def swap_dealt_cards(events: list[Event]) -> None:
    """N and E exchange a card in the record of a deal."""
    hands = at(events, "deal_started")["data"]["hands"]
    hands["N"][0], hands["E"][0] = hands["E"][0], hands["N"][0]


def reorder_hand(events: list[Event]) -> None:
    """The right cards in another order."""
    at(events, "deal_started")["data"]["hands"]["N"].reverse()


def revoke(events: list[Event]) -> None:
    """Someone who can follow suit plays another suit."""
    hands = {seat: set(cards) for seat, cards in at(events, "deal_started")["data"]["hands"].items()}
    plays = [event["data"] for event in events if event["type"] == "card_played"][:52]
    for number, play in enumerate(plays):
        led, hand = plays[number - number % 4]["card"][0], hands[play["seat"]]
        others = [card for card in hand if card[0] != led]
        if number % 4 and play["card"][0] == led and others:
            play["card"] = min(others)
            return
        hand.remove(play["card"])
    raise AssertionError("no chance to revoke in the first deal")


def wrong_winner(events: list[Event]) -> None:
    """A trick goes to the next seat."""
    data = at(events, "trick_won", 3)["data"]
    data["seat"] = {"N": "E", "E": "S", "S": "W", "W": "N"}[data["seat"]]


def set_data(kind: str, key: str, value: Any, nth: int = 0) -> Tamper:
    """A tampering that overwrites one value."""
    return lambda events: at(events, kind, nth)["data"].__setitem__(key, value)


def drop(kind: str, nth: int = 0) -> Tamper:
    """A tampering that leaves out one event."""
    return lambda events: events.remove(at(events, kind, nth))


@pytest.mark.parametrize(
    ("tamper", "says"),
    [
        (swap_dealt_cards, "seq 7: deal_started: hands is"),
        (reorder_hand, "seq 7: deal_started: hands hold the right cards, but not in the order"),
        (revoke, "revoke"),
        (wrong_winner, "trick_won: seat is"),
        (lambda events: events[20]["data"].update(card="XX"), "not held|phase"),
        (set_data("match_finished", "server_seed", "00" * 32), "deal_started: dealer|hands"),
        (set_data("match_created", "seed_hash", "00" * 32), "seed_hash is not SHA-256"),
        (set_data("match_created", "deal_algorithm", "tarneeb-deal/2"), "deal_algorithm"),
        (set_data("seat_taken", "client_seed", "ff"), "deal_started: dealer|hands"),
        (set_data("seat_taken", "client_seed", "FF"), "client_seed"),
        (set_data("deal_scored", "score", {"NS": 99, "EW": 0}), "deal_scored: score is"),
        (set_data("deal_scored", "points", {"NS": 7, "EW": 7}), "deal_scored: points is"),
        (set_data("deal_scored", "tricks", {"NS": 6, "EW": 6}), "deal_scored: tricks is"),
        (set_data("deal_started", "score", {"NS": 1, "EW": 0}, 1), "deal_started: score is"),
        (set_data("deal_started", "seats", {}, 1), "seats are not who sits there"),
        (set_data("deal_started", "scored", 0, 2), "deal_started: scored is"),
        (set_data("deal_started", "passed_out", 1), "deal_started: passed_out is"),
        (set_data("deal_started", "expired", {"N": 1}), "expired of N"),
        (set_data("deal_started", "forfeited", {"N": {"id": "x"}}), "forfeited is"),
        (set_data("deal_started", "dealer", "X"), "deal_started: dealer is"),
        (set_data("match_finished", "winner", None), "match_finished: winner is"),
        (set_data("match_finished", "reason", "limit"), "match_finished: reason is"),
        (set_data("match_finished", "score", {"NS": 0, "EW": 0}), "match_finished: score is"),
        (set_data("auction_won", "forced", True), "auction_won: forced is"),
        (set_data("bid_made", "amount", 14), "illegal call"),
        (set_data("bid_made", "amount", True), "illegal call"),
        (set_data("bid_made", "amount", 7.0), "integers"),
        (set_data("bid_made", "no_trump", True), "illegal call"),
        (set_data("bid_made", "seat", "X"), "bid_made by X, but it is the turn of"),
        (set_data("trump_named", "trump", "NT"), "name_trump in phase naming"),
        (set_data("card_played", "auto", True), "auto must not be set"),
        (set_data("trick_won", "auto", True), "auto must not be set"),
        (drop("card_played"), "turn of|not held|revoke"),
        (drop("trick_won"), "card_played where trick_won must follow"),
        (drop("auction_won"), "trump_named where auction_won must follow"),
        (drop("trump_named"), "play in phase naming|turn of"),
        (drop("deal_scored"), "where deal_scored must follow"),
        (drop("deal_started", 1), "where deal_started must follow"),
        (drop("match_started"), "deal_started where match_started must follow"),
        (drop("match_finished"), "KeyError|before match_finished"),
        (lambda events: events.append(deepcopy(events[-1])), "follow match_finished"),
        (lambda events: events[5].update(at="2024-01-01T00:00:00Z"), "time runs backwards"),
        (lambda events: events[5].update(at="2025-01-01 00:00"), "not an RFC 3339 UTC time"),
        (lambda events: events[0]["data"]["ruleset"].update(target=31), "ruleset: target of levant-41"),
        (lambda events: events[0]["data"]["ruleset"].update(slam=16), "ruleset: slam is 16"),
        (lambda events: events[0]["data"]["ruleset"].pop("dealing"), "missing or unknown fields"),
    ],
)
def test_tampering_is_noticed(tamper: Tamper, says: str) -> None:
    assert any(part in refusal(tamper) for part in says.split("|"))


@pytest.mark.parametrize(
    ("tamper", "says"),
    [
        (lambda events: events[9].update(at=events[8]["at"]), "the chain's hash"),
        (set_data("seat_taken", "extra", "field"), "the chain's hash"),
        (drop("card_played"), "seq is"),
        (lambda events: events.pop(), "match_finished|KeyError"),
    ],
)
def test_tampering_breaks_the_chain(tamper: Tamper, says: str) -> None:
    assert any(part in refusal(tamper, chained=False) for part in says.split("|"))


@pytest.mark.parametrize("key", ["seed_hash", "client_seeds", "server_seed", "head"])
def test_fairness_body_must_agree(key: str) -> None:
    events, fairness = sample()
    fairness[key] = {"seq": 1, "hash": ""} if key == "head" else None
    with pytest.raises(RecheckError, match=r"fairness|seed_hash"):
        recheck("m", events, fairness)


def test_error_names_match_and_seq() -> None:
    assert refusal(reorder_hand).startswith("match m: seq 7: ")


def test_events_survive_json() -> None:
    events, fairness = sample()
    recheck("m", json.loads(json.dumps(events)), fairness)
