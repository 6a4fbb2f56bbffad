"""Deals judged whose right answers are known."""

from random import Random
from typing import Any

import pytest

from games.analysis.deals import LoggedDeal
from games.analysis.judge import judge_deal
from games.bots import easy
from games.bots.doubledummy import CannotSolve, NoSolver
from games.contract.analysis import AnalysedDeal
from games.rules.cards import CARD_NAMES
from games.rules.events import DealScored, Hands
from games.rules.ruleset import PRESETS
from games.rules.seats import N
from games.rules.state import MatchState
from games.rules.views import Viewer, view
from games.solver.process import SolverProcess
from tests.analysis.dealing import by_tricks, dealt, logged, played
from tests.rules.table import Table, hands_of, name_trump

LEVANT = PRESETS["levant-41"]


def judged(deal: LoggedDeal, solver: SolverProcess, layouts: int = 2) -> AnalysedDeal:
    return judge_deal(deal, Random(4), solver, layouts).body


def north_declares(hands: Hands, trump: str = "S", ruleset: Any = LEVANT) -> Table:
    """North has bid seven and named trump: it is to lead."""
    table = Table(ruleset, hands=hands)
    table.calls("W P, S P, E P, N 7")
    table.do(name_trump(N, trump))
    return table


def easy_action(state: MatchState) -> Any:
    return easy.choose(view(state, Viewer(state.turn, acts=True)), Random(1), NoSolver())


def signed(seat: str, loss: float) -> float:
    """What a loss takes from NS."""
    return loss if seat in "NS" else -loss


def test_best_play_with_open_hands_loses_nothing(solver: SolverProcess) -> None:
    table = north_declares(dealt(2))
    body = judged(played(table, by_tricks(solver, best=True)), solver, layouts=1)
    assert len(body["cards"]) == 52
    assert {card["lost_open"] for card in body["cards"]} == {0}
    (expected,) = {card["expected"] for card in body["cards"]}
    scored = next(event for event, _ in table.log if isinstance(event, DealScored))
    assert expected == scored.points[0] - scored.points[1]
    assert body["table"]["N"]["S"] == scored.tricks[0]


@pytest.mark.parametrize(("preset", "amount", "badly"), [("levant-41", 7, True), ("saudi-41", 13, False)])
def test_what_is_lost_leads_from_what_was_expected_to_what_was_scored(
    preset: str, amount: int, badly: bool, solver: SolverProcess
) -> None:
    """Whoever plays, and however badly: each loss is one step down for its side."""
    table = Table(preset, hands=dealt(amount))
    table.calls(f"W {amount}" if amount == 13 else f"W {amount}, S P, E P, N P")
    table.do(table.highest())
    body = judged(played(table, by_tricks(solver, best=False) if badly else easy_action), solver, layouts=1)
    scored = next(event for event, _ in table.log if isinstance(event, DealScored))
    before = body["cards"][0]["expected"] + signed("W", body["cards"][0]["lost_open"])
    for card in body["cards"]:
        assert card["lost"] >= 0
        assert card["lost_open"] >= 0
        assert (card["better"] is None) == (card["lost"] == 0)
        assert card["expected"] == pytest.approx(before - signed(card["seat"], card["lost_open"]))
        before = card["expected"]
    assert before == scored.points[0] - scored.points[1]


def test_the_only_card_is_no_choice(solver: SolverProcess) -> None:
    table = north_declares(hands_of("AKQJT98765432 - - -", "- AKQJT98765432 - -", "- - AKQJT98765432 -",
                                    "- - - AKQJT98765432"))  # fmt: skip
    found = judge_deal(played(table, lambda state: table.highest()), Random(1), solver, 1)
    assert [card["lost"] + card["lost_open"] for card in found.body["cards"]] == [0] * 52
    assert {card["expected"] for card in found.body["cards"]} == {16}
    assert found.choices == [12, 12, 12, 12]
    assert found.body["table"]["N"] == {"S": 13, "H": 0, "D": 13, "C": 0, "NT": 13}


TEN_TRUMPS = hands_of("AKQJT98754 AKQ - -", "632 - AKQJT 98765", "- JT98 98765 AKQJ", "- 765432 432 T432")


