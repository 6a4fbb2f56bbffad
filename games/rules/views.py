"""What a viewer may see: the one exit of cards. Whatever is not named here stays inside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .cards import Card, Mask, Suit
from .commands import Action
from .decide import legal_actions
from .events import BidMade, Clock, Four, Pair, Passed, Player, Visibility
from .ruleset import RuleSet
from .scoring import Ending
from .seats import SEAT_NAMES, Seat
from .state import Contract, MatchState, Phase, Trick

# Event types whose data hold no card that was not played before everyone's eyes.
PUBLIC_TYPES = frozenset(
    {
        "match_created",
        "seat_taken",
        "seat_left",
        "match_started",
        "bid_made",
        "passed",
        "auction_won",
        "deal_passed_out",
        "trump_named",
        "card_played",
        "trick_won",
        "deal_scored",
        "turn_expired",
        "seat_forfeited",
        "seat_substituted",
        "seat_reclaimed",
        "clock_extended",
        "match_finished",
    }
)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: whose hand they see, whether they act for it, whether all is open (after the end)."""

    seat: Seat | None = None
    acts: bool = False
    all_hands: bool = False

    def sees(self, seat: Seat) -> bool:
        return self.all_hands or seat == self.seat


SPECTATOR = Viewer()
AFTER_THE_END = Viewer(all_hands=True)


@dataclass(frozen=True, slots=True)
class View:
    """A match as one viewer may know it. Hands are masks, None where hidden; lists go by seat."""

    seat: Seat | None
    ruleset: RuleSet
    rated: bool
    clock: Clock | None
    visibility: Visibility
    phase: Phase
    players: tuple[Player | None, ...]
    forfeited: tuple[Player | None, ...]
    score: Pair
    deal: int
    dealer: Seat
    opener: Seat
    calls: tuple[BidMade | Passed, ...]
    contract: Contract | None
    trump: Suit | None
    hands: tuple[Mask | None, ...]
    counts: Four
    leader: Seat
    trick: tuple[Card, ...]
    history: tuple[Trick, ...]
    tricks: Pair
    turn: Seat | None
    deadline_ms: int | None
    bank: Four
    legal: tuple[Action, ...]
    ending: Ending | None


def view(state: MatchState, viewer: Viewer) -> View:
    """The state, less every hand that the viewer may not see."""
    hands = state.hands
    north, east, south, west = (hand.bit_count() for hand in hands)
    return View(
        seat=viewer.seat,
        ruleset=state.ruleset,
        rated=state.rated,
        clock=state.clock,
        visibility=state.visibility,
        phase=state.phase,
        players=tuple(state.players),
        forfeited=tuple(state.forfeited),
        score=state.score,
        deal=state.deal,
        dealer=state.dealer,
        opener=state.opener,
        calls=tuple(state.calls),
        contract=state.contract,
        trump=state.trump,
        hands=tuple(hand if viewer.sees(seat) else None for seat, hand in enumerate(hands)),
        counts=(north, east, south, west),
        leader=state.leader,
        trick=tuple(state.trick),
        history=tuple(state.history),
        tricks=state.tricks,
        turn=state.turn,
        deadline_ms=state.deadline_ms,
        bank=(state.bank[0], state.bank[1], state.bank[2], state.bank[3]),
        legal=tuple(legal_actions(state)) if viewer.acts and viewer.seat == state.turn else (),
        ending=state.ending,
    )


@dataclass(frozen=True, slots=True)
class Now:
    """Whose turn it is, until when, and what the viewer may do: what each command changes of a View."""

    phase: Phase
    turn: Seat | None
    deadline_ms: int | None
    bank: Four
    legal: tuple[Action, ...]


def now(state: MatchState, viewer: Viewer) -> Now:
    """The present turn, as the viewer may know it."""
    acts = viewer.acts and viewer.seat == state.turn
    north, east, south, west = state.bank
    legal = tuple(legal_actions(state)) if acts else ()
    return Now(state.phase, state.turn, state.deadline_ms, (north, east, south, west), legal)


def redact(event_type: str, data: Mapping[str, Any], viewer: Viewer) -> Mapping[str, Any]:
    """The data of a stored event for a viewer. Only what is known to be public passes untouched."""
    if event_type in PUBLIC_TYPES or viewer.all_hands:
        return data
    if event_type == "deal_started":
        hands: Mapping[str, Sequence[str]] = data["hands"]
        return {
            **data,
            "hands": {
                name: hands[name] if viewer.sees(seat) else None for seat, name in enumerate(SEAT_NAMES)
            },
        }
    return {}
