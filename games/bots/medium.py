"""The bot `medium`: bids by what hands like its own have taken, plays by rule."""

from games.rules.commands import PLAY_CARD, Action
from games.rules.state import PLAY
from games.rules.views import View

from . import medium_play, valuing
from .doubledummy import Solver
from .source import RandomSource


def choose(view: View, random: RandomSource, solver: Solver) -> Action:
    """Leaves nothing to chance: the same view gives the same action."""
    seat = view.seat
    assert seat is not None and view.legal, "a bot is asked on its own turn"
    if len(view.legal) == 1:
        return view.legal[0]
    if view.phase != PLAY:
        return valuing.choose_call(view)
    hand = view.hands[seat]
    assert hand is not None
    return PLAY_CARD[seat][medium_play.choose_card(view, seat, hand)]
