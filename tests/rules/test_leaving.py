"""Expired turns, lost seats and their return (protocol.md, "Leaving")."""

from typing import Any

import pytest

from games.rules.commands import Bid, ExpireTurn, Forfeit, Pass, PlayCard, ReclaimSeat
from games.rules.errors import CannotReclaim, MatchOver, NotSeated, NotYourTurn
from games.rules.events import (
    BidMade,
    CardPlayed,
    Clock,
    DealStarted,
    Event,
    Loss,
    MatchFinished,
    Passed,
    SeatForfeited,
    SeatReclaimed,
    SeatSubstituted,
    TrumpNamed,
    TurnExpired,
)
from games.rules.leaving import SUBSTITUTE
from games.rules.seats import EW, NS, SEATS, E, N, S, Seat, W

from .table import BOTS, PEOPLE, Table, hands_for, name_trump, types

CLOCK = Clock(turn_seconds=1, bank_seconds=0)
SEED = "5e" * 32


class Clocked(Table):
    """A table whose clock runs a second at a time."""

    now_ms = 0

    def __init__(self, clock: Clock | None = CLOCK, **given: Any) -> None:
        super().__init__(clock=clock, hands=hands_for(7), **given)

    def expire(self, choice: Any = None) -> tuple[Event, ...]:
        """The turn runs out; the bot in the seat's place passes unless told otherwise."""
        self.now_ms += 1000
        return self.do(ExpireTurn(choice or Pass(self.turn)), self.now_ms)

    def all_pass(self) -> None:
        """Void the deal."""
        number = self.state.deal
        while self.state.deal == number:
            self.do(Pass(self.turn), self.now_ms)


def at_play(**given: Any) -> Clocked:
    """N declares in spades and is about to lead."""
    table = Clocked(**given)
    table.calls("W P, S P, E P, N 7")
    table.do(name_trump(N, "S"))
    return table


def after_a_trick(**given: Any) -> Clocked:
    table = at_play(**given)
    table.plays("SA")
    for _ in range(3):
        table.do(table.lowest())
    return table


def test_the_first_expiry_is_played_by_a_bot() -> None:
    table = Clocked()
    assert table.expire() == (TurnExpired(W), Passed(W, auto=True))
    assert table.expire(Bid(S, 8)) == (TurnExpired(S), BidMade(S, 8, False, auto=True))
    assert table.state.players == [*PEOPLE]


def test_a_bot_also_names_trump_and_plays_cards_for_a_seat() -> None:
    table = Clocked()
    table.calls("W P, S P, E P, N 7")
    assert table.expire(name_trump(N, "S")) == (TurnExpired(N), TrumpNamed(N, 0, auto=True))
    table = at_play()
    assert table.expire(PlayCard(N, 0)) == (TurnExpired(N), CardPlayed(N, 0, auto=True))


def test_what_follows_an_expired_turn_comes_behind_it() -> None:
    table = Clocked()
    table.calls("W P, S P, E P")
    assert types(table.expire()) == ["TurnExpired", "Passed", "DealPassedOut", "DealStarted"]


@pytest.mark.parametrize("rated", [True, False])
def test_the_second_expiry_in_a_deal_forfeits_the_seat(rated: bool) -> None:
    table = after_a_trick(rated=rated)
    table.expire(PlayCard(N, 1))
    for _ in range(3):
        table.do(table.lowest(), table.now_ms)
    events = table.expire(PlayCard(N, 2))
    assert events == (TurnExpired(N), SeatForfeited(N, "timeout"), SeatSubstituted(N, SUBSTITUTE))
    assert table.turn == N  # the bot then acts as any bot
    assert table.do(PlayCard(N, 2), table.now_ms) == (CardPlayed(N, 2),)


def test_in_a_casual_match_each_deal_forgives_one_expiry() -> None:
    table = Clocked()
    for _ in range(3):
        expired = table.turn
        assert table.expire()[0] == TurnExpired(expired)
        table.all_pass()
        assert table.state.expired == [0] * 4


def test_in_a_rated_match_expiries_add_up_over_the_deals() -> None:
    table = Clocked(rated=True, scored=1, deal=2)
    assert types(table.expire()) == ["TurnExpired", "Passed"]
    table.all_pass()
    assert table.state.expired == [0, 0, 0, 1]
    table.calls("S P, E P, N P")
    assert types(table.expire()) == ["TurnExpired", "SeatForfeited", "SeatSubstituted"]


