"""A match in memory for the tests: cards that are known, commands in the notation of rules.md."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from games.rules.cards import TRUMPS, parse_card
from games.rules.commands import Action, Bid, Command, NameTrump, Pass, PlayCard, Sitting
from games.rules.decide import create_match, decide, legal_actions
from games.rules.errors import RuleViolation
from games.rules.events import Clock, DealStarted, Event, Four, Hands, MatchCreated, Pair, Player
from games.rules.ruleset import PRESETS, RuleSet
from games.rules.seats import SEAT_NAMES, SEATS, N, Seat
from games.rules.state import MatchState

PEOPLE = tuple(Player("human", f"u{name}") for name in SEAT_NAMES)
BOTS = tuple(Player("bot", "bot:easy") for _ in SEATS)
# Each seat holds one suit: N spades, E hearts, S diamonds, W clubs.
ONE_SUIT_EACH: Hands = (
    tuple(range(13)),
    tuple(range(13, 26)),
    tuple(range(26, 39)),
    tuple(range(39, 52)),
)


@dataclass(frozen=True)
class KnownDeals:
    """The same hands in every deal; `dealer` is drawn by the cut."""

    hand_of: Hands = ONE_SUIT_EACH
    dealer: Seat = N
    server_seed: str = "5e" * 32

    def first_dealer(self, client_seeds: Sequence[str]) -> Seat:
        return self.dealer

    def hands(self, deal: int, client_seeds: Sequence[str], ruleset: RuleSet, opener: Seat) -> Hands:
        return self.hand_of


def hands_of(north: str, east: str, south: str, west: str) -> Hands:
    """Hands in the notation `AK2 . QJ - T`: ranks by suit S H D C, `-` for a void."""
    return _hand(north), _hand(east), _hand(south), _hand(west)


def _hand(text: str) -> tuple[int, ...]:
    suits = zip("SHDC", text.split(), strict=True)
    return tuple(parse_card(suit + rank) for suit, ranks in suits for rank in ranks if rank != "-")


class Table:
    """A match that starts with four people at a dealt deal; figures of an earlier score may be given."""

    def __init__(
        self,
        ruleset: str | RuleSet = "levant-41",
        *,
        dealer: Seat = N,
        hands: Hands = ONE_SUIT_EACH,
        rated: bool = False,
        clock: Clock | None = None,
        players: Sequence[Player] = PEOPLE,
        **restated: Any,
    ) -> None:
        rules = PRESETS[ruleset] if isinstance(ruleset, str) else ruleset
        self.deals = KnownDeals(hands, dealer)
        sittings = [Sitting(seat, players[seat], f"{seat}") for seat in SEATS]
        *events, deal = create_match(rules, rated, clock, "public", sittings, "ab" * 32, self.deals)
        assert isinstance(deal, DealStarted)
        assert isinstance(events[0], MatchCreated)
        self.log: list[tuple[Event, int]] = [(event, 0) for event in (*events, deal._replace(**restated))]
        self.state = MatchState(events[0])
        for event, at_ms in self.log[1:]:
            self.state.apply(event, at_ms)

    def do(self, command: Command, now_ms: int = 0) -> tuple[Event, ...]:
        """Decide and apply; the events of the command."""
        events = decide(self.state, command, self.deals, now_ms)
        for event in events:
            self.state.apply(event, now_ms)
        self.log += [(event, now_ms) for event in events]
        return events

    def refuses(self, command: Command, error: type[RuleViolation], now_ms: int = 0) -> None:
        """The command is refused with this error, and nothing has changed."""
        before = self.state.copy()
        with pytest.raises(error) as raised:
            decide(self.state, command, self.deals, now_ms)
        assert type(raised.value) is error
        assert self.state == before

    def calls(self, text: str) -> tuple[Event, ...]:
        """Calls as `E P, S 8, W 9NT`; the events of the last one."""
        events: tuple[Event, ...] = ()
        for call in text.split(", "):
            events = self.do(parse_call(call))
        return events

    def plays(self, text: str) -> tuple[Event, ...]:
        """Cards as `SA HT`, each by the seat on turn; the events of the last one."""
        events: tuple[Event, ...] = ()
        for name in text.split():
            events = self.do(PlayCard(self.turn, parse_card(name)))
        return events

    def highest(self) -> Action:
        """The first legal action of the seat on turn: in the play its highest card."""
        return legal_actions(self.state)[0]

    def lowest(self) -> Action:
        """The last one."""
        return legal_actions(self.state)[-1]

    @property
    def turn(self) -> Seat:
        assert self.state.turn is not None
        return self.state.turn


def parse_call(text: str) -> Bid | Pass:
    name, call = text.split()
    seat = SEAT_NAMES.index(name)
    if call == "P":
        return Pass(seat)
    return Bid(seat, int(call.removesuffix("NT")), call.endswith("NT"))


def name_trump(seat: Seat, trump: str) -> NameTrump:
    return NameTrump(seat, TRUMPS.index(trump))


def types(events: Iterable[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def hands_for(tricks: int) -> Hands:
    """Hands with which N, declarer in spades, takes exactly 0 or 7 to 13 tricks for its side.

    N has the highest spades and the lowest clubs, W the other spades and the highest clubs: N draws
    W's trumps and W takes every club. With 0, W ruffs everything.
    """
    spades, hearts, diamonds, clubs = ONE_SUIT_EACH
    if tricks == 0:
        return clubs, hearts, diamonds, spades
    return spades[:tricks] + clubs[tricks:], hearts, diamonds, spades[tricks:] + clubs[:tricks]


def play_out(table: Table) -> tuple[Event, ...]:
    """Play the rest of the deal: N leads trumps first, everyone else the lowest card; the last events."""
    events: tuple[Event, ...] = ()
    number = table.state.deal
    while table.state.phase == "play" and table.state.deal == number:
        events = table.do(table.highest() if table.turn == N else table.lowest())
    return events


def both(north_south: int, east_west: int) -> Pair:
    return north_south, east_west


def four(value: int) -> Four:
    return value, value, value, value
