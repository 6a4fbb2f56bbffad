"""The play of the cards: which may be played."""

from collections.abc import Sequence
from typing import NoReturn

from .cards import RANK_BIT, SUIT_OF, Card
from .commands import PLAYS, PlayCard, list_plays
from .errors import CardNotHeld, MustFollowSuit
from .seats import Seat
from .state import MatchState


def plays_of_any(seat: Seat, held: Sequence[int]) -> tuple[PlayCard, ...]:
    """A seat's plays of all its cards, by suit, then from the ace down. `held`: ranks by suit."""
    plays = PLAYS[seat]
    spades, hearts, diamonds, clubs, _ = held
    try:
        return plays[0][spades] + plays[1][hearts] + plays[2][diamonds] + plays[3][clubs]
    except TypeError:  # one of them has never been listed
        for suit in range(4):
            list_plays(seat, suit, held[suit])
        return plays_of_any(seat, held)


def refuse_card(state: MatchState, card: Card) -> NoReturn:
    """Say what forbids a card to the seat on turn."""
    assert state.turn is not None
    raise MustFollowSuit if state.held[state.turn][SUIT_OF[card]] & RANK_BIT[card] else CardNotHeld
