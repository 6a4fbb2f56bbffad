"""A web process dies at a commit: before PostgreSQL hears of it, or before anybody hears the answer."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Literal
from urllib.parse import urlsplit

import httpx
import psycopg

from tests.e2e import victims
from tests.e2e.client import Client
from tests.e2e.verdict import is_action
from tests.faults.postgres import READY, Statements
from tests.faults.proxy import Line, proxy
from tests.faults.scene import Outcome, Play, Scene
from tests.faults.webs import Web, start_web

When = Literal["before", "after"]
MOMENTS: tuple[When, ...] = ("before", "after")


class Trap:
    """Between a web process and PostgreSQL: set, it kills the process at its next append."""

    def __init__(self) -> None:
        self.when: When | None = None
        self.web: Web | None = None
        self.sprung = asyncio.Event()

    def set(self, when: When) -> None:
        self.when = when
        self.sprung.clear()

    def line(self) -> Line:
        statements, is_waiting = Statements(), False

        async def to_server(data: bytes) -> bytes:
            nonlocal is_waiting
            if not statements.append(data) or self.when is None:
                return data
            is_waiting, self.when, when = self.when == "after", None, self.when
            return data if when == "after" else self._spring()

        async def to_client(data: bytes) -> bytes:
            if not is_waiting:
                return data
            return self._spring() if data.endswith(READY) else b""

        return Line(to_server, to_client)

    def _spring(self) -> bytes:
        assert self.web is not None
        self.web.kill()
        self.sprung.set()
        return b""


async def web_at_commit(scene: Scene) -> Outcome:
    """At sockets and by request; who was not answered repeats it under the same key at the next process."""
    outcome = Outcome("web killed before, after commit", "stored or not as it must be; repeated: once")
    database, trap = urlsplit(victims.address("DATABASE_URL")), Trap()
    async with proxy(database.hostname or "", database.port or 5432, trap.line) as port:
        through = database._replace(netloc=database.netloc.rpartition(":")[0] + f":{port}").geturl()
        more = {"DATABASE_URL": through}
        trap.web = await start_web(scene, more)
        async with scene.playing(outcome, [trap.web.url], people=1, bots=None) as play:
            for when in MOMENTS * scene.times(2):
                trap.set(when)
                await trap.sprung.wait()
                since = play.mark()
                outcome.failures += _unlike(when, await asyncio.to_thread(_pending_stored, play))
                trap.web = await start_web(scene, more, port=trap.web.port)
                outcome.seconds += await play.goes_on(since)
                outcome.times += 1
        for when in MOMENTS:
            await _by_request(scene, outcome, trap, when)
            trap.web = await start_web(scene, more, port=trap.web.port)
        trap.web.kill()
    return outcome


def _pending_stored(play: Play) -> list[bool]:
    """Of the actions that were not acknowledged: whether each is in the log."""
    players = [player for table in play.tables for player in table.players if player.pending]
    return [_uses(player.match, player.pending.id) == 1 for player in players if player.pending]


def _uses(match: str, key: str) -> int:
    with psycopg.connect(victims.address("DATABASE_URL")) as connection:
        query = "SELECT count(*) FROM games_usedkey WHERE match_id = %s AND key = %s"
        row = connection.execute(query, [match, key]).fetchone()
        assert row
        return int(row[0])


def _unlike(when: When, stored: list[bool]) -> list[str]:
    as_it_must = bool(stored) and (all(stored) if when == "after" else not all(stored))
    return [] if as_it_must else [f"killed {when} the commit, pending and stored: {stored}"]


async def _by_request(scene: Scene, outcome: Outcome, trap: Trap, when: When) -> None:
    """One action by request, whose answer never comes; the product's own web is asked again."""
    assert trap.web is not None
    person = scene.crews[0].players[0]
    here = person.client
    seats = dict.fromkeys("ESW", "bot:easy") | {"N": "me"}
    clock = {"turn_seconds": 600, "bank_seconds": 0}
    match = str((await asyncio.to_thread(here.create, "levant-41", seats, clock=clock)).ok()["id"])
    while not (legal := (await asyncio.to_thread(here.detail, match)).ok()["now"]["legal"]):
        await asyncio.sleep(0.05)
    dying = Client(trap.web.url, here.http.headers["Authorization"].removeprefix("Bearer "))
    trap.set(when)
    with suppress(httpx.TransportError):
        reply = await asyncio.to_thread(dying.act, match, legal[0], "once")
        outcome.failures.append(f"killed {when} the commit, yet answered {reply.raw!r}")
    outcome.failures += _unlike(when, [_uses(match, "once") == 1])
    first, again = [(await asyncio.to_thread(here.act, match, legal[0], "once")).ok() for _ in range(2)]
    log = await asyncio.to_thread(here.all_events, match)
    mine = [event for event in log[: first["seq"]] if is_action(event) and event["data"]["seat"] == "N"]
    outcome.require(first == again and len(mine) == 1, f"by request, killed {when} the commit: {mine}")
    outcome.times += 1
