"""No bot peeks, and none cares which way round the table play goes."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import LEVELS, choose
from games.bots.doubledummy import Position, Solution, Table
from games.bots.knowledge import known, layout
from games.rules.cards import SUIT_MASK, SUIT_OF, Mask, cards_in
from games.rules.commands import Action, Bid, NameTrump, Pass, PlayCard
from games.rules.ruleset import PRESETS, RuleSet
from games.rules.seats import SEATS, Seat
from games.rules.state import FINISHED, MatchState
from games.rules.views import View, Viewer, view
from games.solver.process import SolverProcess
from tests.rules.wander import Walk

MIRRORED = (0, 3, 2, 1)


class Pretended:
    """Stands in for the solver, for speed: says of a card what only the position tells.

    It is fair to both directions and to nothing else, so that what strong bots make of it must be, too.
    """

    is_there = True

    def solve(self, positions: Sequence[Position], nodes: int | None = None) -> list[Solution]:
        return [self._tricks(position) for position in positions]

    def _tricks(self, position: Position) -> Solution:
        hand = position.hands[position.turn]
        led = hand & SUIT_MASK[SUIT_OF[position.trick[0]]] if position.trick else 0
        after = position.hands[(position.turn + position.step) & 3]
        partner = position.hands[(position.turn + 2) & 3]
        return {
            card: (7 * card + after % 1009 + partner % 31 * card) % (hand.bit_count() + 1)
            for card in cards_in(led or hand)
        }

    def table(self, hands: Sequence[Mask], step: int) -> Table:
        return [[7] * 5 for _ in SEATS]


@pytest.fixture(scope="module")
def solver() -> Iterator[SolverProcess]:
    process = SolverProcess(seconds=120.0, deadline=120.0)
    yield process
    process.close()


@st.composite
def moments(draw: st.DrawFn, least_tricks: int = 0) -> MatchState:
    """A match in which somebody has a choice, at random, in any preset."""
    walk = Walk(draw(st.sampled_from(list(PRESETS.values()))), draw(st.integers(0, 2**32)))
    patience = draw(st.integers(0, 130))
    for _ in walk.steps():
        patience -= 1
        if patience <= 0 and has_choice(walk.state) and len(walk.state.history) >= least_tricks:
            break
    while walk.state.phase == FINISHED:  # it ended before: the next one then
        walk = Walk(walk.state.ruleset, walk.random.getrandbits(32))
        for _ in walk.steps():
            if has_choice(walk.state) and len(walk.state.history) >= least_tricks:
                break
    return walk.state


def has_choice(state: MatchState) -> bool:
    return state.turn is not None and len(seen(state).legal) > 1


def seen(state: MatchState) -> View:
    assert state.turn is not None
    return view(state, Viewer(state.turn, acts=True))


def with_others_dealt_anew(state: MatchState, chance: random.Random) -> MatchState:
    """The same moment with other hidden hands, such as the play so far allows."""
    other = state.copy()
    hands = layout(known(seen(state)), chance) if state.trump is not None else any_deal(state, chance)
    other.held = [[*(hand >> 13 * suit & 0x1FFF for suit in range(4)), 0] for hand in hands]
    return other


def any_deal(state: MatchState, chance: random.Random) -> list[Mask]:
    hands = state.hands
    others = [seat for seat in SEATS if seat != state.turn]
    cards = [card for seat in others for card in cards_in(hands[seat])]
    chance.shuffle(cards)
    for place, seat in enumerate(others):
        hands[seat] = sum(1 << card for card in cards[13 * place : 13 * place + 13])
    return hands


@pytest.mark.parametrize("level", LEVELS)
@given(state=moments(), seed=st.integers(0, 2**16))
def test_equal_views_give_equal_choices_whatever_the_hidden_hands(
    level: str, state: MatchState, seed: int
) -> None:
    other = with_others_dealt_anew(state, random.Random(seed))
    assert seen(other) == seen(state)
    choice = choose(level, seen(state), random.Random(seed), Pretended())
    assert choose(level, seen(other), random.Random(seed), Pretended()) == choice


@settings(max_examples=10)
@given(state=moments(least_tricks=4), seed=st.integers(0, 2**16))
def test_so_it_is_with_the_solver(solver: SolverProcess, state: MatchState, seed: int) -> None:
    other = with_others_dealt_anew(state, random.Random(seed))
    choice = choose("strong", seen(state), random.Random(seed), solver)
    assert choose("strong", seen(other), random.Random(seed), solver) == choice


def mirrored_rules(rules: RuleSet) -> RuleSet:
    clockwise = rules.direction == "clockwise"
    return replace(rules, direction="counterclockwise" if clockwise else "clockwise")


def mirrored_action(action: Action) -> Action:
    seat = MIRRORED[action.seat]
    match action:
        case Bid():
            return Bid(seat, action.amount, action.no_trump)
        case Pass():
            return Pass(seat)
        case NameTrump():
            return NameTrump(seat, action.trump)
        case PlayCard():
            return PlayCard(seat, action.card)


def mirrored(given: View) -> View:
    """What the seat opposite the mirror sees: E and W change places, and play goes the other way."""

    def seat(of: Seat | None) -> Seat | None:
        return None if of is None else MIRRORED[of]

    return replace(
        given,
        seat=seat(given.seat),
        turn=seat(given.turn),
        ruleset=mirrored_rules(given.ruleset),
        players=tuple(given.players[MIRRORED[place]] for place in SEATS),
        dealer=MIRRORED[given.dealer],
        opener=MIRRORED[given.opener],
        calls=tuple(replace(call, seat=MIRRORED[call.seat]) for call in given.calls),
        contract=given.contract and (MIRRORED[given.contract[0]], *given.contract[1:]),
        hands=tuple(given.hands[MIRRORED[place]] for place in SEATS),
        counts=(given.counts[0], given.counts[3], given.counts[2], given.counts[1]),
        leader=MIRRORED[given.leader],
        history=tuple((MIRRORED[leader], cards, MIRRORED[winner]) for leader, cards, winner in given.history),
        legal=tuple(mirrored_action(action) for action in given.legal),
    )


@pytest.mark.parametrize("level", LEVELS)
@given(state=moments(), seed=st.integers(0, 2**16))
def test_the_other_way_round_choices_are_mirrored(level: str, state: MatchState, seed: int) -> None:
    choice = choose(level, seen(state), random.Random(seed), Pretended())
    reflected = choose(level, mirrored(seen(state)), random.Random(seed), Pretended())
    assert reflected == mirrored_action(choice)


@settings(max_examples=10)
@given(state=moments(least_tricks=4), seed=st.integers(0, 2**16))
def test_so_they_are_with_the_solver(solver: SolverProcess, state: MatchState, seed: int) -> None:
    choice = choose("strong", seen(state), random.Random(seed), solver)
    assert choose("strong", mirrored(seen(state)), random.Random(seed), solver) == mirrored_action(choice)
