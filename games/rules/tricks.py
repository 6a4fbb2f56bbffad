"""The play of the cards: which may be played."""

from collections.abc import Sequence
from typing import NoReturn

from .cards import RANK_BIT, SUIT_OF, Card, Suit
from .commands import PLAYS, PlayCard, list_plays
from .errors import CardNotHeld, MustFollowSuit
from .seats import Seat
from .state import MatchState


def legal_cards(seat: Seat, held: Sequence[int], led: Suit) -> tuple[PlayCard, ...]:
    """The cards of the suit led, else all, by suit, then from the ace down. `held`: ranks by suit."""
    plays = PLAYS[seat]
    following = held[led]
    if following:
        return plays[led][following] or list_plays(seat, led, following)
    spades, hearts, diamonds, clubs, _ = held
    try:
        return plays[0][spades] + plays[1][hearts] + plays[2][diamonds] + plays[3][clubs]
    except TypeError:  # one of them has never been listed
        for suit in range(4):
            list_plays(seat, suit, held[suit])
        return legal_cards(seat, held, led)


def refuse_card(state: MatchState, card: Card) -> NoReturn:
    """Say what forbids a card to the seat on turn."""
    assert state.turn is not None
    raise MustFollowSuit if state.held[state.turn][SUIT_OF[card]] & RANK_BIT[card] else CardNotHeld
