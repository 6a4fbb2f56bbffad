"""Fair deals: every vector of fair-deal-vectors.json, and the proof in a real match."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.cards import card_name, parse_card
from games.rules.fairdeal import FairDeals, lay_out
from games.rules.ruleset import RuleSet, parse_ruleset
from games.rules.seats import SEAT_NAMES, SEATS, seat_name

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "data" / "fair-deal-vectors.json").read_text()
)


def names(cards: Any) -> str:
    return " ".join(map(card_name, cards))


def rules_of(vector: dict[str, Any]) -> RuleSet:
    return parse_ruleset({"direction": vector["direction"], "dealing": vector["dealing"]})


@pytest.mark.parametrize(
    "vector", VECTORS, ids=[f"{v['match']}-{v['deal']}-{v['dealing']}-{n}" for n, v in enumerate(VECTORS)]
)
def test_vector(vector: dict[str, Any]) -> None:
    deals = FairDeals(vector["match"], bytes.fromhex(vector["server_seed"]))
    seeds = [vector["client_seeds"][name] for name in SEAT_NAMES]
    rules = rules_of(vector)
    first = deals.first_dealer(seeds)
    dealer = (first + rules.step * (vector["deal"] - 1)) & 3
    opener = (dealer + rules.step) & 3
    hands = deals.hands(vector["deal"], seeds, rules, opener)
    assert deals.server_seed == vector["server_seed"]
    assert deals.seed_hash == vector["seed_hash"]
    assert seat_name(first) == vector["first_dealer"]
    assert (seat_name(dealer), seat_name(opener)) == (vector["dealer"], vector["opener"])
    assert names(deals.deck(vector["deal"], seeds)) == vector["deck"]
    assert {SEAT_NAMES[seat]: names(hands[seat]) for seat in SEATS} == vector["hands"]


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize(
    ("dealing", "first_four"), [("one_by_one", [0, 4, 8, 12]), ("packets_4_4_5", [0, 1, 2, 3])]
)
@pytest.mark.parametrize("opener", SEATS)
def test_the_opener_gets_the_top_of_the_deck(
    direction: str, dealing: str, first_four: list[int], opener: int
) -> None:
    rules = parse_ruleset({"direction": direction, "dealing": dealing})
    hands = lay_out(range(52), rules, opener)
    following = (opener + rules.step) & 3
    assert list(hands[opener][:4]) == first_four
    assert hands[following][0] == (1 if dealing == "one_by_one" else 4)
    assert sorted(card for hand in hands for card in hand) == list(range(52))


def test_a_seed_of_a_seat_changes_the_deal_and_the_order_of_seats_counts() -> None:
    deals = FairDeals("m", bytes(32))
    decks = {tuple(deals.deck(1, seeds)) for seeds in (["a", "", "", ""], ["", "a", "", ""], [""] * 4)}
    assert len(decks) == 3


def test_every_first_dealer_is_drawn() -> None:
    assert {FairDeals(f"m{n}", bytes(32)).first_dealer([""] * 4) for n in range(50)} == set(SEATS)


def test_cards_are_called_as_in_pbn() -> None:
    assert [card_name(card) for card in (0, 8, 13, 51)] == ["SA", "S6", "HA", "C2"]
    assert parse_card("DT") == 30
    for wrong in ("S1", "s2", "S10", "", None, 3, ["SA"], True):
        with pytest.raises(ValueError, match="not a card"):
            parse_card(wrong)
