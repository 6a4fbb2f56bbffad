"""Two hundred people press "play ranked" at once: half at sockets, half over HTTP alone.

`python -m tests.e2e.rush [--people 200]` inside `exec --serve`. Everyone is told of their match, which seats
four of them and nobody else.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.asyncio.client import connect

from .crew import Person, register

RULESET = "levant-41"
PATIENCE_SECONDS = 60.0
POLL_SECONDS = 1.0


@dataclass(frozen=True)
class Told:
    """What one person learned, and how many seconds after they asked."""

    person: Person
    match: str
    after: float


async def by_socket(url: str, person: Person, ready: asyncio.Barrier, http: httpx.AsyncClient) -> Told:
    """Seeks with the lobby open, and hears `paired`."""
    address = url.replace("http", "ws", 1).rstrip("/") + "/ws/v1/lobby/"
    headers = {"Authorization": person.client.http.headers["Authorization"]}
    async with connect(address, additional_headers=headers, compression=None) as socket:
        assert json.loads(await socket.recv())["type"] == "tables"
        await ready.wait()
        began = time.monotonic()
        await seek(person, http)
        while True:
            frame = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE_SECONDS))
            if frame["type"] == "paired":
                return Told(person, frame["match"], time.monotonic() - began)


async def by_polling(person: Person, ready: asyncio.Barrier, http: httpx.AsyncClient) -> Told:
    """Seeks, and asks each second how it stands."""
    await ready.wait()
    began = time.monotonic()
    id_ = await seek(person, http)
    while time.monotonic() - began < PATIENCE_SECONDS:
        body = await call(person, http, "GET", f"seeks/{id_}/")
        if body["status"] == "matched":
            return Told(person, body["match"], time.monotonic() - began)
        assert body["status"] == "waiting", body
        await asyncio.sleep(POLL_SECONDS)
    raise AssertionError(f"{person.name} was never answered")


async def seek(person: Person, http: httpx.AsyncClient) -> str:
    body = {"rulesets": [RULESET], "rated": True}
    return str((await call(person, http, "POST", "seeks/", json=body))["id"])


async def call(person: Person, http: httpx.AsyncClient, method: str, path: str, **more: Any) -> Any:
    headers = {"Authorization": person.client.http.headers["Authorization"]}
    reply = await http.request(method, path, headers=headers, **more)
    assert reply.is_success, (reply.status_code, reply.text)
    return reply.json()


async def rush(url: str, people: list[Person]) -> list[Told]:
    """All at once."""
    ready = asyncio.Barrier(len(people))
    limits = httpx.Limits(max_connections=len(people), keepalive_expiry=3)
    async with httpx.AsyncClient(base_url=url.rstrip("/") + "/api/v1/", timeout=30, limits=limits) as http:
        waiting = [
            by_polling(person, ready, http) if place % 2 else by_socket(url, person, ready, http)
            for place, person in enumerate(people)
        ]
        return await asyncio.gather(*waiting)


def check(told: list[Told]) -> None:
    """Nobody in two matches, nobody alone, and each match has exactly those who were told of it."""
    by_match: dict[str, set[str]] = {}
    for each in told:
        by_match.setdefault(each.match, set()).add(each.person.name)
    assert Counter(map(len, by_match.values())) == {4: len(told) // 4}, by_match
    for match, names in by_match.items():
        detail = told[0].person.client.detail(match).ok()
        assert detail["state"]["rated"] and detail["status"] == "live", detail
        assert {seat["player"]["name"] for seat in detail["state"]["seats"].values()} == names
    for each in told:
        playing = each.person.client.call("GET", "account/playing/").ok()
        assert [row["id"] for row in playing["matches"]] == [each.match], playing
        assert playing["seeks"] == []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=200)
    number = parser.parse_args().people
    url = os.environ["TARNEEB_URL"]
    with ThreadPoolExecutor(8) as pool:
        people = list(pool.map(lambda _: register(url), range(number)))
    told = asyncio.run(rush(url, people))
    check(told)
    taken = sorted(each.after for each in told)
    print(
        f"{number} people, {len({each.match for each in told})} matches; answered after "
        f"{taken[0]:.1f} to {taken[-1]:.1f} s, median {taken[number // 2]:.1f}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
