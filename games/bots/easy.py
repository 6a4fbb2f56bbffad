"""The bot `easy`: the sources' advice to beginners (seed 003), no search. Frozen: players measure by it."""

from games.rules.commands import NAME_TRUMP, PLAY_CARD, Action
from games.rules.state import AUCTION, NAMING
from games.rules.views import View

from . import easy_auction, easy_play
from .doubledummy import Solver
from .source import RandomSource


def choose(view: View, random: RandomSource, solver: Solver) -> Action:
    """Leaves nothing to chance: the same view gives the same action."""
    seat = view.seat
    assert seat is not None and view.legal, "a bot is asked on its own turn"
    hand = view.hands[seat]
    assert hand is not None
    if len(view.legal) == 1:
        return view.legal[0]
    if view.phase == AUCTION:
        return easy_auction.choose_call(view, seat, hand)
    if view.phase == NAMING:
        return NAME_TRUMP[seat][easy_auction.best_trump(hand)]
    return PLAY_CARD[seat][easy_play.choose_card(view, seat, hand)]
