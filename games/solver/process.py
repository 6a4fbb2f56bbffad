"""A solver in a child process: started when asked, killed at its deadline, started anew when asked again."""

import os
import select
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from games.bots.doubledummy import CannotSolve, Position, Solution, Table
from games.rules.cards import Mask
from games.solver import dds, wire
from tarneeb_site import meters

CHECKOUT = Path(__file__).resolve().parents[2]
# A new child needs this long to begin with; a busy machine makes it longer.
START_SECONDS = 3.0
# The table of a deal takes up to a second where a card takes a tenth of that.
TABLE_SECONDS = 5.0
UNLIMITED = (1 << 63) - 1


class SolverProcess:
    """A `Solver` (games/bots/doubledummy.py). One question at a time, whoever asks.

    It starts no further position after `seconds`, and is killed at `deadline`: then what it has
    found until then is the answer.
    """

    def __init__(self, seconds: float = 0.45, deadline: float = 0.9) -> None:
        self._seconds, self._deadline = seconds, deadline
        self._child: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._alone = threading.Lock()

    @property
    def is_there(self) -> bool:
        return dds.library_path() is not None

    def solve(self, positions: Sequence[Position], nodes: int | None = None) -> list[Solution]:
        most = UNLIMITED if nodes is None else nodes
        header = wire.REQUEST.pack(wire.BOARDS, len(positions), most, self._seconds)
        with self._alone:
            until = self._ask(header + b"".join(map(wire.pack_position, positions)), self._deadline)
            solutions = self._solutions(len(positions), until)
        if not solutions:
            raise _unanswered()
        return solutions

    def _solutions(self, count: int, until: float) -> list[Solution]:
        solutions: list[Solution] = []
        while len(solutions) < count:
            fields = self._answer(wire.ANSWER, until)
            if fields is None or fields[0] == wire.ENOUGH:
                break
            if fields[0] != wire.SUCCESS:
                self.close()
                break
            solutions.append(wire.read_solution(fields))
        return solutions

    def table(self, hands: Sequence[Mask], step: int) -> Table:
        request = wire.REQUEST.pack(wire.TABLE, 1, 0, 0.0) + wire.pack_hands(hands, step)
        with self._alone:
            fields = self._answer(wire.TRICKS, self._ask(request, max(self._deadline, TABLE_SECONDS)))
            if fields is None or fields[0] != wire.SUCCESS:
                self.close()
                raise _unanswered()
        return wire.read_table(fields, step)

    @property
    def pid(self) -> int | None:
        """The child's process id while it lives."""
        return self._child.pid if self._child and self._child.poll() is None else None

    def close(self) -> None:
        """Kill the child; the next question starts another."""
        if self._child is not None:
            if self._owner == os.getpid():
                self._child.kill()
                self._child.wait()
            for pipe in (self._child.stdin, self._child.stdout):
                if pipe is not None:
                    pipe.close()
        self._child = None

    def _ask(self, request: bytes, seconds: float) -> float:
        """Send a request; when its answer is due."""
        if self._child is not None and (self._child.poll() is not None or self._owner != os.getpid()):
            self.close()
        starts = self._child is None
        child = self._child or self._start()
        assert child.stdin is not None
        try:
            child.stdin.write(request)
        except OSError:  # it has died since
            self.close()
            raise _unanswered() from None
        return time.monotonic() + seconds + (START_SECONDS if starts else 0.0)

    def _start(self) -> subprocess.Popen[bytes]:
        if dds.library_path() is None:
            raise _unanswered()
        command = [sys.executable, "-m", "games.solver.child"]
        self._child = subprocess.Popen(
            command, cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self._owner = os.getpid()
        return self._child

    def _answer(self, layout: struct.Struct, until: float) -> tuple[int, ...] | None:
        """The next answer; None where it does not come in time, and then the child is killed."""
        child = self._child
        if child is None or child.stdout is None:
            return None
        answer = b""
        while len(answer) < layout.size:
            left = until - time.monotonic()
            ready, _, _ = select.select([child.stdout], [], [], max(0.0, left))
            part = os.read(child.stdout.fileno(), layout.size - len(answer)) if ready else b""
            if not part:
                self.close()
                return None
            answer += part
        return layout.unpack(answer)


def _unanswered() -> CannotSolve:
    """Whoever asked goes on by rule, and it is counted."""
    meters.SOLVER_FALLBACKS.inc()
    return CannotSolve()
