"""Product processes that are killed, stopped, doubled."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress

from tests.e2e import victims
from tests.e2e.promises import Broken, who_never_acts_expires_in_time_then_forfeits
from tests.faults.scene import BETWEEN_SECONDS, Outcome, Play, Scene

WEB = [["web"]]


async def webs_killed(scene: Scene) -> Outcome:
    return await _killed(scene, Outcome("web killed", "sockets resume, actions are repeated"), WEB * 4)


async def workers_killed(scene: Scene) -> Outcome:
    """Each kind of worker, and beat."""
    outcome = Outcome("each worker, beat killed", "turns, sweeps, bots go on")
    groups = [["clock-1", "clock-2"], ["turns-1"], ["default-1", "analysis-1"], ["beat-1", "beat-2"]]
    return await _killed(scene, outcome, groups)


async def all_killed(scene: Scene) -> Outcome:
    """The servers of data too; counted from the first good answer of /health/."""
    outcome = Outcome("everything killed", "from /health/ 200 on: sockets resume")
    async with scene.playing(outcome) as play:
        for _ in range(scene.times(2)):
            hit = await _strike(list(victims.pids()))
            play.mark()
            await asyncio.to_thread(victims.await_return, hit)
            well = await asyncio.to_thread(victims.await_health, scene.url)
            outcome.seconds += await play.goes_on(well)
            outcome.times += 1
    return outcome


async def _killed(scene: Scene, outcome: Outcome, groups: list[list[str]]) -> Outcome:
    """One group after the other, each once the last has come back."""
    async with scene.playing(outcome) as play:
        for names in groups[: 1 if scene.is_short else None]:
            hit = await _strike(names)
            outcome.require(len(hit) == len(names), f"{names}: there was only {hit}")
            outcome.seconds += await play.goes_on(play.mark())
            await asyncio.to_thread(victims.await_return, hit)
            await asyncio.sleep(BETWEEN_SECONDS)
            outcome.times += 1
    return outcome


async def _strike(names: list[str], number: signal.Signals = signal.SIGKILL) -> dict[str, int]:
    return await asyncio.to_thread(victims.strike, names, number)


async def bots_killed_at_work(scene: Scene) -> Outcome:
    """The worker that thinks of a bot's move, and in turn only the solver that it asks."""
    outcome = Outcome("worker, solver killed in a bot's turn", "the seat plays in time")
    async with scene.playing(outcome, people=0, bots="strong") as play:
        for number in range(scene.times(6)):
            worker, solver = await asyncio.to_thread(victims.thinking_bot)
            with suppress(ProcessLookupError):  # it has just finished
                os.kill(solver if number % 2 else worker, signal.SIGKILL)
            outcome.seconds += await play.goes_on(play.mark())
            outcome.times += 1
    return outcome


async def bots_act_late(scene: Scene) -> Outcome:
    """A worker stopped in a bot's turn wakes once the match has gone on without it."""
    outcome = Outcome("worker stopped in a bot's turn, acts late", "what it does late is refused")
    async with scene.playing(outcome, people=0, bots="strong") as play:
        for _ in range(scene.times(3)):
            worker, _ = await asyncio.to_thread(victims.thinking_bot)
            os.kill(worker, signal.SIGSTOP)
            outcome.seconds += await play.goes_on(play.mark())
            os.kill(worker, signal.SIGCONT)
            await play.goes_on(play.mark())
            outcome.times += 1
    return outcome


async def two_beats(scene: Scene) -> Outcome:
    """Each tick comes twice while people play and one lets turns expire; then clock and beat die in turn."""
    outcome = Outcome("two beats; one, and a clock, killed", "turns expire once, at most 2 s late; forfeit")
    async with scene.playing(outcome) as play:
        outcome.seconds += await _expiring(scene, outcome, play)
        for _ in range(scene.times(2)):
            killing = asyncio.create_task(_kill_by_turns(["beat-1"], ["clock-1"]))
            outcome.seconds += await _expiring(scene, outcome, play)
            killing.cancel()
        outcome.times = 1 + scene.times(2)
    return outcome


async def _kill_by_turns(*groups: list[str]) -> None:
    """Each once the one before is back, until it is cancelled."""
    while True:
        for names in groups:
            hit = await _strike(names)
            await asyncio.to_thread(victims.await_return, hit)
            await asyncio.sleep(BETWEEN_SECONDS)


async def _expiring(scene: Scene, outcome: Outcome, play: Play) -> list[float]:
    try:
        told = await asyncio.to_thread(who_never_acts_expires_in_time_then_forfeits, scene.crews[-1])
        outcome.notes.append(told)
    except Broken as broken:
        outcome.failures.append(f"two beats: {broken}")
    return await play.goes_on(play.mark())
