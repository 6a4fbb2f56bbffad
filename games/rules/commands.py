"""What may be asked of a match: frozen values. Actions are what a player may do on turn."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, final

from .cards import NO_TRUMP, Card, Suit
from .events import BidMade, CardPlayed, Event, Loss, Passed, Player, TrumpNamed
from .seats import Seat


@dataclass(frozen=True, slots=True)
class Bid:
    seat: Seat
    amount: int
    no_trump: bool = False


@dataclass(frozen=True, slots=True)
class Pass:
    seat: Seat


@dataclass(frozen=True, slots=True)
class NameTrump:
    seat: Seat
    trump: Suit


@final
@dataclass(frozen=True, slots=True)
class PlayCard:
    seat: Seat
    card: Card


Action = Bid | Pass | NameTrump | PlayCard

# Actions are made once: values are shared, never copied.
NO_BID = (0, False)
PASS = tuple(Pass(seat) for seat in range(4))
NAME_TRUMP = tuple(tuple(NameTrump(seat, trump) for trump in range(4)) for seat in range(4))
PLAY_CARD = tuple(tuple(PlayCard(seat, card) for card in range(52)) for seat in range(4))


Calls = tuple[Pass | Bid, ...]


@lru_cache(maxsize=256)
def call_ladder(amounts: tuple[int, ...], no_trump: bool) -> dict[tuple[int, bool], tuple[Calls, ...]]:
    """For each highest bid so far, and for none, each seat's calls: a pass, then what outbids, ascending.

    An amount without trump follows the same amount with.
    """
    strains = (False, True) if no_trump else (False,)
    bids = [NO_BID, *((amount, strain) for amount in amounts for strain in strains)]
    return {
        bid: tuple((PASS[seat], *(Bid(seat, *higher) for higher in bids[place:])) for seat in range(4))
        for place, bid in enumerate(bids, 1)
    }


def action_of(event: Event) -> Action | None:
    """The action that an event is, None for one that no player chose: no-trump is bid, not named."""
    match event:
        case BidMade(seat, amount, no_trump):
            return Bid(seat, amount, no_trump)
        case Passed(seat):
            return PASS[seat]
        case TrumpNamed(seat, trump) if trump != NO_TRUMP:
            return NAME_TRUMP[seat][trump]
        case CardPlayed(seat, card):
            return PLAY_CARD[seat][card]
    return None


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who takes which seat, and what they add to the shuffle."""

    seat: Seat
    player: Player
    client_seed: str = ""


@dataclass(frozen=True, slots=True)
class TakeSeats:
    """One person joins, or bots fill what is open."""

    sittings: tuple[Sitting, ...]


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Before the start; the table closes when nobody human is left."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Forfeit:
    """After the start, on turn or not."""

    seat: Seat
    reason: Loss


@dataclass(frozen=True, slots=True)
class ExpireTurn:
    """The clock ran out; `choice` is what a bot would do in the seat's place."""

    choice: Action


@dataclass(frozen=True, slots=True)
class ReclaimSeat:
    seat: Seat
    player: Player


@dataclass(frozen=True, slots=True)
class ExtendClock:
    """After an outage the turn lasts until `deadline_ms`."""

    deadline_ms: int


@dataclass(frozen=True, slots=True)
class EndMatch:
    """Nobody wins: an open table expired, or a fault of the server."""

    reason: Literal["aborted", "voided"]


Command = Action | TakeSeats | LeaveSeat | Forfeit | ExpireTurn | ReclaimSeat | ExtendClock | EndMatch
