"""The referee on expired turns, forfeits, substitutes and reclaims."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .recheck import recheck
from .referee import RecheckError
from .simulator import Simulation, choose

CLOCK = {"turn_seconds": 1, "bank_seconds": 2}
BOT = {"kind": "bot", "id": "b9", "name": "Bot"}


class Script:
    """A simulated match driven turn by turn, with persons on some seats."""

    def __init__(self, rated: bool = False, persons: str = "NE") -> None:
        self.rng = random.Random(5)
        self.match = Simulation("levant-41", self.rng, rated=rated, clock=CLOCK)
        for seat in persons:
            self.match.players[seat] = {"kind": "human", "id": f"u{seat}", "name": seat}
        self.match.bank = dict.fromkeys("NESW", 2000)
        self.match.expired = dict.fromkeys("NESW", 0)
        self.person = self.match.players["N"]
        self.game = self.match.run()
        self.turn = next(self.game)

    def act(self, auto: bool = False) -> None:
        """The seat on turn acts."""
        seq = len(self.match.events)
        self.turn = self.game.send(choose(self.rng, self.turn[1]))
        if auto:
            self.match.events[seq]["data"]["auto"] = True

    def to_play(self, seat: str = "N", tricks: int = 1) -> None:
        """On to this seat's next card, after so many completed tricks of a deal."""
        while not (self.turn[0] == seat and self.turn[1][0]["action"] == "play" and self.tricks() >= tricks):
            self.act()

    def to_next_deal(self) -> None:
        """On to the first call of the next deal."""
        deal = self.deals()
        while self.deals() == deal:
            self.act()

    def deals(self) -> int:
        """Deals so far."""
        return sum(event["type"] == "deal_started" for event in self.match.events)

    def tricks(self) -> int:
        """Tricks completed in this deal."""
        kinds = [event["type"] for event in self.match.events]
        return kinds[len(kinds) - 1 - kinds[::-1].index("deal_started") :].count("trick_won")

    def expire(self) -> None:
        """The turn and bank of the seat on turn run out."""
        seat = self.turn[0]
        self.match.late_ms += 1000 + self.match.bank[seat]
        self.match.bank[seat] = 0
        self.match.emit("turn_expired", seat=seat)
        if self.match.created["rated"]:
            self.match.expired[seat] += 1

    def forfeit(self, seat: str = "N", reason: str = "timeout") -> None:
        """The seat is lost; what follows is the caller's."""
        self.match.forfeited[seat] = self.match.players[seat]
        self.match.emit("seat_forfeited", seat=seat, reason=reason)

    def substitute(self, seat: str = "N") -> None:
        """A bot plays on."""
        self.match.players[seat] = BOT
        self.match.emit("seat_substituted", seat=seat, player=BOT)

    def reclaim(self, seat: str = "N") -> None:
        """The person comes back."""
        self.match.players[seat] = self.match.forfeited.pop(seat)
        self.match.emit("seat_reclaimed", seat=seat, player=self.match.players[seat])

    def to_end(self) -> None:
        """Play on until the match is over."""
        try:
            while True:
                self.act()
        except StopIteration:
            return

    def recheck(self) -> Any:
        """Hand the log to the referee."""
        return recheck("m", self.match.events, self.match.fairness()).result

    def refused(self, says: str) -> None:
        """The referee must object."""
        with pytest.raises(RecheckError, match=says):
            self.recheck()


def test_expired_turn_is_played_by_a_bot_and_empties_the_bank() -> None:
    script = Script()
    script.to_play()
    script.expire()
    script.act(auto=True)
    script.to_end()
    script.recheck()


def test_expired_turn_needs_auto() -> None:
    script = Script()
    script.to_play()
    script.expire()
    script.act()
    script.to_end()
    script.refused("auto must be set")


def test_bank_must_be_what_is_left() -> None:
    script = Script()
    script.to_play()
    script.match.late_ms += 2500
    script.to_end()
    script.refused("bank of N is 2000 ms, expected 400")


@pytest.mark.parametrize("rated", [False, True])
def test_second_expiry_in_a_deal_forfeits(rated: bool) -> None:
    script = Script(rated=rated)
    script.to_play()
    script.expire()
    script.act(auto=True)
    script.to_play()
    script.expire()
    script.forfeit()
    script.match.finish("EW", "forfeit")
    assert script.recheck() == {"winner": "EW", "reason": "forfeit"}


def test_expiries_of_two_deals_forfeit_only_when_rated() -> None:
    for rated in (False, True):
        script = Script(rated=rated)
        for _ in range(2):
            script.to_play()
            script.expire()
            script.act(auto=True)
            script.to_next_deal()
        script.to_end()
        if rated:
            script.refused("seat_forfeited must follow")
        else:
            script.recheck()


def test_substitute_needs_a_person_left_on_the_side() -> None:
    script = Script()
    script.to_play()
    script.forfeit(reason="resigned")
    script.substitute()
    script.to_end()
    script.refused("seat_substituted where match_finished must follow")


def test_resigning_out_of_turn_leaves_the_seat_to_a_bot() -> None:
    script = Script(persons="NES")
    script.to_play("E")
    script.forfeit("N", "resigned")
    script.substitute()
    script.to_end()
    script.recheck()


def test_nobody_left_aborts() -> None:
    script = Script(persons="N")
    script.to_play()
    script.forfeit(reason="left")
    script.match.finish(None, "aborted")
    assert script.recheck() == {"winner": None, "reason": "aborted"}


def test_rated_match_without_a_trick_is_aborted() -> None:
    script = Script(rated=True)
    script.to_play(tricks=0)
    script.forfeit(reason="resigned")
    script.match.finish("EW", "forfeit")
    script.refused("winner is 'EW', expected None")


def lost_by_timeout() -> Script:
    """N, whose partner is a person too, has timed out twice in the first deal."""
    script = Script(persons="NES")
    script.to_play()
    script.expire()
    script.act(auto=True)
    script.to_play()
    script.expire()
    script.forfeit()
    script.substitute()
    return script


def test_reclaimed_seat_of_a_casual_match() -> None:
    script = lost_by_timeout()
    script.to_next_deal()
    script.reclaim()
    script.to_play()
    script.expire()
    script.forfeit()
    script.substitute()
    script.to_end()
    script.recheck()


def test_expiry_after_a_reclaim_forfeits_for_good() -> None:
    script = lost_by_timeout()
    script.to_next_deal()
    script.reclaim()
    script.to_play()
    script.expire()
    script.forfeit()
    script.substitute()
    script.reclaim()
    script.to_end()
    script.refused("not this person's to reclaim")


def test_resigned_seat_is_not_reclaimed() -> None:
    script = Script(persons="NES")
    script.to_play()
    script.forfeit(reason="resigned")
    script.substitute()
    script.reclaim()
    script.to_end()
    script.refused("not this person's to reclaim")


def test_a_bot_neither_expires_nor_forfeits() -> None:
    for kind in ("turn_expired", "seat_forfeited"):
        script = Script()
        script.to_play("W")
        script.match.emit(kind, seat="W", reason="timeout")
        script.to_end()
        script.refused("no person sits there")


def test_extension_after_an_outage() -> None:
    script = Script()
    script.to_play()
    script.match.late_ms += 60_000
    script.match.emit("clock_extended", seat="N", deadline="2025-01-01T00:10:00Z", reason="outage")
    script.to_end()
    script.recheck()


def test_voided() -> None:
    script = Script()
    script.to_play()
    script.match.finish(None, "voided")
    assert script.recheck()["reason"] == "voided"
