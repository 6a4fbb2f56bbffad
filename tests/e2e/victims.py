"""The processes of the server that this run started, and how to take them away."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
import psutil
import psycopg
import redis

WORKERS = ("clock-1", "turns-1", "turns-2", "default-1", "analysis-1")
PATIENCE_SECONDS = 60.0


def pids() -> dict[str, int]:
    """Name -> process id of everything that runs."""
    command = [sys.executable, "-m", "tarneeb_site.launcher", "processes"]
    found: dict[str, int] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


def strike(names: list[str], number: signal.Signals = signal.SIGKILL) -> dict[str, int]:
    """Send all of them a signal at once: who was hit."""
    running = pids()
    hit = {name: pid for name, pid in running.items() if name in names}
    for pid in hit.values():
        os.kill(pid, number)
    return hit


def strike_thinking_solver() -> None:
    """Kill a bot worker's solver while it is at work: as soon as there is one."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    workers = [psutil.Process(pid) for name, pid in pids().items() if name.startswith("turns")]
    while time.monotonic() < deadline:
        for solver in (child for worker in workers for child in worker.children()):
            with suppress(psutil.NoSuchProcess):
                if solver.status() == psutil.STATUS_RUNNING:
                    solver.kill()
                    return
        time.sleep(0.001)
    raise TimeoutError("no solver is at work")


def await_return(hit: dict[str, int]) -> None:
    """Until the process manager runs all of them again."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        running = pids()
        if all(running.get(name, pid) != pid for name, pid in hit.items()):
            return
        if time.monotonic() > deadline:
            raise TimeoutError(f"not back: {hit}, running: {running}")
        time.sleep(0.1)


def await_health(url: str) -> float:
    """When /health/ says 200."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{url}/health/", timeout=5).status_code == 200:
                return time.monotonic()
        except httpx.HTTPError:
            pass
        time.sleep(0.05)
    raise TimeoutError("/health/ does not get well")


def await_postgres() -> float:
    """When the database lets clients in."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            psycopg.connect(os.environ["DATABASE_URL"], connect_timeout=2).close()
            return time.monotonic()
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def flush_valkey() -> None:
    """Empty it, as soon as it answers."""
    address = urlsplit(os.environ["REDIS_URL"])
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            client = redis.Redis(
                host=address.hostname or "", port=address.port or 6379, password=address.password
            )
            client.flushall()
            return
        except redis.RedisError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
