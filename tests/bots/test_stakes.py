"""Stakes: what declarers take, told in points of the deal and towards the match."""

import pytest

from games.bots.stakes import deal_points, match_points, taking, trick_worth, win_chance
from games.rules.ruleset import PRESETS, RuleSet
from games.rules.seats import EW, NS

LEVANT, CARDEMS, POINTS_400 = PRESETS["levant-41"], PRESETS["cardems"], PRESETS["points-400"]


def test_points_of_a_deal_are_own_less_the_others() -> None:
    made_or_not = deal_points(LEVANT, NS, NS, 8)
    assert made_or_not[8] == 8 - 5 and made_or_not[7] == -8 - 6  # defenders always score
    assert deal_points(LEVANT, EW, NS, 8)[7] == 8 + 6
    assert deal_points(CARDEMS, NS, NS, 8)[8] == 8  # they do not when it is made


def test_near_the_target_only_what_wins_counts() -> None:
    close, points = match_points(LEVANT, (33, 33), NS, NS, 8), deal_points(LEVANT, NS, NS, 8)
    assert close[8] == close[12], "either wins"
    assert close[8] - close[7] > points[8] - points[7]


def test_far_from_it_the_match_is_nearly_its_points() -> None:
    points = deal_points(LEVANT, NS, NS, 7)
    assert match_points(LEVANT, (0, 0), NS, NS, 7) == pytest.approx(points, rel=0.2, abs=0.5)


def test_a_bid_of_thirteen_that_wins_the_match_is_worth_all_of_it() -> None:
    rules = PRESETS["cardems-es"]
    bid = match_points(rules, (0, rules.target - 1), NS, NS, 13)
    assert bid[13] > 10 * abs(bid[12]), "there is nothing left to lose"


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_chances_are_even_at_the_start_and_certain_at_the_end(rules: RuleSet) -> None:
    assert win_chance(rules, (0, 0), NS) == 0.5
    assert win_chance(rules, (rules.target, 0), NS) == 1.0 and win_chance(rules, (rules.target, 0), EW) == 0.0
    chances = [win_chance(rules, (points, 0), NS) for points in range(0, rules.target, rules.bids[0])]
    assert chances == sorted(chances)


def test_a_trick_is_an_even_share_of_the_card_points() -> None:
    assert trick_worth(LEVANT) == 1.0 and taking(LEVANT, 7) == 7
    assert [taking(POINTS_400, tricks) for tricks in (0, 1, 7, 13)] == [0, 9, 65, 120]
