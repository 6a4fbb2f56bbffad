"""A solver, which these tests need."""

from collections.abc import Iterator

import pytest

from games.solver import dds
from games.solver.process import SolverProcess


@pytest.fixture(scope="session")
def solver() -> Iterator[SolverProcess]:
    if dds.library_path() is None:
        pytest.skip("there is no double-dummy solver for this machine")
    process = SolverProcess(seconds=120, deadline=240)
    yield process
    process.close()
