"""A finished match as text that people read, and back again: every event of it, but no times.

Tags `[Name value]` with JSON values come first: rules, who sat down with which client seed, result.
Then, deal by deal, the hands in the order dealt, the banks where there is a clock, the calls, contract
and trump, a trick a line, the score:

    Auction W:P S:8 {N resigned} E:P* N:P
    Contract S 8 trump H
     1. HA H2 H3 H9 =S

`*` marks what a bot chose when the turn had expired; braces hold what else happened: timeout, resigned,
left, reclaimed, or `until` with a new deadline in milliseconds. As in chess notation only what was done
counts: a record is read by playing it through `decide`, and what does not follow is refused.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, TypeVar

from .cards import ALL_CARDS, Card, mask_of, parse_card, parse_trump
from .commands import (
    Action,
    Bid,
    Command,
    EndMatch,
    ExpireTurn,
    ExtendClock,
    Forfeit,
    LeaveSeat,
    NameTrump,
    Pass,
    PlayCard,
    ReclaimSeat,
    Sitting,
    TakeSeats,
)
from .decide import decide
from .events import VISIBILITIES, Clock, DealStarted, Event, Hands, MatchCreated, Player
from .record_writer import FORMAT, write_record
from .ruleset import RuleSet, parse_ruleset
from .seats import SEAT_NAMES, SIDE_NAMES, Seat, parse_seat
from .state import FINISHED, NAMING, MatchState

__all__ = ["RecordError", "parse_record", "write_record"]

Word = TypeVar("Word", bound=str)
_TAG = re.compile(r"\[(\w+) (.*)\]")
_WORDS = re.compile(r"\{[^}]*\}|\S+")


class RecordError(ValueError):
    """A text that is no record of a match; `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


def parse_record(text: str) -> tuple[Event, ...]:
    """The events of a record. RecordError names the line of what `write_record` would not have written."""
    reader = _Reader()
    lines = [line.rstrip() for line in text.rstrip().splitlines()]
    try:
        for line in lines:
            reader.scan(line)
        events = reader.play()
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise RecordError(reader.line, f"{error}" or type(error).__name__) from error
    for number, (given, due) in enumerate(zip_longest(lines, write_record(events).splitlines()), 1):
        if given != due:
            raise RecordError(number, f"{due!r} follows, not {given!r}")
    return events


@dataclass(slots=True)
class _Deal:
    """What a record states of one deal."""

    dealer: Seat
    hands: list[tuple[Card, ...]] = field(default_factory=list)
    bank: tuple[int, ...] = (0, 0, 0, 0)


class _Reader:
    """`scan` takes the text apart, `play` puts the match together; `line` is where it is."""

    def __init__(self) -> None:
        self.line = 0
        self.tags: dict[str, Any] = {}
        self.seating: list[tuple[int, Seat, Any]] = []
        self.deals: list[_Deal] = []
        self.moves: list[tuple[int, str]] = []
        self.events: list[Event] = []

    def scan(self, line: str) -> None:
        self.line += 1
        if tag := _TAG.fullmatch(line):
            self._scan_tag(tag[1], json.loads(tag[2]))
            return
        head, _, rest = line.strip().partition(" ")
        if head == "Deal":
            self.deals.append(_Deal(parse_seat(rest[-1:])))
        elif head == "Bank":
            self.deals[-1].bank = tuple(map(int, rest.split()))
        elif len(head) == 1 and head in SEAT_NAMES:
            self.deals[-1].hands.append(tuple(map(parse_card, rest.split())))
        elif head == "Contract":
            self._scan_words(rest.partition(" trump ")[2].removesuffix("NT"))
        elif head == "Auction" or head.endswith("."):
            self._scan_words(rest)
        elif head not in ("", "Score", "Passed"):
            raise ValueError(f"unknown: {head}")

    def _scan_tag(self, name: str, value: Any) -> None:
        if name in SEAT_NAMES:
            self.seating.append((self.line, parse_seat(name), value))
        else:
            self.tags[name] = value

    def _scan_words(self, text: str) -> None:
        """All but `=N`, the winner of a trick, which follows from the cards."""
        self.moves += [(self.line, word) for word in _WORDS.findall(text) if not word.startswith("=")]

    def play(self) -> tuple[Event, ...]:
        """Decide every command of the record; the events."""
        created = self._created()
        state = MatchState(created)
        self.events = [created]
        for line, seat, sitting in self.seating:
            self.line = line
            self._do(state, LeaveSeat(seat) if sitting is None else TakeSeats((_sitting(seat, sitting),)))
        for line, word in self.moves:
            self.line = line
            self._do(state, _command(state, word))
        if state.phase != FINISHED:  # nothing that was done has ended it
            self._do(state, EndMatch(_one_of(("aborted", "voided"), str(self.tags["Result"]).split()[-1])))
        return tuple(self.events)

    def _created(self) -> MatchCreated:
        tags = self.tags
        if tags["Tarneeb"] != FORMAT or type(tags["Rated"]) is not bool:
            raise ValueError(f"not a {FORMAT}")
        clock = tags["Clock"]
        return MatchCreated(
            ruleset=_ruleset(tags["RuleSet"]),
            rated=tags["Rated"],
            clock=None if clock is None else Clock(*map(int, clock)),
            visibility=_one_of(VISIBILITIES, tags["Visibility"]),
            deal_algorithm=str(tags["Deals"]),
            seed_hash=str(tags["SeedHash"]),
            premade=tuple(map(SIDE_NAMES.index, tags.get("Premade", ()))),
        )

    def _do(self, state: MatchState, command: Command) -> None:
        expires = isinstance(command, ExpireTurn)
        now_ms = (state.deadline_ms if expires else None) or state.turn_started_ms
        for event in decide(state, command, self, now_ms):
            if isinstance(event, DealStarted) and state.clock is not None:
                north, east, south, west = self.deals[event.deal - 1].bank
                event = event._replace(bank=(north, east, south, west))
            state.apply(event, now_ms)
            self.events.append(event)

    # What `decide` asks of a source of deals.

    @property
    def server_seed(self) -> str:
        return str(self.tags["ServerSeed"])

    def first_dealer(self, client_seeds: Sequence[str]) -> Seat:
        return self.deals[0].dealer

    def hands(self, deal: int, client_seeds: Sequence[str], ruleset: RuleSet, opener: Seat) -> Hands:
        north, east, south, west = self.deals[deal - 1].hands
        for hand in (north, east, south, west):
            if len(hand) != 13:
                raise ValueError("a hand of other than 13 cards")
        if mask_of(north + east + south + west) != ALL_CARDS:
            raise ValueError("a card that is dealt twice")
        return north, east, south, west


def _ruleset(value: object) -> RuleSet:
    rules = parse_ruleset(value)
    return replace(rules, id=value.get("id")) if isinstance(value, dict) else rules


def _sitting(seat: Seat, value: Sequence[object]) -> Sitting:
    kind, player, client_seed = map(str, value)
    return Sitting(seat, Player(_one_of(("human", "bot"), kind), player), client_seed)


def _command(state: MatchState, word: str) -> Command:
    if word.startswith("{"):
        return _incident(state, word.strip("{}"))
    action = _action(state, word.removesuffix("*"))
    return ExpireTurn(action) if word.endswith("*") else action


def _action(state: MatchState, word: str) -> Action:
    name, colon, call = word.partition(":")
    if colon:
        seat = parse_seat(name)
        return Pass(seat) if call == "P" else Bid(seat, int(call.removesuffix("NT")), call.endswith("NT"))
    if state.turn is None:
        raise ValueError("nobody is on turn")
    if state.phase == NAMING:
        return NameTrump(state.turn, parse_trump(word))
    return PlayCard(state.turn, parse_card(word))


def _incident(state: MatchState, text: str) -> Command:
    name, _, what = text.partition(" ")
    seat = parse_seat(name)
    lost = state.forfeited[seat]
    if what == "timeout":
        return ExpireTurn(Pass(seat))  # the seat is lost: nothing is chosen
    if what == "reclaimed" and lost is not None:
        return ReclaimSeat(seat, lost)
    if what.startswith("until "):
        return ExtendClock(int(what.removeprefix("until ")))
    return Forfeit(seat, _one_of(("resigned", "left"), what))


def _one_of(words: tuple[Word, ...], value: object) -> Word:
    for word in words:
        if word == value:
            return word
    raise ValueError(f"unknown: {value}")
