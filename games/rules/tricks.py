"""The play of the cards: which may be played."""

from typing import NoReturn

from .cards import BIT, SUIT_MASK, Card, Mask
from .commands import PLAYS_OF_SUIT, PlayCard
from .errors import CardNotHeld, MustFollowSuit
from .seats import Seat
from .state import MatchState

SPADES, HEARTS, DIAMONDS, CLUBS = SUIT_MASK


def legal_cards(seat: Seat, hand: Mask, led: Mask) -> tuple[PlayCard, ...]:
    """The cards of the suit led, else all, by suit, then from the ace down."""
    plays = PLAYS_OF_SUIT[seat]
    following = hand & led
    if following:
        return plays[following]
    return plays[hand & SPADES] + plays[hand & HEARTS] + plays[hand & DIAMONDS] + plays[hand & CLUBS]


def refuse_card(state: MatchState, card: Card) -> NoReturn:
    """Say what forbids a card to the seat on turn."""
    assert state.turn is not None
    raise MustFollowSuit if state.hands[state.turn] & BIT[card] else CardNotHeld
