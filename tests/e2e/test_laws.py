"""Every row of rules.md's vectors and of fair-deal-vectors.json, against the referee's own laws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from . import laws
from .auction import Auction, Call, Contract
from .fairdeal import Seeds, seed_hash
from .laws import Finish, Play, Tally
from .presets import PRESETS

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "fair-deal-vectors.json").read_text())
COLUMNS = ("cardems", "cardems-es", "levant-41", "levant-41-double", "saudi-41", "kaboot-41")
SCORES = {
    (7, 7): "+7/0 +7/0 +7/+6 +7/+6 +7/+6 +7/0",
    (8, 10): "+10/0 +10/0 +10/+3 +10/+3 +10/+3 +10/0",
    (8, 7): "-8/+6 -8/0 -8/+6 -8/+6 -8/+6 -8/+6",
    (9, 13): "+13/0 +13/0 +16/0 +18/0 +16/0 +16/0",
    (13, 13): "+13/0 +13/0 +16/0 +26/0 +16/0 +26/0",
    (13, 12): "-13/+1 -13/0 -13/+1 -13/+1 -13/+1 -16/+2",
    (7, 0): "-7/+13 -7/0 -7/+13 -7/+13 -7/+16 -7/+13",
}
P = None


def auction(preset: str, *calls: tuple[str, int | str | None]) -> Auction:
    """An auction with dealer N after these calls; "8NT" is eight no-trump."""
    rules = PRESETS[preset]
    result = Auction(rules, laws.next_seat("N", rules))
    for seat, call in calls:
        assert result.turn == seat
        no_trump = isinstance(call, str)
        amount = int(call.removesuffix("NT")) if isinstance(call, str) else call
        assert amount is None or (amount, no_trump) in result.bids()
        result.calls.append(Call(seat, amount, no_trump))
    return result


@pytest.mark.parametrize("vector", VECTORS, ids=range(len(VECTORS)))
def test_fair_deal_vector(vector: dict[str, Any]) -> None:
    rules = {"direction": vector["direction"], "dealing": vector["dealing"]}
    seeds = Seeds(vector["match"], vector["server_seed"], vector["client_seeds"])
    dealer = laws.seats_from(seeds.first_dealer(), rules)[vector["deal"] - 1]
    opener = laws.next_seat(dealer, rules)
    assert seed_hash(vector["server_seed"]) == vector["seed_hash"]
    assert seeds.first_dealer() == vector["first_dealer"]
    assert (dealer, opener) == (vector["dealer"], vector["opener"])
    assert seeds.deck(vector["deal"]) == vector["deck"].split()
    hands = {seat: hand.split() for seat, hand in vector["hands"].items()}
    assert seeds.hands(vector["deal"], opener, rules) == hands


@pytest.mark.parametrize(
    ("preset", "bid", "taken", "answer"),
    [
        (preset, bid, taken, answer)
        for (bid, taken), row in SCORES.items()
        for preset, answer in zip(COLUMNS, row.split(), strict=True)
    ],
)
def test_score_table(preset: str, bid: int, taken: int, answer: str) -> None:
    tricks = {"NS": taken, "EW": 13 - taken}
    points = laws.deal_points(PRESETS[preset], "N", bid, tricks, {"NS": 0, "EW": 0})
    assert f"{points['NS']}/{points['EW']}" == answer.replace("+", "")


@pytest.mark.parametrize(
    ("bid", "worth", "answer"),
    [(65, 65, (65, 55)), (65, 64, (-65, 56)), (120, 120, (120, 0)), (70, 0, (-70, 120))],
)
def test_card_points(bid: int, worth: int, answer: tuple[int, int]) -> None:
    points = laws.deal_points(
        PRESETS["points-400"], "S", bid, {"NS": 13, "EW": 0}, {"NS": worth, "EW": 120 - worth}
    )
    assert (points["NS"], points["EW"]) == answer


def test_slam_when_13_was_bid_binds_declarer_only() -> None:
    rules = PRESETS["saudi-41"] | {"slam_when": "bid13"}
    zero: Tally = {"NS": 0, "EW": 0}
    assert laws.deal_points(rules, "E", 9, {"NS": 0, "EW": 13}, zero) == {"EW": 13, "NS": 0}
    assert laws.deal_points(rules, "E", 13, {"NS": 0, "EW": 13}, zero) == {"EW": 16, "NS": 0}
    assert laws.deal_points(rules, "E", 9, {"NS": 13, "EW": 0}, zero) == {"EW": -9, "NS": 16}


@pytest.mark.parametrize(
    ("preset", "before", "bid", "taken", "score", "finish"),
    [
        ("levant-31", (26, 27), 7, 7, (33, 33), None),
        ("levant-31", (24, 26), 7, 7, (31, 32), Finish("EW", "target")),
        ("levant-31", (20, 30), 9, 10, (30, 33), Finish("EW", "target")),
        ("cardems", (30, 30), 8, 7, (22, 36), Finish("EW", "target")),
        ("cardems", (23, 30), 8, 8, (31, 30), Finish("NS", "target")),
        ("cardems-es", (0, 30), 13, 13, (13, 30), Finish("NS", "bid13")),
        ("cardems-es", (30, 0), 13, 12, (17, 0), Finish("EW", "bid13")),
        ("kaboot-41", (20, 0), 13, 13, (46, 0), Finish("NS", "target")),
        ("kaboot-41", (33, 40), 7, 7, (40, 40), None),
    ],
)
def test_ending(
    preset: str,
    before: tuple[int, int],
    bid: int,
    taken: int,
    score: tuple[int, int],
    finish: Finish | None,
) -> None:
    rules, tricks = PRESETS[preset], {"NS": taken, "EW": 13 - taken}
    points = laws.deal_points(rules, "N", bid, tricks, tricks)
    after = {"NS": before[0] + points["NS"], "EW": before[1] + points["EW"]}
    assert (after["NS"], after["EW"]) == score
    assert laws.finish_after_deal(rules, "N", bid, taken >= bid, after, 1) == finish


def test_sole_plays_on_when_both_are_there() -> None:
    rules = PRESETS["cardems"]
    assert laws.target_winner(rules, {"NS": 33, "EW": 31}) is None
    assert laws.target_winner(rules | {"ending": "higher"}, {"NS": 33, "EW": 31}) == "NS"


def test_limits() -> None:
    rules = PRESETS["levant-41"]
    assert laws.finish_after_deal(rules, "N", 7, True, {"NS": 9, "EW": 7}, 100) == Finish("NS", "limit")
    assert laws.finish_after_deal(rules, "N", 7, True, {"NS": 7, "EW": 7}, 100) == Finish(None, "limit")
    assert laws.finish_after_deal(rules, "N", 7, True, {"NS": 9, "EW": 7}, 99) is None
    assert laws.finish_after_passing({"NS": 0, "EW": 2}, 20) == Finish("EW", "limit")
    assert laws.finish_after_passing({"NS": 0, "EW": 2}, 19) is None


def test_three_opening_passes_force_the_last_seat_unasked() -> None:
    over = auction("cardems", ("E", P), ("S", P), ("W", P))
    assert over.turn is None
    assert over.contract() == Contract("N", 7, False, True)


def test_thirteen_ends_the_auction() -> None:
    over = auction("cardems", ("E", 13))
    assert over.turn is None
    assert over.contract() == Contract("E", 13, False, False)


def test_a_bid_must_be_higher() -> None:
    open_ = auction("cardems", ("E", 7))
    assert open_.turn == "S"
    assert [amount for amount, _ in open_.bids()] == [8, 9, 10, 11, 12, 13]


def test_a_pass_is_final() -> None:
    over = auction("cardems", ("E", P), ("S", 8), ("W", P), ("N", 9), ("S", P))
    assert over.contract() == Contract("N", 9, False, False)


@pytest.mark.parametrize("preset", ["levant-31", "levant-41", "levant-61"])
def test_levant_passes_out_or_bids_unforced(preset: str) -> None:
    void = auction(preset, ("W", P), ("S", P), ("E", P), ("N", P))
    assert void.is_void and void.turn is None and void.contract() is None
    bid = auction(preset, ("W", P), ("S", P), ("E", P), ("N", 7))
    assert bid.contract() == Contract("N", 7, False, False)


def test_no_trump_outranks_the_same_amount() -> None:
    open_ = auction("levant-41-sol", ("W", 8), ("S", "8NT"))
    assert open_.turn == "E"
    assert open_.bids()[0] == (9, False)
    assert auction("levant-41-sol", ("W", 13)).bids() == [(13, True)]
    assert auction("levant-41-sol", ("W", "13NT")).turn is None


def test_cardems_es_dealer_must_bid_and_may_raise() -> None:
    open_ = auction("cardems-es", ("W", P), ("S", P), ("E", P))
    assert open_.turn == "N" and open_.is_forced
    assert [amount for amount, _ in open_.bids()] == [7, 8, 9, 10, 11, 12, 13]
    open_.calls.append(Call("N", 9))
    assert open_.contract() == Contract("N", 9, False, True)


def test_tricks() -> None:
    plays = [Play("N", "H5"), Play("E", "HK"), Play("S", "S2"), Play("W", "DA")]
    assert laws.trick_winner(plays, "S") == "S"
    assert laws.trick_winner(plays, "NT") == "E"
    assert laws.trick_winner(plays, "D") == "W"
    assert laws.playable(["H2", "SA"], plays[:1]) == ["H2"]
    assert laws.playable(["C2", "SA"], plays[:1]) == ["C2", "SA"]
