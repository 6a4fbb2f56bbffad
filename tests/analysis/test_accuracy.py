"""What deals add up to."""

from typing import Any

from games.analysis.accuracy import summed_up
from games.analysis.judge import JudgedDeal
from games.contract.analysis import JudgedCard


def deal(*losses: tuple[int, str, float], choices: tuple[int, ...] = (5, 6, 7, 8)) -> JudgedDeal:
    """Of cards alone: seq, seat and what they lost."""
    cards: list[JudgedCard] = [
        {"seq": seq, "seat": seat, "card": "S2", "lost": lost, "lost_open": 9, "better": None, "expected": 0}  # type: ignore[typeddict-item]
        for seq, seat, lost in losses
    ]
    body: Any = {"deal": 1, "seq": 1, "table": {}, "best": None, "calls": [], "cards": cards}
    return JudgedDeal(body, choices)


def test_nothing_lost_is_a_hundred_and_open_hands_do_not_count() -> None:
    summary = summed_up([deal((9, "N", 0)), deal()], in_tricks=True)
    assert summary["accuracy"]["N"] == {"accuracy": 100, "cards": 10, "mistakes": 0, "lost": 0}
    assert [seat["cards"] for seat in summary["accuracy"].values()] == [10, 12, 14, 16]  # type: ignore[index]
    assert summary["turning_points"] == []


def test_accuracy_fades_with_what_is_lost_a_deal() -> None:
    found = summed_up([deal((9, "E", 0.4), (10, "E", 9.6)), deal()], in_tricks=True)["accuracy"]["E"]
    assert found == {"accuracy": 36.8, "cards": 12, "mistakes": 1, "lost": 5}  # 100 · exp(−5 / 5)


def test_where_cards_are_counted_a_tricks_worth_is_a_point() -> None:
    deals = [deal((9, "E", 4.6), (10, "W", 4.7), (11, "N", 120 / 13), (12, "S", 60.0))]
    summary = summed_up(deals, in_tricks=False)
    assert [seat["mistakes"] for seat in summary["accuracy"].values()] == [1, 0, 1, 1]  # type: ignore[index]
    assert summary["accuracy"]["N"]["accuracy"] == 81.9  # a point: 100 · exp(−1 / 5)
    assert summary["turning_points"] == [{"seq": 12, "seat": "S", "lost": 60.0}]


def test_a_match_turns_at_most_five_times_at_what_cost_most() -> None:
    losses = [(seq, "N", 3.0 + seq % 4) for seq in range(10, 17)]
    turning = summed_up([deal(*losses, (20, "S", 2.99))], in_tricks=True)["turning_points"]
    assert [(each["seq"], each["lost"]) for each in turning] == [(10, 5), (11, 6), (13, 4), (14, 5), (15, 6)]
