"""Which choices are one choice: cards between which nobody can tell a difference."""

from collections.abc import Mapping, Sequence

from games.bots.reading import Reading
from games.rules.cards import BIT, POINTS, SUIT_OF, Card, mask_of
from games.rules.commands import Action, PlayCard
from games.rules.views import View

# Cards of one suit that are worth the same but for this part of a trick are as good as each other: which of
# two low cards is played seldom matters, and is no question to ask.
NEARLY = 0.1

Choice = tuple[Action, ...]


def choices_of(view: View) -> list[Choice]:
    """What the seat on turn can do, cards that touch folded into one."""
    if view.trump is None:
        return [(action,) for action in view.legal]
    return _folded(view)


def _folded(view: View) -> list[Choice]:
    """Legal cards come by suit, then from the ace down, so equals stand next to each other."""
    seat = view.seat
    assert seat is not None
    hand = view.hands[seat]
    assert hand is not None
    reading = Reading(view, seat, hand)
    apart = reading.unseen | mask_of(view.trick)
    folded: list[list[Action]] = []
    above: Card | None = None
    for action in view.legal:
        assert isinstance(action, PlayCard)
        if above is not None and _touch(above, action.card, apart, view.ruleset.unit == "card_points"):
            folded[-1].append(action)
        else:
            folded.append([action])
        above = action.card
    return [tuple(actions) for actions in folded]


def _touch(upper: Card, lower: Card, apart: int, in_points: bool) -> bool:
    """Whether no card that another may hold, or that lies in the trick, is between two of one suit."""
    if SUIT_OF[upper] != SUIT_OF[lower] or (in_points and POINTS[upper] != POINTS[lower]):
        return False
    return not apart & (BIT[lower] - BIT[upper])


def best_of(choices: Sequence[Choice], values: Mapping[Action, float], trick_worth: float) -> Choice:
    """The best choice with those of its suit that are as good but for NEARLY."""
    top = max(choices, key=lambda choice: worth(choice, values))
    least = worth(top, values) - NEARLY * trick_worth
    same = [choice for choice in choices if _suit(choice) == _suit(top) and worth(choice, values) >= least]
    return tuple(action for choice in same for action in choice)


def worth(choice: Choice, values: Mapping[Action, float]) -> float:
    return sum(values[action] for action in choice) / len(choice)


def _suit(choice: Choice) -> object:
    """What cards share; a call is like no other."""
    first = choice[0]
    return SUIT_OF[first.card] if isinstance(first, PlayCard) else first
