"""The auction: the vectors of rules.md, and who may call what."""

from typing import Any

import pytest

from games.rules.auction import legal_calls
from games.rules.commands import Bid, NameTrump, Pass
from games.rules.decide import legal_actions
from games.rules.errors import (
    BidOutOfRange,
    BidTooLow,
    CannotPass,
    MatchOver,
    NoTrumpNotAllowed,
    NotYourTurn,
    RuleViolation,
    WrongPhase,
)
from games.rules.events import (
    AuctionWon,
    BidMade,
    DealPassedOut,
    DealStarted,
    MatchFinished,
    Passed,
    TrumpNamed,
)
from games.rules.ruleset import PRESETS
from games.rules.seats import EW, NS, SEATS, E, N, S, W

from .table import Table, name_trump, parse_call, types

LEVANT = [name for name in PRESETS if name.startswith(("levant", "saudi", "kaboot"))]
ASKS_LAST = [name for name, rules in PRESETS.items() if rules.all_pass == "redeal"]


def round_of(table: Table) -> str:
    """The seats in the order in which they call."""
    seat = table.turn
    return "".join("NESW"[(seat + table.state.ruleset.step * place) & 3] for place in range(4))


# The vectors of rules.md, first table.


def test_cardems_third_pass_forces_the_last_seat_without_asking_it() -> None:
    table = Table("cardems")
    events = table.calls("E P, S P, W P")
    assert events == (Passed(W), AuctionWon(N, 7, False, forced=True))
    assert (table.turn, table.state.phase) == (N, "naming")
    assert legal_actions(table.state) == tuple(NameTrump(N, trump) for trump in range(4))


def test_cardems_bid_of_13_ends_the_auction() -> None:
    table = Table("cardems")
    assert table.calls("E 13") == (BidMade(E, 13, False), AuctionWon(E, 13, False, forced=False))
    for seat in (S, W, N):
        table.refuses(Pass(seat), WrongPhase)


@pytest.mark.parametrize(
    ("amount", "error"),
    [
        (7, BidTooLow),
        (6, BidOutOfRange),
        (14, BidOutOfRange),
        ("8", BidOutOfRange),
        (8.5, BidOutOfRange),
        (True, BidOutOfRange),
        (None, BidOutOfRange),
    ],
)
def test_cardems_refused_bids_change_nothing(amount: Any, error: type[RuleViolation]) -> None:
    table = Table("cardems")
    table.calls("E 7")
    table.refuses(Bid(S, amount), error)
    assert table.turn == S


def test_cardems_a_pass_is_final() -> None:
    table = Table("cardems")
    events = table.calls("E P, S 8, W P, N 9, S P")
    assert events == (Passed(S), AuctionWon(N, 9, False, forced=False))
    for seat in (E, W):
        table.refuses(Bid(seat, 10), WrongPhase)


def test_cardems_whoever_has_passed_is_not_asked_again() -> None:
    table = Table("cardems")
    table.calls("E P, S 8, W P, N 9")
    assert table.turn == S
    for seat in (E, W, N):
        table.refuses(Bid(seat, 10), NotYourTurn)


@pytest.mark.parametrize("preset", [name for name in LEVANT if name.startswith("levant")])
def test_levant_four_passes_void_the_deal(preset: str) -> None:
    table = Table(preset)
    passed, out, deal = table.calls("W P, S P, E P, N P")
    assert (passed, out) == (Passed(N), DealPassedOut(1))
    assert isinstance(deal, DealStarted)
    assert (deal.deal, deal.dealer, deal.opener) == (2, W, S)
    assert (deal.score, deal.scored, deal.passed_out) == ((0, 0), 0, 1)


@pytest.mark.parametrize("preset", [name for name in LEVANT if name.startswith("levant")])
def test_levant_the_last_seat_may_bid(preset: str) -> None:
    table = Table(preset)
    assert table.calls("W P, S P, E P, N 7") == (BidMade(N, 7, False), AuctionWon(N, 7, False, forced=False))


def test_levant_sol_no_trump_outranks_the_same_amount() -> None:
    table = Table("levant-41-sol")
    table.calls("W 8, S 8NT")
    table.refuses(Bid(E, 8), BidTooLow)
    table.refuses(Bid(E, 8, no_trump=True), BidTooLow)
    assert table.calls("E 9") == (BidMade(E, 9, False),)


def test_cardems_es_the_dealer_must_bid_and_may_raise() -> None:
    table = Table("cardems-es")
    assert types(table.calls("W P, S P, E P")) == ["Passed"]
    table.refuses(Pass(N), CannotPass)
    assert legal_actions(table.state) == tuple(Bid(N, amount) for amount in range(7, 14))


@pytest.mark.parametrize("amount", range(7, 14))
def test_cardems_es_the_dealers_bid_is_forced_at_any_amount(amount: int) -> None:
    table = Table("cardems-es")
    events = table.calls(f"W P, S P, E P, N {amount}")
    assert events == (BidMade(N, amount, False), AuctionWon(N, amount, False, forced=True))


# Every preset.


@pytest.mark.parametrize("preset", PRESETS)
def test_the_opener_follows_the_dealer_and_calls_first(preset: str) -> None:
    rules = PRESETS[preset]
    for dealer in SEATS:
        table = Table(preset, dealer=dealer)
        assert table.turn == table.state.opener == (dealer + rules.step) & 3
    assert round_of(Table(preset)) == ("ESWN" if rules.direction == "clockwise" else "WSEN")


