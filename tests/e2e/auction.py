"""The auction by rules.md: whose call, which calls, when it is over and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from .laws import seats_from
from .presets import Rules


class Call(NamedTuple):
    """A bid, or a pass where `amount` is None."""

    seat: str
    amount: int | None = None
    no_trump: bool = False


class Contract(NamedTuple):
    """What the auction comes to, before trump is named."""

    declarer: str
    amount: int
    no_trump: bool
    forced: bool


@dataclass
class Auction:
    """The calls so far, the opener first."""

    rules: Rules
    opener: str
    calls: list[Call] = field(default_factory=list)

    @property
    def highest(self) -> Call | None:
        """The last bid, which is the highest."""
        return next((call for call in reversed(self.calls) if call.amount is not None), None)

    @property
    def _in(self) -> list[str]:
        """Seats that have not passed, the next to call first."""
        start = self.opener if not self.calls else seats_from(self.calls[-1].seat, self.rules)[1]
        passed = {call.seat for call in self.calls if call.amount is None}
        return [seat for seat in seats_from(start, self.rules) if seat not in passed]

    @property
    def is_forced(self) -> bool:
        """Three opening passes, and the last seat may not let the deal go."""
        opening = self.calls[:3]
        passes = len(opening) == 3 and all(call.amount is None for call in opening)
        return passes and self.rules["all_pass"] == "force_last"

    def bids(self) -> list[tuple[int, bool]]:
        """Every bid (amount, no_trump) above the highest, ascending."""
        strains = (False, True) if self.rules["no_trump"] else (False,)
        every = [(amount, strain) for amount in self.rules["bids"] for strain in strains]
        high = self.highest
        return [bid for bid in every if high is None or bid > (high.amount, high.no_trump)]

    @property
    def turn(self) -> str | None:
        """Who is asked next; None when the auction is over."""
        if self.is_void or self.contract():
            return None
        return self._in[0]

    @property
    def is_void(self) -> bool:
        """Four passes."""
        return not self._in

    def contract(self) -> Contract | None:
        """The contract, as soon as nothing more can be called."""
        high = self.highest
        if high is None:
            if self.is_forced and not self.rules["forced_may_raise"]:
                return Contract(self._in[0], self.rules["bids"][0], False, True)
            return None
        if self._in == [high.seat] or not self.bids():
            assert high.amount is not None
            return Contract(high.seat, high.amount, high.no_trump, self.is_forced)
        return None
