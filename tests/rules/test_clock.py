"""Turns and banks: what a slow action costs, and what an outage does not (times in milliseconds)."""

import pytest

from games.rules.commands import ExpireTurn, ExtendClock, Pass, PlayCard
from games.rules.errors import NotYourTurn
from games.rules.events import Clock, ClockExtended, DealStarted, TurnExpired
from games.rules.seats import E, N, S, W

from .table import BOTS, PEOPLE, Table, hands_for, name_trump, play_out

CLOCK = Clock(turn_seconds=10, bank_seconds=30)


def table(**given: object) -> Table:
    return Table("levant-41", clock=CLOCK, hands=hands_for(7), **given)  # type: ignore[arg-type]


def test_a_deadline_is_the_turn_and_what_is_left_of_the_bank() -> None:
    assert table().state.deadline_ms == 40_000
    assert table(bank=(0, 0, 0, 5_000)).state.deadline_ms == 15_000


@pytest.mark.parametrize(
    ("at_ms", "left_ms"), [(0, 30_000), (9_999, 30_000), (10_000, 30_000), (10_001, 29_999), (39_999, 1)]
)
def test_the_bank_is_spent_after_the_turns_own_seconds(at_ms: int, left_ms: int) -> None:
    match = table()
    match.do(Pass(W), at_ms)
    assert match.state.bank == [30_000, 30_000, 30_000, left_ms]
    assert match.state.deadline_ms == at_ms + 40_000


def test_an_action_behind_the_deadline_finds_an_empty_bank() -> None:
    """The clock has not come by yet: the action stands."""
    match = table()
    match.do(Pass(W), 50_000)
    assert match.state.bank[W] == 0


def test_the_bank_lasts_for_the_whole_match() -> None:
    match = table()
    match.do(Pass(W), 25_000)
    match.do(Pass(S), 30_000)
    match.do(Pass(E), 50_000)
    *_, deal = match.do(Pass(N), 75_000)
    assert isinstance(deal, DealStarted)
    assert deal.bank == (15_000, 20_000, 30_000, 15_000)
    assert match.state.bank == [*deal.bank]
    match.do(Pass(S), 86_000)
    assert match.state.bank[S] == 29_000


def test_naming_trump_and_cards_spend_it_too() -> None:
    match = table()
    match.calls("W P, S P, E P, N 7")
    match.do(name_trump(N, "S"), 11_000)
    match.do(PlayCard(N, 0), 23_000)
    assert match.state.bank[N] == 30_000 - 1_000 - 2_000
    assert match.turn == W
    assert match.state.deadline_ms == 63_000


def test_the_last_card_of_a_deal_counts_in_the_restated_bank() -> None:
    match = table()
    match.calls("W P, S P, E P, N 7")
    match.do(name_trump(N, "S"))
    while len(match.state.history) < 12 or len(match.state.trick) < 3:
        match.do(match.highest() if match.turn == N else match.lowest())
    last = match.turn
    *_, deal = match.do(match.lowest(), 17_000)
    assert isinstance(deal, DealStarted)
    assert deal.bank[last] == 23_000
    assert match.state.bank == [*deal.bank]


def test_an_expired_turn_empties_the_bank() -> None:
    match = table()
    expired, _ = match.do(ExpireTurn(Pass(W)), 40_000)
    assert expired == TurnExpired(W)
    assert match.state.bank[W] == 0
    assert match.turn == S
    assert match.state.deadline_ms == 80_000


def test_an_expired_last_call_restates_the_empty_bank() -> None:
    match = table()
    match.calls("W P, S P, E P")
    *_, deal = match.do(ExpireTurn(Pass(N)), 40_000)
    assert isinstance(deal, DealStarted)
    assert deal.bank == (0, 30_000, 30_000, 30_000)


def test_an_outage_extends_the_open_turn() -> None:
    match = table()
    assert match.do(ExtendClock(90_000), 60_000) == (ClockExtended(W, 90_000, "outage"),)
    assert match.state.deadline_ms == 90_000
    match.refuses(ExpireTurn(Pass(W)), NotYourTurn, now_ms=89_999)
    match.do(Pass(W), 61_000)
    assert match.state.bank[W] == 29_000  # as much of it as was left before the new deadline
    assert match.state.deadline_ms == 101_000


def test_an_extended_turn_expires_at_its_new_deadline() -> None:
    match = table()
    match.do(ExtendClock(90_000), 60_000)
    match.do(ExpireTurn(Pass(W)), 90_000)
    assert match.turn == S
    assert match.state.deadline_ms == 130_000


def test_only_an_open_turn_with_a_clock_is_extended() -> None:
    Table("levant-41").refuses(ExtendClock(90_000), NotYourTurn)
    bots = Table("levant-41", clock=CLOCK, players=(PEOPLE[N], BOTS[E], BOTS[S], BOTS[W]))
    bots.refuses(ExtendClock(90_000), NotYourTurn)


def test_bots_and_tables_without_a_clock_have_no_deadline() -> None:
    assert Table("levant-41").state.deadline_ms is None
    bots = Table("levant-41", clock=CLOCK, players=(PEOPLE[N], BOTS[E], BOTS[S], BOTS[W]))
    assert bots.state.deadline_ms is None
    bots.do(Pass(W), 10**6)
    assert bots.state.bank == [30_000] * 4


def test_a_whole_deal_without_delay_costs_nothing() -> None:
    match = table()
    match.calls("W P, S P, E P, N 7")
    match.do(name_trump(N, "S"))
    play_out(match)
    assert match.state.bank == [30_000] * 4
