"""Valkey and PostgreSQL away, emptied, restarted; connections that others hold."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from contextlib import ExitStack, closing, suppress

import httpx
import psycopg

from tests.e2e import victims
from tests.e2e.client import Reply
from tests.e2e.crew import Crew
from tests.faults.scene import BETWEEN_SECONDS, Outcome, Scene

DOWN_SECONDS, SHORTLY = 60.0, 4.0
LOCKED_SECONDS = 12.0
REQUESTS = 60
ANSWERED_IN_SECONDS = 15.0


async def valkey_down(scene: Scene) -> Outcome:
    """Stopped, so that it hangs rather than refuses, while people play at sockets and by requests."""
    seconds = SHORTLY if scene.is_short else DOWN_SECONDS
    outcome = Outcome(f"Valkey down {seconds:.0f} s", "play at sockets and by request all the while", times=1)
    async with scene.playing(outcome) as play:
        before = len(play.load.acked)
        hit = await asyncio.to_thread(victims.strike, ["valkey"], signal.SIGSTOP)
        # Bots wait: their workers hear of work by Valkey alone.
        outcome.seconds += await play.goes_on(play.mark(), among=play.tables[:-1])
        asked = await asyncio.to_thread(_play_by_requests, scene.crews[-1], seconds)
        outcome.notes.append(
            f"without Valkey {len(play.load.acked) - before} actions at sockets, {len(asked)} by request, "
            f"at most {max(asked, default=0):.2f} s"
        )
        outcome.require(bool(asked), "no request was answered without Valkey")
        await asyncio.to_thread(victims.strike, list(hit), signal.SIGCONT)
        outcome.seconds += await play.goes_on(play.mark())
    return outcome


def _play_by_requests(crew: Crew, seconds: float) -> list[float]:
    """A match by requests for so long: what each accepted action took."""
    end, taken = time.monotonic() + seconds, []
    players = dict(zip("NESW", crew.players, strict=True))
    match = str(players["N"].client.create("levant-41", {"N": "me"}).ok()["id"])
    for seat in "ESW":
        players[seat].client.join(match, seat).ok()
    while time.monotonic() < end:
        turn = players["N"].client.detail(match).ok()["now"]["turn"]
        client = players[turn].client
        action = client.detail(match).ok()["now"]["legal"][-1]
        began = time.monotonic()
        client.act(match, action).ok()
        taken.append(time.monotonic() - began)
    return taken


async def valkey_emptied(scene: Scene) -> Outcome:
    """Killed and restarted, which closes every connection, and emptied as if its disk were lost."""
    outcome = Outcome("Valkey killed, restarted, flushed", "from its return: bells, queues, presence")
    async with scene.playing(outcome) as play:
        for _ in range(scene.times(3)):
            hit = await asyncio.to_thread(victims.strike, ["valkey"])
            await asyncio.to_thread(victims.await_return, hit)
            (await asyncio.to_thread(victims.valkey)).flushall()
            outcome.seconds += await play.goes_on(play.mark())
            outcome.times += 1
    return outcome


async def postgres_restarted(scene: Scene) -> Outcome:
    """Shut down fast, and killed, in turn."""
    outcome = Outcome("PostgreSQL restarted, killed", "from its return: coded errors until then")
    async with scene.playing(outcome) as play:
        for number in range(scene.times(4)):
            how = signal.SIGINT if number % 2 else signal.SIGKILL
            hit = await asyncio.to_thread(victims.strike, ["postgres"], how)
            play.mark()
            await asyncio.to_thread(victims.await_return, hit)
            outcome.seconds += await play.goes_on(await asyncio.to_thread(victims.await_postgres))
            await asyncio.sleep(BETWEEN_SECONDS)
            outcome.times += 1
    return outcome


async def pool_exhausted(scene: Scene) -> Outcome:
    """A transaction that holds every match's row keeps all of a web's connections waiting."""
    outcome = Outcome("pool exhausted by a slow transaction", "coded errors in time; from its end: all well")
    async with scene.playing(outcome) as play:
        with closing(psycopg.connect(victims.address("DATABASE_OWNER_URL"))) as slow:
            await asyncio.to_thread(slow.execute, "LOCK TABLE games_match IN ACCESS EXCLUSIVE MODE")
            answers, _ = await asyncio.gather(_ask_at_once(scene), asyncio.sleep(LOCKED_SECONDS))
        outcome.seconds += await play.goes_on(play.mark())
        outcome.times += 1
    outcome.notes.append(f"{REQUESTS} requests meanwhile: {dict(answers)}")
    outcome.require(answers.total() == REQUESTS, f"{REQUESTS - answers.total()} requests were not answered")
    return outcome


async def _ask_at_once(scene: Scene) -> Counter[str]:
    """Many requests for a match's page of data: how they were answered in time."""
    answers: Counter[str] = Counter()

    async def ask(http: httpx.AsyncClient) -> None:
        with suppress(httpx.TimeoutException):
            reply = await http.get(f"{scene.url}/api/v1/matches/", params={"status": "finished"})
            told = Reply(reply.status_code, reply.headers, reply.content, "GET matches/")
            answers[told.code or str(told.status)] += 1

    limits = httpx.Limits(max_connections=REQUESTS)
    async with httpx.AsyncClient(timeout=ANSWERED_IN_SECONDS, limits=limits) as http:
        await asyncio.gather(*(ask(http) for _ in range(REQUESTS)))
    return answers


async def connections_taken(scene: Scene) -> Outcome:
    """All that PostgreSQL allows are held elsewhere: who has some plays on, who starts anew is told."""
    outcome = Outcome("no connection to PostgreSQL left", "play goes on; a new web recovers", times=1)
    async with scene.playing(outcome) as play:
        with ExitStack() as held:
            outcome.notes.append(f"{await asyncio.to_thread(_take_all, held)} connections taken")
            outcome.seconds += await play.goes_on(play.mark())
            hit = await asyncio.to_thread(victims.strike, ["web"])
            await asyncio.to_thread(victims.await_return, hit)
            play.mark()
            await asyncio.sleep(5)
        outcome.seconds += await play.goes_on(time.monotonic())
    return outcome


def _take_all(held: ExitStack) -> int:
    taken = 0
    with suppress(psycopg.OperationalError):
        while True:
            held.enter_context(psycopg.connect(victims.address("DATABASE_URL"), connect_timeout=5))
            taken += 1
    return taken
