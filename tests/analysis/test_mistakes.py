"""What some layouts tell of a card, and what chance may have done."""

import pytest

from games.analysis.mistakes import gain, weighed


def test_what_every_layout_says_counts_in_full() -> None:
    assert gain([3.0] * 6) == 3
    assert gain([2.0]) == 2
    assert gain([-3.0] * 6) == gain([0.0] * 6) == 0


def test_one_layout_of_six_is_chance() -> None:
    """Fifteen points for a contract that is set there and nowhere else: the mean is one standard error."""
    assert gain([15.0, 0, 0, 0, 0, 0]) == 0
    assert 0 < gain([15.0, 15, 15, 0, 0, 0]) < 7.5
    assert gain([15.0] * 5 + [0]) > 10


def test_more_layouts_tell_more() -> None:
    gains = [gain([15.0, 0, 0] * times) for times in (1, 2, 4, 8, 40)]
    assert gains == sorted(gains)
    assert gains[0] == 0
    assert gains[-1] == pytest.approx(5, abs=0.2)


def test_the_better_card_is_the_one_that_is_surely_better() -> None:
    ace, king, two = 0, 1, 12
    values = [{ace: 3.0, king: 12.0, two: 1.0}, {ace: 3.0, king: 0.0, two: 1.0}] * 3
    assert weighed(two, values) == (2, ace)  # the king gains five on average, by chance
    assert weighed(ace, values) == (0, None)
    assert weighed(king, values) == (0, None)
