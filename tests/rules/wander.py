"""Matches at random: legal rule sets, and commands of every kind until the match ends.

Modestly many of them in each run, a thousand a property with `HYPOTHESIS_PROFILE=thorough`.
"""

import os
import random
from collections.abc import Iterator
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from games.rules.commands import (
    Command,
    ExpireTurn,
    ExtendClock,
    Forfeit,
    Pass,
    ReclaimSeat,
    Sitting,
)
from games.rules.decide import create_match, decide, legal_actions
from games.rules.events import Clock, Event
from games.rules.fairdeal import FairDeals
from games.rules.ruleset import BID_RANGE, PRESETS, WORDS, RuleSet, parse_ruleset
from games.rules.seats import SEATS
from games.rules.state import AUCTION, FINISHED, MatchState

from .table import BOTS, PEOPLE

settings.register_profile("modest", max_examples=30, deadline=None)
settings.register_profile("thorough", max_examples=1000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "modest"))


@st.composite
def custom_rulesets(draw: st.DrawFn) -> RuleSet:
    """Any rule set that a casual table may play, with a target that is near."""
    fields: dict[str, Any] = {name: draw(st.sampled_from(words)) for name, words in WORDS.items()}
    low, high = BID_RANGE[fields["unit"]]
    fields["bids"] = sorted(draw(st.sets(st.integers(low, high), min_size=1, max_size=8)))
    fields["no_trump"] = draw(st.booleans())
    fields["forced_may_raise"] = fields["all_pass"] == "force_last" and draw(st.booleans())
    fields["target"] = draw(st.integers(10, 30 if fields["unit"] == "tricks" else 200))
    if fields["ending"] == "first":
        fields["defenders_when_made"] = "zero"
    if 13 not in fields["bids"]:
        fields |= {"slam_when": "any", "bid13": "none"}
    if fields["unit"] == "card_points":
        fields["slam"] = "none"
    if fields["slam"] != "16" or fields["defenders_when_set"] != "own":
        fields["slam_sides"] = "declarer"
    return parse_ruleset(fields)


def rulesets() -> st.SearchStrategy[RuleSet]:
    """The presets, and as often a custom one."""
    return st.sampled_from(list(PRESETS.values())) | custom_rulesets()


@st.composite
def walks(draw: st.DrawFn, troubles: bool = False) -> "Walk":
    """A match that has just started; `troubles` adds clocks, leaving and outages."""
    return Walk(
        draw(rulesets()), draw(st.integers(0, 2**32)), troubles, rated=troubles and draw(st.booleans())
    )


class Walk:
    """A match that plays itself: `log` is every event with its time, `state` what they make."""

    def __init__(self, ruleset: RuleSet, seed: int, troubles: bool = False, rated: bool = False) -> None:
        self.random = random.Random(seed)
        self.troubles = troubles
        self.idler = self.random.choice(SEATS)
        self.now_ms = 0
        self.client_seeds = [f"{self.random.getrandbits(16):x}" for _ in SEATS]
        self.deals = FairDeals(f"match-{seed}", self.random.randbytes(32))
        people = {0, *self.random.sample(SEATS, 4 if rated else self.random.randint(1, 4))}
        self.people = [PEOPLE[seat] if seat in people else BOTS[seat] for seat in SEATS]
        created, *events = create_match(
            ruleset,
            rated,
            self.random.choice([Clock(1, 0), Clock(10, 30), Clock(10, 30), None]) if troubles else None,
            "public",
            [Sitting(seat, self.people[seat], self.client_seeds[seat]) for seat in SEATS],
            self.deals.seed_hash,
            self.deals,
        )
        self.log: list[tuple[Event, int]] = [(created, 0)]
        self.state = MatchState(created)  # type: ignore[arg-type]
        self._take(tuple(events))

    def __repr__(self) -> str:
        return f"<match {self.deals.match_id}, {len(self.log)} events, {self.state.ruleset}>"

    def step(self) -> tuple[Event, ...]:
        """Do something legal; the events."""
        command = self._trouble() if self.troubles else None
        if command is None:
            self.now_ms += self.random.choice([0, 40, 900, 5000]) if self.troubles else 0
            command = self._action()
        events = decide(self.state, command, self.deals, self.now_ms)
        self._take(events)
        return events

    def steps(self) -> Iterator[tuple[Event, ...]]:
        """Step by step to the end."""
        while self.state.phase != FINISHED:
            yield self.step()

    def play_on(self) -> "Walk":
        """To the end."""
        for _ in self.steps():
            pass
        return self

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for event, _ in self.log)

    def _take(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.state.apply(event, self.now_ms)
        self.log += [(event, self.now_ms) for event in events]

    def _action(self) -> Any:
        """Mostly a pass or a low bid in the auction, or every match would bid itself to the top."""
        legal = legal_actions(self.state)
        if self.state.phase != AUCTION:
            return self.random.choice(legal)
        if isinstance(legal[0], Pass) and self.random.random() < 0.6:
            return legal[0]
        return legal[int(len(legal) * self.random.random() ** 4)]

    def _trouble(self) -> Command | None:
        """Now and then something other than an action: one seat idles, people leave and come back."""
        state, seat = self.state, self.random.choice(SEATS)
        if state.reclaimable and self._happens(0.05):
            seat = self.random.choice(state.reclaimable)
            lost = state.forfeited[seat]
            assert lost is not None
            return ReclaimSeat(seat, lost)
        if state.turn is not None and state.is_human(state.turn):
            if self._happens(0.1 if state.turn == self.idler else 0.002):
                self.now_ms = max(self.now_ms, state.deadline_ms or 0)
                return ExpireTurn(self._action())
            if state.deadline_ms is not None and self._happens(0.02):
                return ExtendClock(max(self.now_ms, state.deadline_ms) + 60_000)
        if state.is_human(seat) and self._happens(0.003):
            return Forfeit(seat, self.random.choice(["resigned", "left"]))
        return None

    def _happens(self, chance: float) -> bool:
        return self.random.random() < chance
