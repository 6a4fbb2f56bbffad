"""How `medium` plays its cards: it counts them, and weighs what each may still win."""

from games.rules.cards import Card, Mask
from games.rules.seats import Seat
from games.rules.views import View

from . import medium_follow, medium_lead
from .counting import Count


def choose_card(view: View, seat: Seat, hand: Mask) -> Card:
    """One of the legal cards; the same view gives the same one."""
    count = Count(view, seat, hand)
    return medium_follow.choose(count) if view.trick else medium_lead.choose(count)
