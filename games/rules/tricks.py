"""The play of the cards: which may be played."""

from typing import NoReturn

from .cards import BIT, Card, Mask, cards_in
from .commands import PLAY_CARD, PlayCard
from .errors import CardNotHeld, MustFollowSuit
from .state import MatchState


def playable(state: MatchState) -> Mask:
    """The cards that the seat on turn may play: those of the suit led, or any when it has none."""
    assert state.turn is not None
    hand = state.hands[state.turn]
    return hand & state.led or hand


def legal_cards(state: MatchState) -> list[PlayCard]:
    """`playable` as actions, by suit, then from the ace down."""
    assert state.turn is not None
    plays = PLAY_CARD[state.turn]
    return [plays[card] for card in cards_in(playable(state))]


def refuse_card(state: MatchState, card: Card) -> NoReturn:
    """Say what forbids a card to the seat on turn."""
    assert state.turn is not None
    raise MustFollowSuit if state.hands[state.turn] & BIT[card] else CardNotHeld