def test_no_turn_expires_before_its_deadline() -> None:
    table = Clocked()
    table.refuses(ExpireTurn(Pass(W)), NotYourTurn, now_ms=999)
    assert types(table.do(ExpireTurn(Pass(W)), 1000)) == ["TurnExpired", "Passed"]


def test_a_bots_turn_never_expires() -> None:
    table = Clocked(players=(PEOPLE[N], *BOTS[1:]))
    table.refuses(ExpireTurn(Pass(W)), NotYourTurn, now_ms=10**6)


def test_without_a_clock_idling_forfeits_at_once() -> None:
    table = Clocked(clock=None, players=(PEOPLE[N], BOTS[E], BOTS[S], PEOPLE[W]))
    events = table.expire()
    assert events == (
        TurnExpired(W),
        SeatForfeited(W, "timeout"),
        MatchFinished(NS, (0, 0), "forfeit", SEED),
    )


@pytest.mark.parametrize("reason", ["resigned", "left"])
@pytest.mark.parametrize("seat", SEATS)
def test_leaving_is_possible_out_of_turn(seat: Seat, reason: Loss) -> None:
    table = after_a_trick()
    events = table.do(Forfeit(seat, reason))
    assert events == (SeatForfeited(seat, reason), SeatSubstituted(seat, SUBSTITUTE))
    assert table.state.forfeited[seat] == PEOPLE[seat]
    table.refuses(Forfeit(seat, reason), NotSeated)


@pytest.mark.parametrize("rated", [True, False])
def test_a_side_without_people_loses(rated: bool) -> None:
    table = after_a_trick(rated=rated)
    table.do(Forfeit(N, "left"))
    assert table.do(Forfeit(S, "resigned")) == (
        SeatForfeited(S, "resigned"),
        MatchFinished(EW, (0, 0), "forfeit", SEED),
    )
    table.refuses(Forfeit(E, "left"), MatchOver)


def test_a_side_of_a_person_and_a_bot_loses_with_the_person() -> None:
    table = after_a_trick(players=(PEOPLE[N], PEOPLE[E], BOTS[S], BOTS[W]))
    assert types(table.do(Forfeit(E, "left"))) == ["SeatForfeited", "MatchFinished"]
    assert (table.state.ending and table.state.ending.winner) == NS


def test_partners_who_are_all_the_people_play_on_alone() -> None:
    table = after_a_trick(players=(PEOPLE[N], BOTS[E], PEOPLE[S], BOTS[W]))
    assert types(table.do(Forfeit(N, "left"))) == ["SeatForfeited", "SeatSubstituted"]
    assert table.do(Forfeit(S, "left"))[1] == MatchFinished(None, (0, 0), "aborted", SEED)


def test_a_match_without_people_is_aborted() -> None:
    table = after_a_trick(players=(PEOPLE[N], *BOTS[1:]), score=(20, 3))
    assert table.do(Forfeit(N, "resigned"))[1] == MatchFinished(None, (20, 3), "aborted", SEED)


def test_a_seat_that_timed_out_is_no_person_when_the_partner_leaves() -> None:
    table = after_a_trick()
    table.expire(PlayCard(N, 1))
    for _ in range(3):
        table.do(table.lowest(), table.now_ms)
    table.expire(PlayCard(N, 2))
    assert table.do(Forfeit(S, "left"))[1] == MatchFinished(EW, (0, 0), "forfeit", SEED)


# A rated match that loses a seat before its first trick.


@pytest.mark.parametrize("seat", SEATS)
def test_rated_before_the_first_trick_is_aborted(seat: Seat) -> None:
    table = at_play(rated=True)
    table.plays("SA")
    assert table.do(Forfeit(seat, "left")) == (
        SeatForfeited(seat, "left"),
        MatchFinished(None, (0, 0), "aborted", SEED),
    )


def test_rated_after_the_first_trick_is_not_aborted() -> None:
    assert types(after_a_trick(rated=True).do(Forfeit(N, "left")))[1] == "SeatSubstituted"


