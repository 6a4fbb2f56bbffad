"""A deal judged: what each call and card lost, for the mistake it was and with all hands open.

`lost` is worked out from the seat's view and nothing else. The real hands are looked at only for what is
told as such: `lost_open`, `expected`, the table and the best contract.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from games import wire
from games.analysis import contracts, deals
from games.analysis.contracts import OpenContract
from games.analysis.deals import Choice, LoggedDeal
from games.analysis.mistakes import mistake
from games.bots.doubledummy import Solver, Table
from games.bots.judging import open_values
from games.bots.source import RandomSource
from games.bots.valuing import call_values
from games.codec import by_seat, by_side
from games.contract.analysis import AnalysedDeal, BestContract, JudgedCall, JudgedCard, TricksByTrump
from games.rules.cards import CARD_NAMES, TRUMPS, Card, mask_of
from games.rules.commands import Action, PlayCard
from games.rules.seats import NS, SEAT_NAMES, Seat, side_of

Key = TypeVar("Key")

# Of the method. What an older one has made is shown until somebody asks for the match again.
VERSION: Final = 1
# Looked at for a card of the first two tricks: chosen so that a match of 15 deals keeps within a minute of a
# core (benchmarks/analysis.py).
LAYOUTS: Final = 4
# How many times as many by complete tricks: the first cost most by far, all from the fifth on a tenth.
MORE: Final = (1, 1, 2, 2, 4)
DIGITS: Final = 2


class JudgedDeal(NamedTuple):
    """The deal as the contract has it, and of how many of its cards each seat had a choice."""

    body: AnalysedDeal
    choices: Sequence[int]


def judge_deal(deal: LoggedDeal, random: RandomSource, solver: Solver, layouts: int = LAYOUTS) -> JudgedDeal:
    """Raises CannotSolve. The same `random` gives the same."""
    started, rules = deal.started, deal.ruleset
    table = solver.table([mask_of(hand) for hand in started.hands], rules.step)
    calls: list[JudgedCall] = []
    cards: list[JudgedCard] = []
    chosen = [0, 0, 0, 0]
    for choice in deals.choices(deal):
        if isinstance(choice.action, PlayCard):
            expected = cards[-1]["expected"] if cards else 0.0
            cards.append(_card(choice, choice.action.card, expected, random, solver, layouts))
            chosen[choice.seat] += not choice.is_forced
        else:
            calls.append(_call(choice))
    body: AnalysedDeal = {
        "deal": started.deal,
        "seq": deal.seq,
        "table": by_seat([_tricks(table, seat) for seat in range(4)]),
        "best": _best(contracts.best_contract(rules, started.opener, table)),
        "calls": calls,
        "cards": cards,
    }
    return JudgedDeal(body, chosen)


def _card(
    choice: Choice, card: Card, expected: float, random: RandomSource, solver: Solver, layouts: int
) -> JudgedCard:
    """`expected` is NS's before it: a card that is the only one loses nothing and changes nothing."""
    lost = lost_open = 0.0
    better = None
    if not choice.is_forced:
        many = layouts * MORE[min(len(choice.view.history), len(MORE) - 1)]
        lost, better = mistake(card, choice.view, random, solver, many)
        opened = open_values(choice.view, choice.hands, solver)
        lost_open = _lost(opened, card)
        expected = round(opened[card] if side_of(choice.seat) == NS else -opened[card], DIGITS)
    return {
        "seq": choice.seq,
        "seat": SEAT_NAMES[choice.seat],
        "card": CARD_NAMES[card],
        "lost": round(lost, DIGITS),
        "lost_open": lost_open,
        "better": None if better is None else CARD_NAMES[better],
        "expected": expected,
    }


def _call(choice: Choice) -> JudgedCall:
    lost = 0.0
    better: Action | None = None
    if not choice.is_forced:
        values = call_values(choice.view)
        lost = _lost(values, choice.action)
        better = max(values, key=lambda other: values[other]) if lost else None
    return {
        "seq": choice.seq,
        "seat": SEAT_NAMES[choice.seat],
        "action": wire.action_body(choice.action),
        "lost": lost,
        "better": None if better is None else wire.action_body(better),
    }


def _lost(values: Mapping[Key, float], chosen: Key) -> float:
    return round(max(values.values()) - values[chosen], DIGITS)


def _tricks(table: Table, declarer: Seat) -> TricksByTrump:
    return {name: table[declarer][trump] for trump, name in enumerate(TRUMPS)}


def _best(contract: OpenContract | None) -> BestContract | None:
    return contract and {
        "declarer": SEAT_NAMES[contract.declarer],
        "amount": contract.amount,
        "trump": TRUMPS[contract.trump],
        "tricks": contract.tricks,
        "points": by_side(contract.points),
    }
