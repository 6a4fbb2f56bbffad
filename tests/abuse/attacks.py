"""The list of attacks. Each is a function that tries something, and says what came of it or raises."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tests.abuse.target import Target

Check = Callable[[Target], str]


@dataclass(frozen=True)
class Attack:
    """`is_short`: quick enough for `make test`."""

    name: str
    tried: str
    check: Check
    is_short: bool


ATTACKS: list[Attack] = []


def attack(name: str, tried: str, *, short: bool = False) -> Callable[[Check], Check]:
    """Puts a function on the list."""

    def listed(check: Check) -> Check:
        ATTACKS.append(Attack(name, tried, check, short))
        return check

    return listed


@dataclass(frozen=True)
class Result:
    attack: Attack
    outcome: str
    stood: bool


def results(target: Target, chosen: Iterable[Attack]) -> Iterator[Result]:
    """One attack after the other, the failed ones too."""
    for each in chosen:
        try:
            yield Result(each, each.check(target), stood=True)
        except Exception as error:  # whatever goes wrong is a failed check, not the end of the run
            yield Result(each, f"{type(error).__name__}: {error}", stood=False)