def test_rated_in_the_auction_of_the_second_deal_is_not_aborted() -> None:
    table = Clocked(rated=True, deal=2, scored=1)
    assert types(table.do(Forfeit(N, "left")))[1] == "SeatSubstituted"


def test_rated_after_voided_deals_alone_is_aborted() -> None:
    table = Clocked(rated=True)
    table.all_pass()
    assert types(table.do(Forfeit(N, "left")))[1] == "MatchFinished"


def test_rated_second_expiry_before_the_first_trick_is_aborted() -> None:
    table = Clocked(rated=True)
    table.expire()
    table.all_pass()
    table.calls("S P, E P, N P")
    assert types(table.expire()) == ["TurnExpired", "SeatForfeited", "MatchFinished"]


def test_casual_before_the_first_trick_goes_on() -> None:
    assert types(at_play().do(Forfeit(N, "left")))[1] == "SeatSubstituted"


# Reclaiming.


def timed_out(**given: Any) -> Clocked:
    """N has lost the seat by two expiries in the deal and is on turn."""
    table = after_a_trick(**given)
    table.expire(PlayCard(N, 1))
    for _ in range(3):
        table.do(table.lowest(), table.now_ms)
    table.expire(PlayCard(N, 2))
    return table


def play_deal(table: Clocked) -> None:
    number = table.state.deal
    while table.state.deal == number:
        table.do(table.highest() if table.turn == N else table.lowest(), table.now_ms)


@pytest.mark.parametrize("rated", [True, False])
def test_a_timeout_is_reclaimed_in_the_same_deal(rated: bool) -> None:
    table = timed_out(rated=rated)
    assert table.do(ReclaimSeat(N, PEOPLE[N]), table.now_ms) == (SeatReclaimed(N, PEOPLE[N]),)
    assert table.state.players == [*PEOPLE]
    assert table.state.forfeited == [None] * 4
    assert table.state.turn_started_ms == table.now_ms  # with a whole turn


def test_a_rated_seat_is_lost_for_good_with_the_deal() -> None:
    table = timed_out(rated=True)
    play_deal(table)
    table.refuses(ReclaimSeat(N, PEOPLE[N]), CannotReclaim)
    assert table.state.forfeited[N] == PEOPLE[N]


def test_a_casual_seat_may_come_back_until_the_match_ends() -> None:
    table = timed_out()
    play_deal(table)
    assert table.do(ReclaimSeat(N, PEOPLE[N]))[0] == SeatReclaimed(N, PEOPLE[N])


def test_after_a_reclaim_the_next_expiry_forfeits_for_good() -> None:
    table = timed_out()
    table.do(ReclaimSeat(N, PEOPLE[N]), table.now_ms)
    play_deal(table)  # even in a later deal
    table.calls("S P, E P")
    assert types(table.expire()) == ["TurnExpired", "SeatForfeited", "SeatSubstituted"]
    table.refuses(ReclaimSeat(N, PEOPLE[N]), CannotReclaim)


@pytest.mark.parametrize("reason", ["resigned", "left"])
def test_a_seat_that_was_given_up_is_not_reclaimed(reason: Loss) -> None:
    table = after_a_trick()
    table.do(Forfeit(N, reason))
    table.refuses(ReclaimSeat(N, PEOPLE[N]), CannotReclaim)


def test_only_the_person_who_lost_the_seat_reclaims_it() -> None:
    table = timed_out()
    table.refuses(ReclaimSeat(N, PEOPLE[E]), CannotReclaim)
    table.refuses(ReclaimSeat(E, PEOPLE[E]), CannotReclaim)


def test_nothing_is_reclaimed_after_the_end() -> None:
    table = timed_out()
    table.do(Forfeit(S, "left"))
    table.refuses(ReclaimSeat(N, PEOPLE[N]), MatchOver)


def test_the_next_deal_restates_who_is_gone() -> None:
    table = timed_out()
    play_deal(table)
    deal = table.log[-1][0]
    assert isinstance(deal, DealStarted)
    assert deal.seats == (SUBSTITUTE, *PEOPLE[1:])
    assert deal.forfeited == (PEOPLE[N], None, None, None)
    assert (deal.reclaimable, deal.reclaimed) == ((N,), ())