def test_bad_luck_is_no_mistake(solver: SolverProcess) -> None:
    """North's ace of hearts is ruffed by East, who alone has none: hardly ever are hearts so divided."""
    table = north_declares(TEN_TRUMPS)
    table.plays("HA H2 H8 S2")
    lead, *others = judged(logged(table), solver, layouts=10)["cards"]
    assert (lead["lost"], lead["better"], lead["lost_open"]) == (0, None, 5)  # 16 for all tricks, or 12 : 1
    assert [card["lost"] for card in others] == [0, 0, 0]


def test_a_card_that_is_wrong_for_all_that_one_knows(solver: SolverProcess) -> None:
    """A low trump from a suit that lacks the six gives a trick away, unless the partner has that card."""
    table = north_declares(TEN_TRUMPS)
    table.plays("S4 D2 D5 S6")
    lead = judged(logged(table), solver, layouts=10)["cards"][0]
    assert lead["lost_open"] == 5
    assert 2 < lead["lost"] <= 5
    assert lead["better"] in ("SA", "SK", "SQ", "SJ", "ST", "S9", "S8", "S7")


def test_what_is_lost_hangs_on_what_the_seat_could_know_alone(solver: SolverProcess) -> None:
    """The others' cards are dealt anew: the first card is judged the same, its open loss is not."""
    hands = dealt(11)
    rest = sorted(card for hand in hands[1:] for card in hand)
    found = []
    for seed in range(3):
        Random(seed).shuffle(rest)
        east, south, west = (tuple(rest[13 * place : 13 * place + 13]) for place in range(3))
        table = north_declares((hands[0], east, south, west))
        table.do(table.lowest())
        (card,) = judged(logged(table), solver)["cards"]
        found.append(card)
    assert len({(card["card"], card["lost"]) for card in found}) == 1
    assert len({card["expected"] for card in found}) > 1


def test_a_call_that_throws_tricks_away(solver: SolverProcess) -> None:
    """North passes out ten sure tricks, or names its void; pass would have been right with nothing."""
    strong = hands_of("AKQJT98765 A A A", "432 KQJ KQJ KQJT", "- T987 T987 98765", "- 65432 65432 432")
    table = Table(LEVANT, hands=strong)
    table.calls("W P, S P, E P, N P")
    *_, north = judged(logged(table), solver)["calls"]
    assert (north["action"], north["better"]) == ({"action": "pass"}, north["better"])
    assert north["lost"] > 3
    assert north["better"] is not None and north["better"]["action"] == "bid"

    table = north_declares(strong, "H")
    *_, naming = judged(logged(table), solver)["calls"]
    assert naming["lost"] > 3
    assert naming["better"] == {"action": "name_trump", "trump": "S"}


def test_a_deal_that_is_passed_out_has_its_auction(solver: SolverProcess) -> None:
    table = Table(LEVANT, hands=dealt(2))
    table.calls("W P, S P, E P, N P")
    body = judged(logged(table), solver)
    assert [call["seat"] for call in body["calls"]] == ["W", "S", "E", "N"]
    assert (body["cards"], body["deal"], body["seq"]) == ([], 1, 7)


def test_no_trump_is_not_named(solver: SolverProcess) -> None:
    table = Table("levant-41-sol", hands=dealt(5))
    table.calls("W 8NT, S P, E P, N P")
    table.plays(CARD_NAMES[table.lowest().card])  # type: ignore[union-attr]
    body = judged(logged(table), solver, layouts=1)
    assert [call["action"]["action"] for call in body["calls"]] == ["bid", "pass", "pass", "pass"]
    assert len(body["cards"]) == 1


def test_where_cards_are_counted(solver: SolverProcess) -> None:
    table = Table("points-400", hands=dealt(5))
    table.calls("W 65, S P, E P, N P")
    body = judged(played(table, lambda state: table.highest()), solver, layouts=1)
    assert all(card["lost"] >= 0 and card["lost_open"] >= 0 for card in body["cards"])
    assert max(card["lost_open"] for card in body["cards"]) > 5
    assert body["best"] is None or body["best"]["amount"] in PRESETS["points-400"].bids


def test_the_same_chance_gives_the_same(solver: SolverProcess) -> None:
    table = north_declares(dealt(1))
    table.plays(CARD_NAMES[table.lowest().card])  # type: ignore[union-attr]
    assert judged(logged(table), solver) == judged(logged(table), solver)


def test_without_a_solver_it_says_so() -> None:
    with pytest.raises(CannotSolve):
        judge_deal(logged(Table(LEVANT)), Random(1), NoSolver(), 1)
