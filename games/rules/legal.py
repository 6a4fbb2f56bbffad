"""Everything that the seat on turn may do."""

from collections.abc import Sequence
from typing import Any

from .auction import legal_calls
from .cards import CARDS_OF_SUIT, Suit
from .commands import NAME_TRUMP, PLAY_CARD, Action, PlayCard
from .seats import Seat
from .state import AUCTION, MatchState

Plays = tuple[PlayCard, ...]

# _PLAYS[seat][suit][ranks]: the plays of those cards, from the ace down, once they have been asked
# for: all 131,072 would take 14 MB, and most never occur.
_UNKNOWN: Any = None
_PLAYS: list[list[list[Plays]]] = [[[_UNKNOWN] * (1 << 13) for _ in range(4)] for _ in range(4)]


def legal_actions(state: MatchState) -> Sequence[Action]:
    """Pass first, then bids ascending; trumps S H D C; cards by suit then rank. Empty off turn."""
    seat = state.turn
    if seat is None:
        return ()
    if state.trump is None:
        return legal_calls(state) if state.phase == AUCTION else NAME_TRUMP[seat]
    plays = _PLAYS[seat]
    held = state.held[seat]
    led = state.led
    following = held[led]
    if following:
        return plays[led][following] or _list_plays(seat, led, following)
    spades, hearts, diamonds, clubs, _ = held
    try:
        return plays[0][spades] + plays[1][hearts] + plays[2][diamonds] + plays[3][clubs]
    except TypeError:  # one of them is unknown
        return _list_all(seat, held)


def _list_plays(seat: Seat, suit: Suit, ranks: int) -> Plays:
    plays = PLAY_CARD[seat]
    listed = _PLAYS[seat][suit][ranks] = tuple([plays[card] for card in CARDS_OF_SUIT[suit][ranks]])
    return listed


def _list_all(seat: Seat, held: Sequence[int]) -> Plays:
    return tuple(play for suit in range(4) for play in _list_plays(seat, suit, held[suit]))