@pytest.mark.parametrize("preset", PRESETS)
def test_only_the_seat_on_turn_calls(preset: str) -> None:
    table = Table(preset)
    low = table.state.ruleset.bids[0]
    for seat in {*SEATS} - {table.turn}:
        table.refuses(Pass(seat), NotYourTurn)
        table.refuses(Bid(seat, low), NotYourTurn)
    table.refuses(name_trump(table.turn, "S"), WrongPhase)


@pytest.mark.parametrize("preset", PRESETS)
def test_legal_calls_are_a_pass_and_the_higher_bids(preset: str) -> None:
    table = Table(preset)
    bids = table.state.ruleset.bids
    opener, second = table.turn, (table.turn + table.state.ruleset.step) & 3
    table.do(Bid(opener, bids[1]))
    legal = legal_calls(table.state)
    assert legal[0] == Pass(second)
    assert [call.amount for call in legal[1:] if isinstance(call, Bid) and not call.no_trump] == [*bids[2:]]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_highest_bid_holds_until_the_others_pass(preset: str) -> None:
    table = Table(preset)
    first, second, third, fourth = [*round_of(table)]
    low, higher, *_ = table.state.ruleset.bids
    table.calls(f"{first} {low}, {second} P, {third} {higher}, {fourth} P")
    events = table.calls(f"{first} P")
    assert events == (Passed("NESW".index(first)), AuctionWon("NESW".index(third), higher, False, False))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_highest_call_ends_the_auction(preset: str) -> None:
    table = Table(preset)
    rules, opener = table.state.ruleset, table.turn
    events = table.do(Bid(opener, rules.bids[-1], rules.no_trump))
    won = AuctionWon(opener, rules.bids[-1], rules.no_trump, forced=False)
    named = (TrumpNamed(opener, 4, auto=True),) if rules.no_trump else ()
    assert events == (BidMade(opener, rules.bids[-1], rules.no_trump), won, *named)


def test_with_no_trump_13_does_not_end_the_auction() -> None:
    table = Table("levant-41-sol")
    assert types(table.calls("W 13")) == ["BidMade"]
    assert legal_actions(table.state) == (Pass(S), Bid(S, 13, no_trump=True))
    assert types(table.calls("S 13NT")) == ["BidMade", "AuctionWon", "TrumpNamed"]


@pytest.mark.parametrize("preset", [name for name, rules in PRESETS.items() if not rules.no_trump])
def test_no_trump_is_refused_where_it_is_not_played(preset: str) -> None:
    table = Table(preset)
    table.refuses(Bid(table.turn, table.state.ruleset.bids[0], no_trump=True), NoTrumpNotAllowed)


def test_a_no_trump_contract_is_never_asked_for_trump() -> None:
    table = Table("levant-41-sol")
    events = table.calls("W P, S 9NT, E P, N P")
    assert events == (Passed(N), AuctionWon(S, 9, True, False), TrumpNamed(S, 4, auto=True))
    assert (table.turn, table.state.phase) == (S, "play")


def test_declarer_alone_names_trump_and_never_no_trump() -> None:
    table = Table("levant-41-sol")
    table.calls("W P, S 9, E P, N P")
    table.refuses(name_trump(N, "S"), NotYourTurn)
    table.refuses(name_trump(S, "NT"), NoTrumpNotAllowed)
    table.refuses(Pass(S), WrongPhase)
    assert table.do(name_trump(S, "H")) == (TrumpNamed(S, 1),)
    assert (table.turn, table.state.phase) == (S, "play")


@pytest.mark.parametrize("amount", [64, 66, 121, 7, 13])
def test_card_points_are_bid_in_fives(amount: int) -> None:
    Table("points-400").refuses(parse_call(f"W {amount}"), BidOutOfRange)


@pytest.mark.parametrize("preset", ASKS_LAST)
def test_each_voided_deal_passes_the_deal_on(preset: str) -> None:
    table = Table(preset)
    for number in range(2, 7):
        dealer = table.state.dealer
        for _ in SEATS:
            events = table.do(Pass(table.turn))
        deal = events[-1]
        assert isinstance(deal, DealStarted)
        assert (deal.deal, deal.dealer) == (number, (dealer + table.state.ruleset.step) & 3)


@pytest.mark.parametrize(("score", "winner"), [((5, 3), NS), ((-9, -8), EW), ((4, 4), None)])
def test_twenty_deals_passed_out_in_a_row_end_the_match(score: tuple[int, int], winner: int | None) -> None:
    table = Table("levant-41", passed_out=18, deal=19, score=score)
    assert types(table.calls("W P, S P, E P, N P")) == ["Passed", "DealPassedOut", "DealStarted"]
    *events, finished = table.calls("S P, E P, N P, W P")
    assert types(events) == ["Passed", "DealPassedOut"]
    assert finished == MatchFinished(winner, score, "limit", table.deals.server_seed)
    table.refuses(Pass(E), MatchOver)


def test_a_scored_deal_interrupts_the_row_of_voided_ones() -> None:
    table = Table("levant-41", passed_out=19, deal=20)
    table.calls("W P, S P, E P, N 7")
    table.do(name_trump(N, "S"))
    for trick in range(13):
        events = table.plays(f"S{'AKQJT98765432'[trick]} {_low(trick)}")
    deal = events[-1]
    assert isinstance(deal, DealStarted)
    assert (deal.scored, deal.passed_out) == (1, 0)


def _low(trick: int) -> str:
    """What W, S and E play from their one suit each."""
    rank = "23456789TJQKA"[trick]
    return f"C{rank} D{rank} H{rank}"
