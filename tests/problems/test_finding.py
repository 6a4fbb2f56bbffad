"""Finding, with hand-made deals and judges who say what they are told."""

from collections.abc import Mapping
from random import Random

import pytest

from games.bots import LEVELS
from games.problems import finding
from games.problems.alike import best_of, choices_of
from games.problems.finding import CALLS_PER_MATCH, LEAD, PER_DEAL, PER_MATCH, STAKE, Found, find, moments
from games.rules.cards import CARD_NAMES
from games.rules.commands import Action, PlayCard
from games.rules.events import Event
from games.rules.legal import legal_actions
from games.rules.seats import N
from games.rules.views import View, Viewer, view
from tests.problems.judges import Opinion, Told, cannot, last_by
from tests.rules.table import Table, hands_of, name_trump

# North declares in spades; every hand has four suits.
MIXED = hands_of("AKQ2 A32 A32 AKQ", "J43 K54 K54 J432", "T98 Q76 QJT9 T98", "765 JT98 876 765")


def table(ruleset: str = "levant-41") -> Table:
    """North is about to lead to the first trick."""
    table = Table(ruleset, hands=MIXED)
    low = str(table.state.ruleset.bids[0])
    table.calls(f"W P, S P, E P, N {low}")
    table.do(name_trump(N, "S"))
    return table


def seen(table: Table) -> View:
    return view(table.state, Viewer(table.turn, acts=True))


def folded(view: View) -> list[str]:
    """The choices of a view, as `AKQ 2` by suit."""
    return [
        " ".join(CARD_NAMES[action.card] for action in choice if isinstance(action, PlayCard))
        for choice in choices_of(view)
    ]


def log_of(table: Table) -> list[tuple[int, Event]]:
    return list(enumerate((event for event, _ in table.log), 1))


def played(table: Table, tricks: int) -> Table:
    """So many tricks later; everybody plays the highest card."""
    while len(table.state.history) < tricks:
        table.do(table.highest())
    return table


def found(judge: Told, table: Table, seed: int = 1) -> list[Found]:
    return find(log_of(table), judge, lambda name: Random(f"{seed} {name}"))


def test_cards_that_touch_are_one_choice() -> None:
    assert folded(seen(table())) == ["SA SK SQ", "S2", "HA", "H3 H2", "DA", "D3 D2", "CA CK CQ"]


def test_cards_touch_once_those_between_them_are_gone_but_not_over_the_trick_on_the_table() -> None:
    hands = hands_of("AKQ2 A32 A32 AKQ", "J93 K54 K54 J432", "T Q76 QJT9 T9876", "87654 JT98 876 5")
    match = Table("levant-41", hands=hands)
    match.calls("W P, S P, E P, N 7")
    match.do(name_trump(N, "S"))
    match.plays("SA S4 ST")
    assert folded(seen(match)) == ["SJ", "S9", "S3"]
    match.plays("S3 SK S5 D9")
    assert folded(seen(match)) == ["SJ S9"]


def test_where_cards_are_points_dearer_ones_are_others() -> None:
    assert folded(seen(table("points-400")))[:4] == ["SA", "SK", "SQ", "S2"]


def test_cards_of_a_suit_that_are_nearly_as_good_are_right_too() -> None:
    here = seen(table())
    values: Mapping[Action, float] = {
        action: {"H2": 2.0, "H3": 2.0, "HA": 1.95, "SA": 1.95}.get(CARD_NAMES[action.card], 0.0)
        for action in here.legal
        if isinstance(action, PlayCard)
    }
    best = best_of(choices_of(here), values, 1.0)
    assert {CARD_NAMES[action.card] for action in best if isinstance(action, PlayCard)} == {"HA", "H3", "H2"}


