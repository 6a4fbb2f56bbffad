"""The processes of the server that this run started, and how to take them away."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress

import httpx
import psutil
import psycopg
import redis

from tarneeb_site.launcher import addresses, paths, supervision

PATIENCE_SECONDS = 60.0


def pids() -> dict[str, int]:
    """Name -> process id of everything that runs."""
    return supervision.processes(paths.var_directory())


def address(name: str) -> str:
    """The URL of a server: DATABASE_URL, DATABASE_OWNER_URL, REDIS_URL."""
    return os.environ.get(name) or addresses.load(paths.var_directory())[name]


def web_address(pid: int) -> str:
    """The URL of one web process: before several stands a proxy, which would have another one answer."""
    command = psutil.Process(pid).cmdline()
    return f"http://127.0.0.1:{command[command.index('--port') + 1]}"


def strike(names: list[str], number: signal.Signals = signal.SIGKILL) -> dict[str, int]:
    """Send all of them a signal at once: who was hit."""
    running = pids()
    hit = {name: pid for name, pid in running.items() if name in names}
    for pid in hit.values():
        os.kill(pid, number)
    return hit


def thinking_bot() -> tuple[int, int]:
    """A worker in the midst of a bot's turn, and its solver, which is at work."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    workers = [psutil.Process(pid) for name, pid in pids().items() if name.startswith("turns")]
    while time.monotonic() < deadline:
        for worker in workers:
            with suppress(psutil.NoSuchProcess):
                for solver in worker.children():
                    if solver.status() == psutil.STATUS_RUNNING:
                        return worker.pid, solver.pid
        time.sleep(0.001)
    raise TimeoutError("no bot is at work")


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
            psycopg.connect(address("DATABASE_URL"), connect_timeout=2).close()
            return time.monotonic()
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def valkey() -> redis.Redis:
    """A client, once it answers."""
    client = redis.Redis.from_url(address("REDIS_URL"))
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            client.ping()
            return client
        except redis.RedisError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def product(*, runs: bool) -> None:
    """Stop web, workers and beat as an operator does, or start them; the servers of data run on."""
    manager = supervision.connect(paths.var_directory())
    change = manager.startProcessGroup if runs else manager.stopProcessGroup
    change("product", True)


def postgres(*, runs: bool) -> None:
    """Stop PostgreSQL as an operator does, or start it."""
    manager = supervision.connect(paths.var_directory())
    change = manager.startProcess if runs else manager.stopProcess
    change("postgres", True)
