"""Expiry, forfeit, reclaim and banks: what protocol.md's "Leaving" and clocks allow."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .laws import SEATS, Finish, opponents, side_of
from .table import Player, Table

SLACK_MS = 1000


def clock_of(table: Table) -> tuple[int, int] | None:
    """Milliseconds a turn and in the bank; None without a clock."""
    clock: dict[str, Any] = table.created["clock"] or {}
    turn, bank = clock.get("turn_seconds"), clock.get("bank_seconds")
    return (turn * 1000, (bank or 0) * 1000) if turn else None


@dataclass
class Leaving:
    """Who has run out of time or left, and what is left in each bank."""

    in_match: Counter[str] = field(default_factory=Counter)
    in_deal: Counter[str] = field(default_factory=Counter)
    reclaimed: set[str] = field(default_factory=set)
    timeouts: dict[str, int] = field(default_factory=dict)
    bank: dict[str, int] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)

    def new_deal(self, table: Table) -> None:
        """Expiries of a casual match are counted by the deal."""
        self.in_deal.clear()
        if not self.bank:
            clock = clock_of(table)
            self.bank = dict.fromkeys(SEATS, clock[1] if clock else 0)

    def expire(self, table: Table, seat: str) -> bool:
        """Count an expiry; True when it forfeits the seat (without a clock: 24 h idle)."""
        self.in_match[seat] += 1
        self.in_deal[seat] += 1
        counted = self.in_match if table.created["rated"] else self.in_deal
        return counted[seat] >= 2 or seat in self.reclaimed or clock_of(table) is None

    def forfeit(self, table: Table, seat: str, reason: str) -> Finish | None:
        """How the match ends when `seat`, still seated, leaves; None when a bot plays on."""
        if reason == "timeout" and seat not in self.reclaimed:
            self.timeouts[seat] = table.current.number
        first_trick = table.scored == 0 and not any(table.current.tricks.values())
        if table.created["rated"] and first_trick:
            return Finish(None, "aborted")
        sides = {side_of(s) for s, player in table.seats.items() if s != seat and is_human(player)}
        if not sides:
            return Finish(None, "aborted")
        if side_of(seat) not in sides:
            return Finish(opponents(side_of(seat)), "forfeit")
        return None

    def reclaim(self, table: Table, seat: str, player: Player) -> bool:
        """Whether this person may come back, once."""
        lost = self.timeouts.pop(seat, None)
        self.reclaimed.add(seat)
        self.unsure.add(seat)
        in_time = lost == table.current.number if table.created["rated"] else lost is not None
        return in_time and table.forfeited.get(seat, {}).get("id") == player["id"]

    def spend(self, table: Table, seat: str, elapsed_ms: int) -> None:
        """A person's turn took this long: what exceeds the turn comes out of the bank."""
        clock = clock_of(table)
        if clock and is_human(table.seats[seat]):
            self.bank[seat] = max(0, self.bank[seat] - max(0, elapsed_ms - clock[0]))

    def fault(self, table: Table, data: dict[str, Any]) -> str | None:
        """What is wrong with the restated `bank`, `expired` or `forfeited`."""
        for seat in SEATS:
            left, expired = data["bank"].get(seat, 0), data["expired"].get(seat, 0)
            known = is_human(table.seats[seat]) and seat not in self.unsure
            if known and abs(left - self.bank[seat]) > (SLACK_MS if clock_of(table) else 0):
                return f"bank of {seat} is {left} ms, expected {self.bank[seat]}"
            most = self.in_match[seat]
            if not (0 <= expired <= most) or (table.created["rated"] and expired != most):
                return f"expired of {seat} is {expired}, expected {most}"
        gone = {seat: player["id"] for seat, player in data["forfeited"].items()}
        expected = {seat: player["id"] for seat, player in table.forfeited.items()}
        return None if gone == expected else f"forfeited is {gone}, expected {expected}"


def is_human(player: Player | None) -> bool:
    """Whether a person sits there."""
    return player is not None and player["kind"] == "human"
