"""Following to a trick: who is going to win it, and what the card costs that would."""

from games.rules.cards import Card, Mask, cards_in
from games.rules.seats import Seat

from .counting import Count
from .medium_worth import points, price, stake
from .reading import suit_of

# The second hand's partner plays last: how often it takes what it could, and takes back what we lost.
PARTNER_TAKES = 0.8
PARTNER_RETAKES = 0.2
# To be on lead is worth something to declarer's side, and to defenders less than nothing.
LEAD_DECLARING, LEAD_DEFENDING = 0.3, -0.15


def choose(count: Count) -> Card:
    """The card with the best balance of the trick it may win and what it would take later."""
    seat, best = count.best_play()
    without = _chance_without(count, seat, best)
    winners = count.playable & count.beats(best)
    at_stake = stake(count)
    lead = 0.0
    if seat != count.partner:
        lead = at_stake * (LEAD_DECLARING if count.declares else LEAD_DEFENDING)

    def balance(card: Card) -> tuple[float, int]:
        chance, led = without, 0.0
        if winners >> card & 1:
            chance, led = max(without, _chance_with(count, card)), lead
        return chance * (at_stake + points(count, card)) + led - price(count, card), card % 13

    return max(cards_in(_considered(count, without)), key=balance)


def _considered(count: Count, without: float) -> Mask:
    """Partner's sure trick is never ruffed: a discard costs nothing, and the trump takes another."""
    return count.playable & ~count.trumps or count.playable if without == 1.0 else count.playable


def _chance_with(count: Count, card: Card) -> float:
    """How likely the side wins the trick with a card that is the best so far."""
    place = len(count.view.trick)
    if place == 3:
        return 1.0
    beaten = count.chance_beats(count.after, card, suit_of(count.view.trick[0]))
    return 1.0 - beaten if place == 2 else 1.0 - beaten * (1.0 - PARTNER_RETAKES)


def _chance_without(count: Count, seat: Seat, best: Card) -> float:
    """How likely it does without beating the best card, which `seat` has played."""
    led = suit_of(count.view.trick[0])
    place = len(count.view.trick)
    if place == 1:
        return count.chance_beats(count.partner, best, led) * PARTNER_TAKES
    if seat != count.partner:
        return 0.0
    return 1.0 if place == 3 else 1.0 - count.chance_beats(count.after, best, led)
