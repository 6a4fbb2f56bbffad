"""Before the start: sitting down, leaving, and what the fourth seat sets off."""

from typing import Any

import pytest

from games.rules.commands import EndMatch, Forfeit, LeaveSeat, Pass, Sitting, TakeSeats
from games.rules.decide import create_match, decide
from games.rules.errors import (
    AlreadyPlaying,
    AlreadyStarted,
    MatchOver,
    NotSeated,
    RuleViolation,
    SeatIsTaken,
    WrongPhase,
)
from games.rules.events import DealStarted, MatchFinished, MatchStarted, SeatLeft, SeatTaken
from games.rules.ruleset import PRESETS
from games.rules.seats import SEATS, E, N, S, W
from games.rules.state import MatchState, fold

from .table import BOTS, PEOPLE, KnownDeals, Table, types

DEALS = KnownDeals(dealer=S)


def seated(*seats: int, bots: tuple[int, ...] = ()) -> MatchState:
    sittings = [Sitting(seat, PEOPLE[seat], "a") for seat in seats]
    sittings += [Sitting(seat, BOTS[seat]) for seat in bots]
    return fold((e, 0) for e in create_match(PRESETS["cardems"], False, None, "public", sittings, "h", DEALS))


def refused(state: MatchState, command: TakeSeats | LeaveSeat | Forfeit | Pass) -> type[RuleViolation]:
    with pytest.raises(RuleViolation) as raised:
        decide(state, command, DEALS)
    return type(raised.value)


def sit(*sittings: Sitting) -> TakeSeats:
    return TakeSeats(sittings)


def test_an_empty_table_is_one_event() -> None:
    events = create_match(PRESETS["cardems"], True, None, "public", [], "h", DEALS)
    assert types(events) == ["MatchCreated"]


def test_the_fourth_seat_starts_the_match() -> None:
    state = seated(N, E, W)
    taken, started, deal = decide(state, sit(Sitting(S, PEOPLE[S], "0f")), DEALS)
    assert taken == SeatTaken(S, PEOPLE[S], "0f")
    assert started == MatchStarted()
    assert isinstance(deal, DealStarted)
    assert (deal.deal, deal.dealer, deal.opener, deal.score) == (1, S, W, (0, 0))
    assert deal.seats == PEOPLE


def test_four_bots_start_at_once() -> None:
    sittings = [Sitting(seat, BOTS[seat]) for seat in SEATS]
    events = create_match(PRESETS["cardems"], False, None, "public", sittings, "h", DEALS)
    assert types(events) == ["MatchCreated", *["SeatTaken"] * 4, "MatchStarted", "DealStarted"]


def test_bots_fill_what_is_open_in_one_command() -> None:
    events = decide(seated(N, S), sit(Sitting(E, BOTS[E]), Sitting(W, BOTS[W])), DEALS)
    assert types(events) == ["SeatTaken", "SeatTaken", "MatchStarted", "DealStarted"]


def test_the_client_seeds_reach_the_shuffle() -> None:
    seen: list[list[str]] = []

    class Listening(KnownDeals):
        def first_dealer(self, client_seeds):  # type: ignore[no-untyped-def]
            seen.append(list(client_seeds))
            return N

    decide(seated(N, E, W), sit(Sitting(S, PEOPLE[S], "0f")), Listening())
    assert seen == [["a", "a", "0f", "a"]]


def test_a_seat_is_taken_once() -> None:
    assert refused(seated(N), sit(Sitting(N, PEOPLE[E]))) is SeatIsTaken
    assert refused(seated(), sit(Sitting(N, PEOPLE[N]), Sitting(N, PEOPLE[E]))) is SeatIsTaken


def test_a_person_sits_once_but_a_bot_may_sit_twice() -> None:
    assert refused(seated(N), sit(Sitting(S, PEOPLE[N]))) is AlreadyPlaying
    assert types(decide(seated(N, bots=(E,)), sit(Sitting(W, BOTS[E])), DEALS)) == ["SeatTaken"]


def test_whoever_leaves_frees_the_seat() -> None:
    state = seated(N, E)
    events = decide(state, LeaveSeat(E), DEALS)
    assert events == (SeatLeft(E),)
    state.apply(events[0])
    assert (state.players[E], state.client_seeds[E]) == (None, "")
    assert refused(state, LeaveSeat(E)) is NotSeated


@pytest.mark.parametrize("bots", [(), (E, S)])
def test_the_last_person_to_leave_closes_the_table(bots: tuple[int, ...]) -> None:
    events = decide(seated(N, bots=bots), LeaveSeat(N), DEALS)
    assert events == (SeatLeft(N), MatchFinished(None, (0, 0), "aborted", DEALS.server_seed))


def test_nobody_sits_down_or_leaves_once_it_has_started() -> None:
    state = seated(N, E, S, W)
    assert refused(state, sit(Sitting(N, PEOPLE[N]))) is AlreadyStarted
    assert refused(state, LeaveSeat(N)) is AlreadyStarted


def test_nothing_is_played_before_the_start() -> None:
    state = seated(N, E)
    assert refused(state, Pass(N)) is WrongPhase
    assert refused(state, Forfeit(N, "resigned")) is WrongPhase


@pytest.mark.parametrize("reason", ["aborted", "voided"])
@pytest.mark.parametrize("seats", [(N,), (N, E, S, W)])
def test_a_match_may_be_ended_without_a_winner(reason: Any, seats: tuple[int, ...]) -> None:
    state = seated(*seats)
    events = decide(state, EndMatch(reason), DEALS)
    assert events == (MatchFinished(None, (0, 0), reason, DEALS.server_seed),)
    state.apply(events[0])
    assert refused(state, sit(Sitting(S, PEOPLE[S]))) is MatchOver
    assert refused(state, LeaveSeat(N)) is MatchOver
    assert refused(state, Pass(N)) is MatchOver
    with pytest.raises(MatchOver):
        decide(state, EndMatch(reason), DEALS)


def test_a_table_of_the_tests_starts_at_a_deal() -> None:
    assert Table("cardems", score=(3, 4)).state.score == (3, 4)
