"""The play of the cards: following suit, who wins, who leads, and what is refused."""

import pytest

from games.rules.cards import parse_card
from games.rules.commands import PlayCard
from games.rules.decide import legal_actions
from games.rules.errors import CardNotHeld, MustFollowSuit, NotYourTurn, RuleViolation, WrongPhase
from games.rules.events import CardPlayed, TrickWon
from games.rules.seats import E, N, S, W

from .table import Table, hands_of, name_trump

# S is void in diamonds; the play goes N W S E.
HANDS = hands_of(
    "AK2 AK2 AK2 AK32",
    "QJT QJT QJT QJT9",
    "9876 98765 - 8765",
    "543 43 9876543 4",
)


def at_play(trump: str = "S", contract: str = "7") -> Table:
    table = Table("levant-41-sol", hands=HANDS)
    table.calls(f"W P, S P, E P, N {contract}")
    if not contract.endswith("NT"):
        table.do(name_trump(N, trump))
    return table


def card(seat: int, name: str) -> PlayCard:
    return PlayCard(seat, parse_card(name))


def test_declarer_leads_to_the_first_trick() -> None:
    table = at_play()
    assert table.turn == N
    table.refuses(card(W, "S5"), NotYourTurn)
    assert len(legal_actions(table.state)) == 13


def test_play_goes_on_in_the_direction_of_play() -> None:
    table = at_play()
    turns = [table.turn]
    for name in ("HA", "H4", "H5"):
        table.plays(name)
        turns.append(table.turn)
    assert turns == [N, W, S, E]


@pytest.mark.parametrize(
    ("name", "error"),
    [("DA", CardNotHeld), ("S5", MustFollowSuit), ("C4", MustFollowSuit), ("HA", CardNotHeld)],
)
def test_refused_cards(name: str, error: type[RuleViolation]) -> None:
    table = at_play()
    table.plays("HA")
    table.refuses(card(W, name), error)


def test_a_card_is_played_once() -> None:
    table = at_play()
    table.plays("HA H4 H5 HT")
    table.refuses(card(N, "HA"), CardNotHeld)


def test_legal_cards_follow_suit_by_rank() -> None:
    table = at_play()
    table.plays("HA")
    assert legal_actions(table.state) == (card(W, "H4"), card(W, "H3"))
    table.plays("H4")
    assert [play.card for play in legal_actions(table.state) if isinstance(play, PlayCard)] == [
        parse_card(name) for name in ("H9", "H8", "H7", "H6", "H5")
    ]


def test_a_void_seat_may_play_anything() -> None:
    table = at_play()
    table.plays("DA D3")
    assert len(legal_actions(table.state)) == 13


@pytest.mark.parametrize(
    ("trump", "contract", "cards", "winner"),
    [
        ("S", "7", "DA D3 S6 DT", S),  # the one trump
        ("S", "7", "D2 D3 S6 DT", S),
        ("H", "7", "D2 D3 S6 DT", E),  # a discard never wins
        ("S", "7", "HA H4 H5 HT", N),  # the highest of the suit led
        ("S", "7", "S2 S5 S9 SQ", E),  # the highest trump
        ("S", "7NT", "D2 D9 S9 DT", E),  # no trump: the suit led
        ("S", "7NT", "DA D9 S9 DT", N),
    ],
)
def test_the_winner_takes_the_trick_and_leads(trump: str, contract: str, cards: str, winner: int) -> None:
    table = at_play(trump, contract)
    events = table.plays(cards)
    last = parse_card(cards.split()[-1])
    assert events == (CardPlayed(E, last), TrickWon(winner, 1))
    assert table.turn == table.state.history[0][2] == winner


def test_no_card_before_the_trump_is_named() -> None:
    table = Table("levant-41", hands=HANDS)
    table.refuses(card(W, "S5"), WrongPhase)
    table.calls("W P, S P, E P, N 7")
    table.refuses(card(N, "SA"), WrongPhase)


def test_no_call_once_cards_are_played() -> None:
    table = at_play()
    table.refuses(name_trump(N, "H"), WrongPhase)
