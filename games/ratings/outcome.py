"""What of a finished match counts, and for whom. Pure: a fold over its events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from games.ratings.model import Pair, Skill, rate
from games.rules.events import (
    Event,
    MatchCreated,
    MatchFinished,
    Player,
    SeatForfeited,
    SeatLeft,
    SeatReclaimed,
    SeatSubstituted,
    SeatTaken,
    TrickWon,
)
from games.rules.seats import EW, NS, SEATS, Seat, Side


class Change(NamedTuple):
    """A person's skill before and after; `why` is result, forfeit, spared or halved."""

    before: Skill
    after: Skill
    why: str


@dataclass(slots=True)
class Outcome:
    """`people` are those who sat when the match started; `winner` None is a tie, or nobody.

    `forfeited` lost their seat for good, `reclaimed` took it back in time. `tricks` are all that were
    completed, `tricks_with_bot` those in which a side had a bot.
    """

    people: list[Player | None] = field(default_factory=lambda: [None] * 4)
    premade: tuple[Side, ...] = ()
    winner: Side | None = None
    reason: str = ""
    forfeited: set[Seat] = field(default_factory=set)
    reclaimed: set[Seat] = field(default_factory=set)
    tricks: int = 0
    tricks_with_bot: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def counts(self) -> bool:
        """Nothing does before the first trick is complete, nor where the server was at fault."""
        return self.tricks > 0 and self.reason != "voided"

    @property
    def striking(self) -> set[Seat]:
        """Whose owners get a strike: they left before it counted, or were away until they reclaimed."""
        if self.reason == "voided":
            return set()
        return self.reclaimed - self.forfeited if self.counts else self.reclaimed | self.forfeited


def outcome_of(events: Iterable[Event]) -> Outcome:
    """Read a finished match."""
    outcome = Outcome()
    bots: set[Seat] = set()
    for event in events:
        match event:
            case TrickWon():
                outcome.tricks += 1
                for side in {seat & 1 for seat in bots}:
                    outcome.tricks_with_bot[side] += 1
            case MatchCreated():
                outcome.premade = event.premade
            case SeatTaken():
                outcome.people[event.seat] = event.player
            case SeatLeft():
                outcome.people[event.seat] = None
            case SeatForfeited():
                outcome.forfeited.add(event.seat)
            case SeatSubstituted():
                bots.add(event.seat)
            case SeatReclaimed():
                bots.discard(event.seat)
                outcome.forfeited.discard(event.seat)
                outcome.reclaimed.add(event.seat)
            case MatchFinished():
                outcome.winner, outcome.reason = event.winner, event.reason
            case _:
                pass
    return outcome


def changes(outcome: Outcome, skills: Mapping[Seat, Skill]) -> dict[Seat, Change]:
    """What the match makes of the four skills; nothing where it does not count."""
    if not outcome.counts:
        return {}
    sides = (skills[0], skills[2]), (skills[1], skills[3])
    by_winner = {winner: rate(sides, winner) for winner in {outcome.winner, NS, EW}}
    return {seat: _change(outcome, seat, skills[seat], by_winner) for seat in SEATS}


def _change(
    outcome: Outcome, seat: Seat, before: Skill, by_winner: Mapping[Side | None, tuple[Pair, Pair]]
) -> Change:
    side, place = seat & 1, seat >> 1
    if seat in outcome.forfeited:  # loses in full, whatever the result
        return Change(before, by_winner[1 - side][side][place], "forfeit")
    after = by_winner[outcome.winner][side][place]
    alone = side not in outcome.premade
    if alone and (seat + 2) % 4 in outcome.forfeited and after.mu < before.mu:
        return Change(before, before, "spared")
    if after.mu > before.mu and outcome.tricks_with_bot[1 - side] > outcome.tricks / 2:
        return Change(before, Skill((before.mu + after.mu) / 2, after.sigma), "halved")
    return Change(before, after, "result")
