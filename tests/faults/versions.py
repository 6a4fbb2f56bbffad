"""Two web processes of different versions, replaced one after the other while people play on both."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from pathlib import Path

from tarneeb_site.launcher.paths import CHECKOUT
from tests.faults.scene import BETWEEN_SECONDS, Outcome, Scene
from tests.faults.webs import start_web

RESTART = 1012


async def rolling_restart(scene: Scene) -> Outcome:
    """From the code of an older commit to this: each in turn is told to end, and its sockets move."""
    outcome = Outcome("rolling restart of two webs", "sockets close with 1012, move on by `after`")
    outcome.fault += f", {scene.old} to this"
    with tempfile.TemporaryDirectory(prefix="tarneeb-old-") as name:
        old = await asyncio.to_thread(_checkout, scene.old, Path(name))
        webs = [await start_web(scene, {}, checkout=old) for _ in range(2)]
        try:
            async with scene.playing(outcome, urls=[web.url for web in webs]) as play:
                for number in range(2):
                    closed = play.load.breaks[RESTART]
                    since = play.mark()
                    await webs[number].stop()
                    outcome.seconds += await play.goes_on(since)
                    moved = play.load.breaks[RESTART] - closed
                    outcome.require(moved > 0, "no socket was closed with 1012")
                    outcome.notes.append(f"{moved} sockets moved")
                    webs[number] = await start_web(scene, {}, port=webs[number].port)
                    await asyncio.sleep(BETWEEN_SECONDS)
                    outcome.times += 1
        finally:
            for web in webs:
                web.kill()
    return outcome


def _checkout(commit: str, directory: Path) -> Path:
    """The files of a commit, in a directory of their own."""
    archive = subprocess.run(["git", "archive", commit], cwd=CHECKOUT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", str(directory)], input=archive, check=True)
    return directory
