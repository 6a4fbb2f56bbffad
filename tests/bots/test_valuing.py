"""Valuing: the fitted tables, what is certain, and bids that differ where points do."""

from dataclasses import replace
from random import Random

import pytest

from games.bots.auction_table import TABLE
from games.bots.features import CALLS, with_trump
from games.bots.sure import sure_cards, sure_to_take
from games.bots.valuing import choose_call, own_means
from games.rules.cards import NO_TRUMP, mask_of
from games.rules.commands import Bid
from games.rules.events import Hands, Pair
from games.rules.ruleset import PRESETS, RuleSet
from games.rules.views import Viewer, view
from tests.rules.table import ONE_SUIT_EACH, Table, hands_of

HEARTS = 1
LEVANT, CARDEMS_ES = PRESETS["levant-41"], PRESETS["cardems-es"]
NEVER_SCORING = replace(LEVANT, id="never", defenders_when_made="zero", defenders_when_set="zero")
PLAIN_13 = replace(CARDEMS_ES, id="plain", bid13="none")


def any_hands(seed: int) -> Hands:
    deck = list(range(52))
    Random(seed).shuffle(deck)
    return tuple(deck[:13]), tuple(deck[13:26]), tuple(deck[26:39]), tuple(deck[39:])


def opening(rules: RuleSet, hands: Hands, score: Pair = (0, 0)) -> int:
    """What the first to call bids; 0 for a pass."""
    table = Table(rules, hands=hands, score=score)
    call = choose_call(view(table.state, Viewer(table.turn, acts=True)))
    return call.amount if isinstance(call, Bid) else 0


def openings(rules: RuleSet, score: Pair = (0, 0)) -> list[int]:
    return [opening(rules, any_hands(seed), score) for seed in range(100)]


@pytest.mark.parametrize("unit", ["tricks", "card_points"])
def test_what_one_takes_is_the_figures_weighed(unit: str) -> None:
    calls = tuple(float(place % 2) for place in range(len(CALLS)))
    mean, weights, _ = TABLE["own"][unit]
    for seed in range(20):
        hand = mask_of(any_hands(seed)[0])
        for trump, found in enumerate(own_means(hand, unit, calls)):
            figures = (*with_trump(hand, trump), *calls)
            assert found == pytest.approx(mean + sum(map(float.__mul__, weights, figures)))


def test_fewer_hands_are_bid_where_defenders_always_score() -> None:
    always, never = openings(LEVANT), openings(NEVER_SCORING)
    assert all(one <= other for one, other in zip(always, never, strict=True))
    assert sum(map(bool, always)) < sum(map(bool, never)) / 2


def test_near_the_target_more_hands_are_bid_and_far_ahead_others() -> None:
    level, close = openings(LEVANT), openings(LEVANT, (33, 33))
    assert sum(map(bool, level)) < sum(map(bool, close))
    assert openings(LEVANT, (0, 35)) != level, "they need but one deal, and we need not hurry"


def test_thirteen_is_bid_by_who_has_little_to_lose_where_it_wins_the_match() -> None:
    lost_otherwise = (30, 0)
    assert 13 in openings(CARDEMS_ES, lost_otherwise)
    assert 13 not in openings(CARDEMS_ES) and 13 not in openings(PLAIN_13, lost_otherwise)


def test_and_by_who_is_certain_of_it() -> None:
    assert opening(CARDEMS_ES, ONE_SUIT_EACH) == 13
    assert opening(PLAIN_13, ONE_SUIT_EACH) == 7


@pytest.mark.parametrize(
    ("hand", "trump", "tricks"),
    [
        ("- AKQJT98765432 - -", HEARTS, 13),
        ("AK AKQJT9 AK AKQ", HEARTS, 6),  # six trumps do not draw seven from one hand
        ("AK AKQJT98 AK AK", HEARTS, 13),
        ("AK AKQJT98 K2 AK", HEARTS, 11),
        ("AKQJ AKQ AKQ AKQ", NO_TRUMP, 13),
        ("AKQJ AKQ AKQ AKQ", HEARTS, 3),
        ("A5432 KQJT9 2 42", HEARTS, 0),
        ("AKQJ32 AKQ AK A2", NO_TRUMP, 10),
        ("AKQJT93 AKQ AK A", NO_TRUMP, 13),  # the long spades are high by then
    ],
)
def test_what_is_certain(hand: str, trump: int, tricks: int) -> None:
    held = mask_of(hands_of(hand, "- - - -", "- - - -", "- - - -")[0])
    assert sure_cards(held, trump).bit_count() == sure_to_take(LEVANT, held, trump)
    assert sure_to_take(LEVANT, held, trump) == tricks


def test_what_is_certain_in_card_points() -> None:
    held = mask_of(hands_of("AT AK432 32 5432", "- - - -", "- - - -", "- - - -")[0])
    points = PRESETS["points-400"]
    assert sure_to_take(points, held, HEARTS) == 11 + 4
    assert sure_to_take(points, held, NO_TRUMP) == 11 + 4 + 11
    assert sure_to_take(points, mask_of(ONE_SUIT_EACH[HEARTS]), HEARTS) == 120
