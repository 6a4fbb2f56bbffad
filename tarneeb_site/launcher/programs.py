"""What the process manager runs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Program:
    """One process. A lower priority starts earlier and stops later."""

    name: str
    command: Sequence[str]
    directory: Path
    priority: int
    user: int | None = None
    stop_signal: str = "TERM"
    stop_seconds: int = 15
    environment: Mapping[str, str] = field(default_factory=dict)  # besides everybody's


@dataclass(frozen=True, slots=True)
class Server:
    """A program with the addresses under which it is reached, and a question whether it answers yet."""

    program: Program
    urls: Mapping[str, str]
    answers: Callable[[], bool]