def test_a_moment_is_what_the_seat_saw_before_it_chose() -> None:
    match = played(table(), 2)
    log = dict(log_of(match))
    for moment in moments(log_of(match)):
        assert moment.chosen in moment.view.legal
        assert moment.view.seat == moment.chosen.seat
        assert [hand is None for hand in moment.view.hands].count(False) == 1
        assert type(log[moment.deal_seq]).__name__ == "DealStarted"
        assert len(choices_of(moment.view)) >= finding.CHOICES
    kinds = [moment.kind for moment in moments(log_of(match))]
    assert kinds[:5] == ["call"] * 4 + ["trump"] and set(kinds[5:]) == {"card"}


def test_what_the_player_missed_is_a_problem_with_what_each_choice_loses() -> None:
    (problem,) = found(Told(last_by(2.0)), played(table(), 6))[:1]
    assert problem.moment.chosen not in problem.best
    assert {problem.lost[action] for action in problem.best} == {0.0}
    assert {lost for action, lost in problem.lost.items() if action not in problem.best} == {2.0}
    assert problem.lost.keys() == set(problem.moment.view.legal)


@pytest.mark.parametrize("lead", [0.0, LEAD / 2, LEAD - 0.01])
def test_what_leads_by_less_is_none(lead: float) -> None:
    assert found(Told(last_by(lead)), played(table(), 6)) == []


def test_where_cards_are_points_the_lead_is_one_in_tricks() -> None:
    match = played(table("points-400"), 6)
    assert found(Told(last_by(5.0)), match) == []
    assert found(Told(last_by(10.0)), match)


def first_by(lead: float) -> Opinion:
    def opinion(view: View) -> Mapping[Action, float]:
        best = choices_of(view)[0]
        return {action: lead * (action in best) for action in view.legal}

    return opinion


def test_a_second_sample_that_does_not_agree_makes_it_none() -> None:
    match = played(table(), 6)
    assert found(Told(last_by(2.0), first_by(2.0)), match) == []
    assert found(Told(last_by(2.0), last_by(LEAD - 0.1)), match) == []


def test_what_cannot_be_solved_is_left_out() -> None:
    assert found(Told(cannot), played(table(), 3)) == []
    assert found(Told(last_by(2.0), cannot), played(table(), 3)) == []


class Unanimous(Told):
    """Bots who all do what was done."""

    def choice(self, level: str, view: View, random: object) -> Action:
        return choices_of(view)[0][0]


def test_what_nobody_misses_needs_much_to_depend_on_it_and_comes_once() -> None:
    match = played(table(), 8)
    assert not [each for each in found(Unanimous(first_by(STAKE / 2)), match) if each.moment.kind == "card"]
    cards = [each for each in found(Unanimous(first_by(STAKE + 1)), match) if each.moment.kind == "card"]
    assert len(cards) <= 1


def test_a_match_has_few_and_a_deal_one() -> None:
    match = table()
    for _ in range(6):
        number = match.state.deal
        while match.state.deal == number and match.state.phase != "finished":
            match.do(_call(match) if match.state.phase == "auction" else match.highest())
    problems = found(Told(last_by(2.0)), match)
    assert len(problems) == PER_MATCH
    deals = [problem.moment.deal_seq for problem in problems]
    assert all(deals.count(deal) <= PER_DEAL for deal in deals)
    assert [problem.moment.kind for problem in problems].count("call") <= CALLS_PER_MATCH


def _call(match: Table) -> Action:
    """Whoever is the last to speak bids least."""
    return legal_actions(match.state)[len(match.state.passed) == 3]


def test_the_same_chance_finds_the_same() -> None:
    match = played(table(), 10)
    judge = Told(last_by(2.2), noise=0.5)
    once, again = found(judge, match), found(judge, match)
    assert once and once == again
    others = [found(judge, match, seed) for seed in range(2, 12)]
    assert any(each != once for each in others)


def test_bots_miss_it_who_choose_something_else() -> None:
    judge = Told(last_by(2.0))
    (problem, *_) = found(judge, played(table(), 6))
    (easy,) = {judge.choice("easy", problem.moment.view, Random(number)) for number in range(5)}
    assert ("easy" in problem.missed_by) == (easy not in problem.best)
    (here, *_) = found(Unanimous(last_by(STAKE)), played(table(), 6))
    assert set(here.missed_by) == set(LEVELS)
