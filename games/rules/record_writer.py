"""Writing a match as text (the format is described in `record`)."""

import json
from collections.abc import Iterable
from typing import assert_never

from .cards import CARD_NAMES, NO_TRUMP, TRUMPS
from .events import (
    AuctionWon,
    BidMade,
    CardPlayed,
    ClockExtended,
    DealPassedOut,
    DealScored,
    DealStarted,
    Event,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    Passed,
    SeatForfeited,
    SeatLeft,
    SeatReclaimed,
    SeatSubstituted,
    SeatTaken,
    TrickWon,
    TrumpNamed,
    TurnExpired,
)
from .ruleset import PRESETS
from .seats import SEAT_NAMES, SIDE_NAMES

FORMAT = "record/1"


def write_record(events: Iterable[Event]) -> str:
    """The text of a match from `match_created` to `match_finished`."""
    writer = _Writer()
    for event in events:
        writer.take(event)
    assert writer.tags[-1].startswith("[ServerSeed"), "a match is recorded once it is finished"
    return "\n".join([*writer.tags, *writer.lines]) + "\n"


class _Writer:
    """`words` is the line that is being written; the next one that nobody opened is a trick."""

    def __init__(self) -> None:
        self.tags = [f'[Tarneeb "{FORMAT}"]']
        self.lines: list[str] = []
        self.words: list[str] = []
        self.trick = 1
        self.has_clock = False

    def take(self, event: Event) -> None:
        match event:
            case MatchCreated():
                self._created(event)
            case SeatTaken(seat, player, client_seed):
                self._tag(SEAT_NAMES[seat], [player.kind, player.id, client_seed])
            case SeatLeft(seat):
                self._tag(SEAT_NAMES[seat], None)
            case DealStarted():
                self._deal_started(event)
            case BidMade(seat, amount, no_trump, auto):
                self._word(f"{SEAT_NAMES[seat]}:{_bid(amount, no_trump)}", auto)
            case Passed(seat, auto):
                self._word(f"{SEAT_NAMES[seat]}:P", auto)
            case AuctionWon(seat, amount, no_trump, forced):
                self._end_line()
                forced_mark = " forced" if forced else ""
                self.words = [f"Contract {SEAT_NAMES[seat]} {_bid(amount, no_trump)}{forced_mark} trump"]
            case TrumpNamed(_, trump, auto):
                self._word(TRUMPS[trump], auto and trump != NO_TRUMP)
                self._end_line()
            case CardPlayed(_, card, auto):
                self._word(CARD_NAMES[card], auto)
            case TrickWon(seat, trick):
                self._word(f"={SEAT_NAMES[seat]}")
                self._end_line()
                self.trick = trick + 1
            case DealScored():
                self._deal_scored(event)
            case DealPassedOut():
                self._end_line()
                self.lines.append("Passed out")
            case SeatForfeited(seat, reason):
                self._word(f"{{{SEAT_NAMES[seat]} {reason}}}")
            case SeatReclaimed(seat, _):
                self._word(f"{{{SEAT_NAMES[seat]} reclaimed}}")
            case ClockExtended(seat, deadline_ms, _):
                self._word(f"{{{SEAT_NAMES[seat]} until {deadline_ms}}}")
            case MatchFinished():
                self._finished(event)
            case MatchStarted() | TurnExpired() | SeatSubstituted():
                pass  # these follow from what is written
            case _:
                assert_never(event)

    def _created(self, event: MatchCreated) -> None:
        rules, clock = event.ruleset, event.clock
        self.has_clock = clock is not None
        self._tag("RuleSet", rules.id if rules == PRESETS.get(rules.id or "") else rules.as_dict())
        self._tag("Rated", event.rated)
        self._tag("Clock", clock and [clock.turn_seconds, clock.bank_seconds])
        self._tag("Visibility", event.visibility)
        self._tag("Deals", event.deal_algorithm)
        self._tag("SeedHash", event.seed_hash)
        if event.premade:
            self._tag("Premade", [SIDE_NAMES[side] for side in event.premade])

    def _deal_started(self, event: DealStarted) -> None:
        self.lines += ["", f"Deal {event.deal} dealer {SEAT_NAMES[event.dealer]}"]
        for name, hand in zip(SEAT_NAMES, event.hands, strict=True):
            self.lines.append(" ".join([name, *(CARD_NAMES[card] for card in hand)]))
        if self.has_clock:
            self.lines.append(" ".join(["Bank", *map(str, event.bank)]))
        self.words = ["Auction"]
        self.trick = 1

    def _deal_scored(self, event: DealScored) -> None:
        verdict = "made" if event.made else "set"
        (ours, theirs), (plus, minus) = event.tricks, event.points
        figures = f"tricks {ours}:{theirs} points {plus}:{minus} total {event.score[0]}:{event.score[1]}"
        self.lines.append(f"Score {verdict} {figures}")

    def _finished(self, event: MatchFinished) -> None:
        self._end_line()
        winner = "nobody" if event.winner is None else SIDE_NAMES[event.winner]
        self._tag("Result", f"{winner} {event.score[0]}:{event.score[1]} {event.reason}")
        self._tag("ServerSeed", event.server_seed)

    def _tag(self, name: str, value: object) -> None:
        self.tags.append(f"[{name} {json.dumps(value)}]")

    def _word(self, word: str, auto: bool = False) -> None:
        self.words = self.words or [f"{self.trick:2}."]
        self.words.append(word + "*" if auto else word)

    def _end_line(self) -> None:
        if self.words:
            self.lines.append(" ".join(self.words))
        self.words = []


def _bid(amount: int, no_trump: bool) -> str:
    return f"{amount}NT" if no_trump else f"{amount}"
