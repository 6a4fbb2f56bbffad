"""Where in a finished match one choice was clearly best, and somebody misses it. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from games.bots import LEVELS
from games.bots.doubledummy import CannotSolve
from games.bots.source import RandomSource
from games.bots.stakes import trick_worth
from games.problems.alike import Choice, best_of, choices_of
from games.rules.commands import Action, NameTrump, PlayCard, action_of
from games.rules.events import DealStarted, Event, MatchCreated
from games.rules.state import MatchState
from games.rules.views import View, Viewer, view

# By how many points the best choice leads every other, in each of two samples of LAYOUTS layouts. Where
# tricks are counted a trick is about a point; where card points are, it is 120 / 13 of them.
LEAD: Final = 1.0
LAYOUTS: Final = 60
# A first look with few layouts leaves most moments out: those that lead by less than half in it.
FIRST_LAYOUTS: Final = 12
FIRST_LEAD: Final = LEAD / 2
# What nobody misses teaches beginners where much depends on it; one such a match. In the first tricks, where
# a look costs most, it is not even looked for.
STAKE: Final = 3.0
UNDISPUTED_FROM: Final = 3
# A guess is to solve one in three at best.
CHOICES: Final = 3
PER_MATCH: Final = 3
PER_DEAL: Final = 1
CALLS_PER_MATCH: Final = 1
LOOKED_AT: Final = 8
# Who is asked at the first look, since they answer at once; in the end every level is, this often.
QUICK_LEVELS: Final = ("easy", "medium")
ASKED: Final = 3

Kind = Literal["call", "trump", "card"]
Values = Mapping[Action, float]
# Makes a source of chance of a name, the same of the same name.
Chance = Callable[[str], RandomSource]
Log = Iterable[tuple[int, Event]]  # each with its seq


class Judge(Protocol):
    """Says what choices are worth: points of the deal, own side less the other. May raise CannotSolve."""

    def values(self, view: View, random: RandomSource, layouts: int) -> Values:
        """Of each legal action, over layouts that the seat could know of."""
        ...

    def second_values(self, view: View, random: RandomSource, layouts: int) -> Values:
        """The same, found independently of `values`."""
        ...

    def choice(self, level: str, view: View, random: RandomSource) -> Action:
        """What a bot does."""
        ...


@dataclass(frozen=True, slots=True)
class Moment:
    """A choice that a seat had: what it saw, and the event `seq` that says what it did."""

    seq: int
    deal_seq: int
    view: View
    chosen: Action

    @property
    def kind(self) -> Kind:
        match self.chosen:
            case PlayCard():
                return "card"
            case NameTrump():
                return "trump"
        return "call"


@dataclass(frozen=True, slots=True)
class Found:
    """A problem: what each legal action loses, nothing for the `best` ones, and which bots miss those."""

    moment: Moment
    best: Choice
    lost: Values
    missed_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Candidate:
    moment: Moment
    lead: float
    misses: int


def moments(log: Log) -> Iterator[Moment]:
    """Every time in a match that a seat had CHOICES or more."""
    entries = iter(log)
    _, created = next(entries)
    assert isinstance(created, MatchCreated)
    state = MatchState(created)
    deal_seq = 0
    for seq, event in entries:
        chosen = action_of(event)
        if isinstance(event, DealStarted):
            deal_seq = seq
        elif chosen is not None:
            seen = view(state, Viewer(chosen.seat, acts=True))
            if len(choices_of(seen)) >= CHOICES:
                yield Moment(seq, deal_seq, seen, chosen)
        state.apply(event)


def find(log: Log, judge: Judge, chance: Chance) -> list[Found]:
    """The problems of a match, at most PER_MATCH; the same chance finds the same."""
    looks = (_first_look(moment, judge, chance) for moment in moments(log))
    candidates = sorted((look for look in looks if look), key=_telling, reverse=True)
    found: list[Found] = []
    looked_at = 0
    for candidate in candidates:
        if len(found) == PER_MATCH or looked_at == LOOKED_AT:
            break
        if _is_welcome(candidate, found):
            looked_at += 1
            problem = _second_look(candidate.moment, judge, chance)
            found += [problem] if problem else []
    return found


def _telling(candidate: _Candidate) -> tuple[int, bool, float]:
    """Cards before calls, which a second look takes longest for."""
    return candidate.misses, candidate.moment.kind != "call", candidate.lead


def _is_welcome(candidate: _Candidate, found: Sequence[Found]) -> bool:
    deal = candidate.moment.deal_seq
    of_deal = sum(problem.moment.deal_seq == deal for problem in found)
    calls = sum(problem.moment.kind == "call" for problem in found)
    has_room = of_deal < PER_DEAL and (calls < CALLS_PER_MATCH or candidate.moment.kind != "call")
    return has_room and (candidate.misses > 0 or not found)


def _first_look(moment: Moment, judge: Judge, chance: Chance) -> _Candidate | None:
    seen, unit = moment.view, trick_worth(moment.view.ruleset)
    choices = choices_of(seen)
    answers = [judge.choice(level, seen, chance(f"{moment.seq} {level}")) for level in QUICK_LEVELS]
    answers.append(moment.chosen)
    disputed = not any(set(answers) <= set(choice) for choice in choices)
    if moment.kind == "card" and not disputed and len(seen.history) < UNDISPUTED_FROM:
        return None
    try:
        values = judge.values(seen, chance(f"{moment.seq} first"), FIRST_LAYOUTS)
    except CannotSolve:
        return None
    best = best_of(choices, values, unit)
    lead, misses = _lead(best, values) / unit, sum(answer not in best for answer in answers)
    return _Candidate(moment, lead, misses) if lead >= (FIRST_LEAD if misses else STAKE) else None


def _second_look(moment: Moment, judge: Judge, chance: Chance) -> Found | None:
    """The problem, if two independent samples agree and somebody misses it or much depends on it."""
    seen, unit = moment.view, trick_worth(moment.view.ruleset)
    try:
        one = judge.values(seen, chance(f"{moment.seq} one"), LAYOUTS)
        if _lead(best_of(choices_of(seen), one, unit), one) < LEAD * unit:
            return None
        other = judge.second_values(seen, chance(f"{moment.seq} other"), LAYOUTS)
        mean = {action: (one[action] + other[action]) / 2 for action in seen.legal}
        best = best_of(choices_of(seen), mean, unit)
        if min(_lead(best, one), _lead(best, other)) < LEAD * unit:
            return None
        missed_by = tuple(level for level in LEVELS if _misses(level, moment, best, judge, chance))
    except CannotSolve:
        return None
    is_missed = moment.chosen not in best or set(missed_by) & set(QUICK_LEVELS)
    if not is_missed and _lead(best, mean) < STAKE * unit:
        return None
    top = max(mean[action] for action in best)
    lost = {action: 0.0 if action in best else top - mean[action] for action in seen.legal}
    return Found(moment, best, lost, missed_by)


def _lead(best: Choice, values: Values) -> float:
    """By how much the worst of the best choices leads the best of the others; nothing where there is none."""
    others = [value for action, value in values.items() if action not in best]
    return min(values[action] for action in best) - max(others) if others else 0.0


def _misses(level: str, moment: Moment, best: Choice, judge: Judge, chance: Chance) -> bool:
    """Whether a bot of the level misses it more often than not."""
    tries = [
        judge.choice(level, moment.view, chance(f"{moment.seq} {level} {number}")) for number in range(ASKED)
    ]
    return sum(answer not in best for answer in tries) > ASKED / 2
