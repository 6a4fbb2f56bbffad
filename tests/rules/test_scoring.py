"""The score of a deal and the end of a match: the vectors of rules.md, played card by card."""

from typing import Any

import pytest

from games.rules.events import DealScored, DealStarted, Event, MatchFinished, Pair
from games.rules.ruleset import PRESETS, RuleSet, parse_ruleset
from games.rules.scoring import Ending, ending_at, score_deal
from games.rules.seats import EW, NS, E, N, W

from .table import ONE_SUIT_EACH, Table, hands_for, hands_of, name_trump, play_out, types

COLUMNS = ("cardems", "cardems-es", "levant-41", "levant-41-double", "saudi-41", "kaboot-41")
VECTORS = {
    "7/7": ("+7/0", "+7/0", "+7/+6", "+7/+6", "+7/+6", "+7/0"),
    "8/10": ("+10/0", "+10/0", "+10/+3", "+10/+3", "+10/+3", "+10/0"),
    "8/7": ("-8/+6", "-8/0", "-8/+6", "-8/+6", "-8/+6", "-8/+6"),
    "9/13": ("+13/0", "+13/0", "+16/0", "+18/0", "+16/0", "+16/0"),
    "13/13": ("+13/0", "wins +13/0", "+16/0", "+26/0", "+16/0", "+26/0"),
    "13/12": ("-13/+1", "loses -13/0", "-13/+1", "-13/+1", "-13/+1", "-16/+2"),
    "7/0": ("-7/+13", "-7/0", "-7/+13", "-7/+13", "-7/+16", "-7/+13"),
}
ROWS = [
    (preset, row, answer)
    for row, answers in VECTORS.items()
    for preset, answer in zip(COLUMNS, answers, strict=True)
]


def play_deal(preset: str | RuleSet, bid: int, taken: int, **restated: Any) -> tuple[Event, ...]:
    """A deal in which N opens with a bid in spades and its side takes so many tricks; its last events."""
    rules = PRESETS[preset] if isinstance(preset, str) else preset
    dealer = W if rules.direction == "clockwise" else E
    table = Table(rules, dealer=dealer, hands=hands_for(taken), **restated)
    table.calls(f"N {bid}")
    while table.state.phase == "auction":
        table.calls(f"{'NESW'[table.turn]} P")
    table.do(name_trump(N, "S"))
    return play_out(table)


@pytest.mark.parametrize(("preset", "row", "answer"), ROWS)
def test_score_of_a_deal(preset: str, row: str, answer: str) -> None:
    bid, taken = map(int, row.split("/"))
    *verdict, figures = answer.split()
    points = tuple(map(int, figures.split("/")))
    _, _, scored, *_, last = play_deal(preset, bid, taken)
    assert isinstance(scored, DealScored)
    assert (scored.points, scored.score, scored.tricks) == (points, points, (taken, 13 - taken))
    assert scored.made == (taken >= bid)
    if verdict:
        assert isinstance(last, MatchFinished)
        assert (last.winner, last.reason) == (NS if verdict == ["wins"] else EW, "bid13")
    else:
        assert isinstance(last, DealStarted)


# "Endings" of rules.md: the score before, bid and taken, the score after, the winner.
ENDINGS = [
    ("levant-31", (26, 27), 7, 7, (33, 33), None),
    ("levant-31", (24, 26), 7, 7, (31, 32), EW),
    ("levant-31", (20, 30), 9, 10, (30, 33), EW),
    ("cardems", (30, 30), 8, 7, (22, 36), EW),
    # 9 bid and 13 taken are 16, so it is over at 41; 13 at 28 are not.
    ("levant-41", (25, 0), 9, 13, (41, 0), NS),
    ("cardems", (17, 0), 9, 13, (30, 0), None),
    ("kaboot-31", (20, 0), 7, 11, (31, 0), NS),
]


@pytest.mark.parametrize(("preset", "before", "bid", "taken", "after", "winner"), ENDINGS)
def test_endings(preset: str, before: Pair, bid: int, taken: int, after: Pair, winner: int | None) -> None:
    _, _, scored, last = play_deal(preset, bid, taken, score=before)
    assert isinstance(scored, DealScored)
    assert scored.score == after
    if winner is None:
        assert isinstance(last, DealStarted)
        assert last.score == after
    else:
        assert last == MatchFinished(winner, after, "target", "5e" * 32)


def test_the_last_card_brings_trick_score_and_next_deal_in_this_order() -> None:
    events = play_deal("levant-41", 7, 7)
    assert types(events) == ["CardPlayed", "TrickWon", "DealScored", "DealStarted"]
    events = play_deal("levant-41", 7, 7, score=(40, 0))
    assert types(events) == ["CardPlayed", "TrickWon", "DealScored", "MatchFinished"]


