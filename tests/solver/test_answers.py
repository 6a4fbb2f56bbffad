"""The solver's counts: against brute force, against its own table, and what it is never asked."""

import random
from collections.abc import Iterator

import pytest

from games.bots.doubledummy import CannotSolve, NoSolver, Position, tricks_of
from games.rules.cards import NO_TRUMP, SUIT_OF, Card, cards_in, mask_of
from games.rules.seats import EW, NS, SEATS, N
from games.solver.process import SolverProcess
from tests.solver import bruteforce

ENDINGS = 500
CARDS_LEFT = 5


@pytest.fixture(scope="module")
def solver() -> Iterator[SolverProcess]:
    process = SolverProcess(seconds=600.0, deadline=600.0)
    yield process
    process.close()


def ending(chance: random.Random, trump: int, step: int, played: int) -> Position:
    """Hands of five cards; `played` of them lie on the table already."""
    deck = chance.sample(range(52), 4 * CARDS_LEFT)
    hands = [mask_of(deck[CARDS_LEFT * seat :][:CARDS_LEFT]) for seat in SEATS]
    leader = chance.choice(SEATS)
    trick: tuple[Card, ...] = ()
    for place in range(played):
        seat = (leader + step * place) & 3
        card = chance.choice(bruteforce.playable(hands[seat], trick))
        hands[seat] &= ~(1 << card)
        trick = (*trick, card)
    return Position(trump, step, leader, (hands[0], hands[1], hands[2], hands[3]), trick)


def test_every_card_of_500_endings_counts_as_brute_force_says(solver: SolverProcess) -> None:
    chance = random.Random(8)
    positions = [
        ending(chance, trump=number % 5, step=1 if number % 2 else 3, played=number // 10 % 4)
        for number in range(ENDINGS)
    ]
    solutions = solver.solve(positions)
    assert len(solutions) == ENDINGS
    for position, solution in zip(positions, solutions, strict=True):
        assert solution == bruteforce.solve(position), position


def whole_deal(seed: int) -> tuple[int, int, int, int]:
    deck = random.Random(seed).sample(range(52), 52)
    north, east, south, west = (mask_of(deck[13 * seat :][:13]) for seat in SEATS)
    return north, east, south, west


@pytest.mark.parametrize("step", [1, 3])
def test_a_deals_table_is_what_each_declarers_lead_comes_to(solver: SolverProcess, step: int) -> None:
    hands = whole_deal(seed=step)
    table = solver.table(hands, step)
    # Each trump with N, and a trump of their own with the others: more would take long.
    contracts = [(N, trump) for trump in range(NO_TRUMP + 1)] + [(1, 2), (2, NO_TRUMP), (3, 0)]
    leads = solver.solve([Position(trump, step, declarer, hands) for declarer, trump in contracts])
    assert [table[declarer][trump] for declarer, trump in contracts] == [max(lead.values()) for lead in leads]


def test_it_stops_after_so_many_nodes_but_answers_one(solver: SolverProcess) -> None:
    position = ending(random.Random(4), trump=0, step=1, played=0)
    assert len(solver.solve([position] * 3, nodes=1)) == 1
    assert len(solver.solve([position] * 3)) == 3


def test_a_solution_can_be_told_for_either_side() -> None:
    assert tricks_of(NS, N, {3: 4, 5: 1}, 5) == {3: 4, 5: 1}
    assert tricks_of(EW, N, {3: 4, 5: 1}, 5) == {3: 1, 5: 4}


def test_without_a_solver_nothing_is_solved() -> None:
    with pytest.raises(CannotSolve):
        NoSolver().solve([])
    with pytest.raises(CannotSolve):
        NoSolver().table([], 1)


ONE_EACH = (1 << 0, 1 << 13, 1 << 26, 1 << 39)


@pytest.mark.parametrize(
    ("hands", "leader", "trick", "trump", "step"),
    [
        ((1 << 0, 1 << 0, 1 << 26, 1 << 39), N, (), 0, 1),  # one card in two hands
        (ONE_EACH, N, (0,), 0, 1),  # the leader still holds the card it led
        ((0, 1 << 13, 1 << 26, 1 << 39), N, (13,), 0, 1),  # another's card on the table
        ((1 << 0, 0, 1 << 26, 1 << 39), N, (), 0, 1),  # a hand too short
        ((3, 1 << 13, 1 << 26, 1 << 39), N, (), 0, 1),  # a hand too long
        ((1, 1 << 13, 1 << 26, 0), N, (39,), 0, 1),  # W has played before its turn
        ((0, 0, 0, 0), N, (), 0, 1),  # nothing left
        ((0, 0, 0, 0), N, (0, 13, 26, 39), 0, 1),  # a trick that is complete
        ((1 << 52, 1 << 13, 1 << 26, 1 << 39), N, (), 0, 1),  # no such card
        (ONE_EACH, N, (), 5, 1),  # no such trump
        (ONE_EACH, N, (), -1, 1),
        (ONE_EACH, N, (), 0, 2),  # no such direction
        (ONE_EACH, N, (), 0, 0),
    ],
)
def test_what_cannot_be_never_reaches_the_library(
    hands: tuple[int, int, int, int], leader: int, trick: tuple[int, ...], trump: int, step: int
) -> None:
    with pytest.raises(ValueError, match="not a"):
        Position(trump, step, leader, hands, trick)


def test_a_position_knows_whose_turn_it_is() -> None:
    position = Position(NO_TRUMP, 3, N, (0, 1 << 13, 1 << 26, 1 << 39), (0,))
    assert position.turn == 3


def test_brute_force_itself_follows_suit_and_counts() -> None:
    # N: SA HA; E: SK H2; S: S2 H3; W: S3 H4, no trump: N takes both.
    hands = (mask_of((0, 13)), mask_of((1, 25)), mask_of((12, 24)), mask_of((11, 23)))
    position = Position(NO_TRUMP, 1, N, hands)
    assert bruteforce.solve(position) == {0: 2, 13: 2}
    assert [SUIT_OF[card] for card in bruteforce.playable(hands[1], (0,))] == [0]
    assert bruteforce.playable(hands[1], (40,)) == cards_in(hands[1])
