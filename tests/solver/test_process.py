"""The solver's child: what becomes of a question when it dies, hangs or is asked by two at once."""

import os
import resource
import signal
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from games.bots.doubledummy import CannotSolve, Position, Solution
from games.rules.seats import N
from games.solver import child
from games.solver.process import SolverProcess

# One trick left: N leads an ace. Two left: N has SA and H2, E has SK and HA.
LAST = Position(0, 1, N, (1 << 0, 1 << 13, 1 << 26, 1 << 39))
TWO = Position(0, 1, N, (1 << 0 | 1 << 25, 1 << 1 | 1 << 13, 1 << 26 | 1 << 27, 1 << 39 | 1 << 40))
PATIENCE = 60.0


@pytest.fixture
def solver() -> Iterator[SolverProcess]:
    """A solver that has been asked and answered."""
    process = SolverProcess(seconds=PATIENCE, deadline=PATIENCE)
    assert process.solve([LAST]) == [{0: 1}]
    yield process
    process.close()


def pid_of(solver: SolverProcess) -> int:
    assert solver.pid is not None
    return solver.pid


class Asking(threading.Thread):
    """Asks in a thread of its own; `outcome` is the answer or what was raised."""

    def __init__(self, ask: Callable[[], list[Solution]]) -> None:
        super().__init__(daemon=True)
        self.ask = ask
        self.outcome: list[Solution] | Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self.outcome = self.ask()
        except CannotSolve as refusal:
            self.outcome = refusal


def test_a_child_killed_in_the_middle_of_a_question_ends_it_and_the_next_is_answered(
    solver: SolverProcess,
) -> None:
    pid = pid_of(solver)
    os.kill(pid, signal.SIGSTOP)  # so that it is certainly still at it
    asking = Asking(lambda: solver.solve([TWO]))
    asking.join(0.2)
    assert asking.is_alive()
    killed = time.monotonic()
    os.kill(pid, signal.SIGKILL)
    asking.join(PATIENCE)
    assert isinstance(asking.outcome, CannotSolve)
    assert time.monotonic() - killed < PATIENCE / 4
    assert solver.solve([TWO]) == [{0: 1, 25: 1}]
    assert pid_of(solver) != pid


def test_a_child_that_died_between_questions_is_replaced(solver: SolverProcess) -> None:
    pid = pid_of(solver)
    os.kill(pid, signal.SIGKILL)
    while solver.pid is not None:
        time.sleep(0.01)
    assert solver.solve([LAST]) == [{0: 1}]
    assert pid_of(solver) != pid


def test_a_child_that_does_not_answer_is_killed_at_the_deadline() -> None:
    solver = SolverProcess(seconds=0.1, deadline=0.3)
    try:
        solver.solve([LAST])
        pid = pid_of(solver)
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(CannotSolve):
            solver.solve([TWO])
        assert solver.pid is None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        assert solver.solve([LAST]) == [{0: 1}]
    finally:
        solver.close()


def test_what_was_found_before_the_deadline_is_the_answer(solver: SolverProcess) -> None:
    """The child dies between two positions of one question: the first has been answered."""
    answers = solver._solutions

    def first_then_death(count: int, until: float) -> list[Solution]:
        first = answers(1, until)
        os.kill(pid_of(solver), signal.SIGKILL)
        solver._child.wait()  # type: ignore[union-attr]
        return first + answers(count - 1, until)

    solver._solutions = first_then_death  # type: ignore[method-assign]
    solutions = solver.solve([LAST] * 50_000)
    assert solutions[0] == {0: 1} and len(solutions) < 50_000


def test_a_table_is_given_up_as_a_solution_is(solver: SolverProcess) -> None:
    os.kill(pid_of(solver), signal.SIGSTOP)
    threading.Timer(0.2, os.kill, (pid_of(solver), signal.SIGKILL)).start()
    with pytest.raises(CannotSolve):
        solver.table([0x1FFF << 13 * suit for suit in range(4)], 1)
    table = solver.table([0x1FFF << 13 * suit for suit in range(4)], 1)
    # Each holds one suit: with one's own as trump one takes all, at no trump the leader does.
    assert [row[seat] for seat, row in enumerate(table)] == [13, 13, 13, 13]
    assert [row[4] for row in table] == [13, 13, 13, 13]


def test_its_memory_is_limited(solver: SolverProcess) -> None:
    limits = resource.prlimit(pid_of(solver), resource.RLIMIT_AS)
    assert limits == (child.ADDRESS_SPACE, child.ADDRESS_SPACE)


def test_two_who_ask_at_once_are_answered_one_after_the_other(solver: SolverProcess) -> None:
    os.kill(pid_of(solver), signal.SIGSTOP)
    both = [Asking(lambda: solver.solve([LAST] * 40)), Asking(lambda: solver.solve([TWO] * 60))]
    both[0].join(0.2)
    assert solver._alone.locked() and all(asking.is_alive() for asking in both)
    os.kill(pid_of(solver), signal.SIGCONT)
    for asking in both:
        asking.join(PATIENCE)
    assert both[0].outcome == [{0: 1}] * 40
    assert both[1].outcome == [{0: 1, 25: 1}] * 60


def test_it_closes_and_starts_again(solver: SolverProcess) -> None:
    pid = pid_of(solver)
    solver.close()
    assert solver.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert solver.solve([LAST]) == [{0: 1}]