@pytest.mark.parametrize(
    ("before", "winner"), [((0, 0), NS), ((-7, -6), None), ((-8, -6), EW)], ids=["ahead", "level", "behind"]
)
def test_a_hundred_scored_deals_end_the_match(before: Pair, winner: int | None) -> None:
    _, _, _, last = play_deal("levant-41", 7, 7, score=before, scored=99, deal=105)
    assert last == MatchFinished(winner, (before[0] + 7, before[1] + 6), "limit", "5e" * 32)
    _, _, _, last = play_deal("levant-41", 7, 7, score=before, scored=98, deal=104)
    assert isinstance(last, DealStarted)


def test_the_target_in_the_hundredth_deal_is_the_target() -> None:
    *_, last = play_deal("levant-41", 7, 7, score=(40, 0), scored=99, deal=105)
    assert last == MatchFinished(NS, (47, 6), "target", "5e" * 32)


def custom(**fields: Any) -> RuleSet:
    return parse_ruleset(fields)


# Where fields meet: the rule set's fields, bid, tricks taken, points of the declarer's side and the other.
MEETINGS = [
    (custom(slam_when="bid13"), 9, 13, (13, 0)),
    (custom(slam_when="bid13"), 13, 13, (16, 0)),
    (custom(slam="double_bid", slam_when="bid13"), 13, 13, (26, 0)),
    (custom(slam="double_bid"), 7, 13, (14, 0)),
    (custom(slam_sides="either", slam_when="bid13"), 7, 0, (-7, 16)),
    (custom(slam_sides="either", slam_when="bid13"), 9, 13, (13, 0)),
    (custom(slam="none"), 13, 13, (13, 0)),
    (custom(bid13="kaboot"), 13, 0, (-16, 26)),
    (custom(bid13="kaboot", slam_sides="either"), 13, 0, (-16, 26)),
    (custom(bid13="kaboot", defenders_when_set="zero"), 13, 10, (-16, 6)),
    (custom(bid13="kaboot", slam="double_bid"), 13, 13, (26, 0)),
    (custom(bid13="kaboot", slam="double_bid"), 12, 13, (24, 0)),
    (custom(defenders_when_made="zero"), 8, 9, (9, 0)),
    (custom(defenders_when_set="zero"), 8, 7, (-8, 0)),
]


@pytest.mark.parametrize(("rules", "bid", "taken", "points"), MEETINGS)
@pytest.mark.parametrize("side", [NS, EW])
def test_where_fields_meet(rules: RuleSet, bid: int, taken: int, points: Pair, side: int) -> None:
    tricks = (taken, 13 - taken)
    ours, theirs = (tricks, points) if side == NS else (tricks[::-1], points[::-1])
    assert score_deal(rules, side, bid, ours, (0, 0)).points == theirs


def test_wins_match_decides_whatever_the_score() -> None:
    rules = custom(bid13="wins_match", target=1000)
    assert score_deal(rules, EW, 13, (0, 13), (0, 120)).wins_match == EW
    assert score_deal(rules, EW, 13, (1, 12), (0, 0)).wins_match == NS
    assert score_deal(rules, EW, 12, (1, 12), (0, 0)).wins_match is None
    *_, last = play_deal("cardems-es", 13, 12, score=(30, -40))
    assert isinstance(last, MatchFinished)
    assert (last.winner, last.score, last.reason) == (EW, (17, -40), "bid13")


@pytest.mark.parametrize(
    ("bid", "taken", "points"),
    [
        (65, (65, 55), (65, 55)),
        (70, (65, 55), (-70, 55)),
        (120, (120, 0), (120, 0)),
        (65, (0, 120), (-65, 120)),
    ],
)
def test_card_points_are_bid_and_scored(bid: int, taken: Pair, points: Pair) -> None:
    result = score_deal(PRESETS["points-400"], NS, bid, (7, 6), taken)
    assert (result.made, result.points) == (taken[0] >= bid, points)


def test_card_points_are_counted_with_the_last_trick() -> None:
    hands = hands_of(
        "AKQJT98765432 - - -", "- AKQJT98765432 - -", "- - AKQJT98765432 -", "- - - AKQJT98765432"
    )
    table = Table("points-400", hands=hands)
    table.calls("W P, S P, E P, N 65")
    table.do(name_trump(N, "S"))
    _, _, scored, _ = play_out(table)
    assert isinstance(scored, DealScored)
    assert (scored.tricks, scored.points) == ((13, 0), (120, 0))


@pytest.mark.parametrize(
    ("ending", "score", "result"),
    [
        ("sole", (41, 40), Ending(NS, "target")),
        ("sole", (41, 41), None),
        ("sole", (50, 41), None),
        ("sole", (40, 40), None),
        ("higher", (41, 41), None),
        ("higher", (50, 41), Ending(NS, "target")),
        ("higher", (40, 41), Ending(EW, "target")),
        ("first", (-20, 41), Ending(EW, "target")),
        ("first", (40, 40), None),
    ],
)
def test_ending_at(ending: str, score: Pair, result: Ending | None) -> None:
    rules = custom(ending=ending, defenders_when_made="zero", target=41)
    assert ending_at(rules, score) == result


def test_one_suit_each_is_a_deal() -> None:
    assert sorted(card for hand in ONE_SUIT_EACH for card in hand) == list(range(52))
