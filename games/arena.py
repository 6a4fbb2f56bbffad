"""Duplicate deals: the same cards played twice, with the two kinds of players in each other's seats.

What luck deals one side it deals the other too, so that few deals tell much.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import sqrt
from random import Random
from statistics import mean, stdev
from time import perf_counter
from typing import Any, NamedTuple

from rich.table import Table

from games import bots
from games.rules.commands import Action, Sitting
from games.rules.decide import create_match, decide
from games.rules.events import DealPassedOut, DealScored, Hands, MatchCreated, Pair, Player
from games.rules.ruleset import PRESETS, RuleSet
from games.rules.seats import SEATS, SIDES, Seat, side_of
from games.rules.state import MatchState
from games.rules.views import View, Viewer, view
from games.solver.process import SolverProcess

Chooser = Callable[[View], Action]
_PLAYERS = tuple(Player("bot", f"bot:{seat}") for seat in SEATS)
_ACTING = tuple(Viewer(seat, acts=True) for seat in SEATS)


@dataclass(frozen=True, slots=True)
class OneDeal:
    """The cards of a deal and its dealer, as `decide` asks for them."""

    cards: Hands
    dealer: Seat
    server_seed: str = "0" * 64

    def first_dealer(self, client_seeds: Sequence[str]) -> Seat:
        return self.dealer

    def hands(self, deal: int, client_seeds: Sequence[str], ruleset: RuleSet, opener: Seat) -> Hands:
        return self.cards


def drawn(random: Random) -> OneDeal:
    """A deal by chance."""
    deck = random.sample(range(52), 52)
    north, east, south, west = (tuple(sorted(deck[13 * seat : 13 * seat + 13])) for seat in SEATS)
    return OneDeal((north, east, south, west), random.randrange(4))


def start(rules: RuleSet, deal: OneDeal) -> MatchState:
    """A match of four bots whose first deal is this one."""
    sittings = [Sitting(seat, _PLAYERS[seat]) for seat in SEATS]
    created, *events = create_match(rules, False, None, "public", sittings, "0" * 64, deal)
    assert isinstance(created, MatchCreated)
    state = MatchState(created)
    for event in events:
        state.apply(event)
    return state


def play(state: MatchState, deal: OneDeal, choosers: Sequence[Chooser]) -> DealScored | None:
    """Play the deal to its end, each seat by its chooser; None where all passed."""
    while True:
        assert state.turn is not None
        action = choosers[state.turn](view(state, _ACTING[state.turn]))
        for event in decide(state, action, deal):
            if type(event) is DealScored:
                return event
            if type(event) is DealPassedOut:
                return None
            state.apply(event)


def points_of(result: DealScored | None) -> Pair:
    return result.points if result is not None else (0, 0)


class Bout(NamedTuple):
    """Who plays whom, by which rules; deal n of a bout is always the same."""

    a: str
    b: str
    preset: str
    seed: int


@dataclass(frozen=True, slots=True)
class Record:
    """A duplicate deal: A's points less B's, as NS and as EW; its contracts; how long each level thought."""

    number: int
    points: tuple[int, int]
    contracts: list[tuple[str, int, bool]]
    thought_ms: dict[str, list[float]]

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Record":
        contracts = [(level, amount, made) for level, amount, made in data["contracts"]]
        return cls(data["number"], (data["points"][0], data["points"][1]), contracts, data["thought_ms"])

    @property
    def difference(self) -> float:
        """What A gains on B a deal: the mean of both ways to sit."""
        return sum(self.points) / 2


@cache
def solver() -> SolverProcess:
    """This process's own; patient, so that a busy machine does not change how bots play."""
    return SolverProcess(seconds=20, deadline=30)


def play_bout(bout: Bout, number: int) -> Record:
    """Play deal `number` of a bout twice."""
    deal = drawn(Random(f"{bout.seed}:{number}"))
    points: list[int] = []
    contracts: list[tuple[str, int, bool]] = []
    thought: dict[str, list[float]] = {bout.a: [], bout.b: []}
    for ours in SIDES:
        chance = Random(f"{bout.seed}:{number}:{ours}")
        levels = [bout.a if side_of(seat) == ours else bout.b for seat in SEATS]
        choosers = [_timed(level, chance, thought[level]) for level in levels]
        result = play(start(PRESETS[bout.preset], deal), deal, choosers)
        scored = points_of(result)
        points.append(scored[ours] - scored[1 - ours])
        if result is not None:
            contracts.append((levels[result.declarer], result.amount, result.made))
    return Record(number, (points[0], points[1]), contracts, thought)


def _timed(level: str, chance: Random, thought_ms: list[float]) -> Chooser:
    def choose(seen: View) -> Action:
        began = perf_counter()
        action = bots.choose(level, seen, chance, solver())
        if len(seen.legal) > 1:
            thought_ms.append(round(1000 * (perf_counter() - began), 2))
        return action

    return choose


def summary(bout: Bout, records: Sequence[Record]) -> Table:
    """What a bout has shown."""
    levels = (bout.a, bout.b)
    gain, error = ahead(records)
    table = Table("", *levels, title=f"{bout.preset}, {len(records)} duplicate deals, seed {bout.seed}")
    table.add_row("points a deal ahead", f"{gain:+.2f} ± {error:.2f}", f"{gain / error:+.1f} errors")
    for label, kept in (("contracts made", True), ("contracts set", False)):
        table.add_row(label, *(str(_contracts(records, level, kept)) for level in levels))
    passed = 2 * len(records) - sum(len(record.contracts) for record in records)
    table.add_row("deals passed out", str(passed), "")
    for label, share in (("median ms a decision", 0.5), ("99 of 100 within ms", 0.99), ("longest ms", 1.0)):
        table.add_row(label, *(f"{_thought(records, level, share):.1f}" for level in levels))
    return table


def ahead(records: Sequence[Record]) -> tuple[float, float]:
    """What A gains on B a deal, and its standard error."""
    gains = [record.difference for record in records]
    return mean(gains), stdev(gains) / sqrt(len(gains))


def _thought(records: Sequence[Record], level: str, share: float) -> float:
    """How many milliseconds a share of a level's decisions did not exceed."""
    times = sorted(time for record in records for time in record.thought_ms[level])
    return times[min(len(times) - 1, int(share * len(times)))]


def _contracts(records: Sequence[Record], level: str, made: bool) -> int:
    return sum(kind == level and kept == made for record in records for kind, _, kept in record.contracts)
