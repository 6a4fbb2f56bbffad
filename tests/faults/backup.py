"""A backup that is older than the last moves is restored into a fresh database."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from websockets.asyncio.client import connect

from tarneeb_site.launcher import binaries, paths
from tarneeb_site.launcher.accounts import unprivileged
from tests.e2e import victims
from tests.e2e.client import Json
from tests.e2e.crew import Person
from tests.e2e.load import CLOCK
from tests.faults.scene import Outcome, Scene

MOVES = 5
# What stands in the log, and what was made of it.
CHECKS = ("verify_log", "rebuild_projections")


async def restored(scene: Scene) -> Outcome:
    """Moves behind the backup are gone, acknowledged or not; who saw them is shown the table as it stands."""
    outcome = Outcome("restored from an older backup", "log, rows verify; state falls back; streams too")
    people = dict(zip("NESW", scene.crews[-1].players, strict=True))
    match = await asyncio.to_thread(_open, people)
    with TemporaryDirectory() as directory:
        backup = Path(directory) / "backup"
        kept = await asyncio.to_thread(_moves, people, match)
        await asyncio.to_thread(_run, "pg_dump", "--format=custom", f"--file={backup}", _owner("tarneeb"))
        lost = await asyncio.to_thread(_moves, people, match)
        before = await asyncio.to_thread(people["E"].client.all_events, match)
        await asyncio.to_thread(_restore, backup)
    first = await _first_frame(scene.url, match, people["E"], after=lost)
    outcome.require(first["type"] == "snapshot", f"after={lost} brought {first}, the backup ends at {kept}")
    log = await asyncio.to_thread(people["E"].client.all_events, match)
    outcome.require(log[:kept] == before[:kept], "the log is not that of the backup")
    since = {event["type"] for event in log[kept:]}  # the hours since the backup are an outage
    outcome.require(since <= {"clock_extended"}, f"behind the backup stands {since}")
    await asyncio.to_thread(_moves, people, match)
    outcome.failures += await asyncio.to_thread(_checked, scene)
    async with scene.playing(outcome) as play:
        outcome.seconds += await play.goes_on(play.mark())
    outcome.times += 1
    outcome.notes.append(f"{lost - kept} events behind the backup are gone")
    return outcome


def _open(people: dict[str, Person]) -> str:
    match = str(people["N"].client.create("levant-41", {"N": "me"}, clock=CLOCK).ok()["id"])
    for seat in "ESW":
        people[seat].client.join(match, seat).ok()
    return match


def _moves(people: dict[str, Person], match: str) -> int:
    """Some by request, acknowledged under the keys that such moves had before; the last seq."""
    for _ in range(MOVES):
        turn = people["N"].client.detail(match).ok()["now"]["turn"]
        legal = people[turn].client.detail(match).ok()["now"]["legal"]
        people[turn].client.act(match, legal[-1]).ok()
    return int(people["N"].client.detail(match).ok()["seq"])


def _owner(database: str) -> str:
    return victims.address("DATABASE_OWNER_URL").rpartition("/")[0] + f"/{database}"


def _run(program: str, *arguments: str) -> None:
    directory = binaries.postgres(unprivileged(paths.var_directory() / "postgres"))
    subprocess.run([str(directory / program), *arguments], check=True)


def _restore(backup: Path) -> None:
    """As an operator does it: nothing of the product runs meanwhile."""
    victims.product(runs=False)
    with psycopg.connect(_owner("postgres"), autocommit=True) as owner:
        owner.execute("DROP DATABASE tarneeb WITH (FORCE)")
        owner.execute("CREATE DATABASE tarneeb")
        owner.execute("REVOKE ALL ON DATABASE tarneeb FROM PUBLIC")
        owner.execute("GRANT CONNECT ON DATABASE tarneeb TO tarneeb_app")
    _run("pg_restore", "--exit-on-error", f"--dbname={_owner('tarneeb')}", str(backup))
    victims.product(runs=True)


async def _first_frame(url: str, match: str, person: Person, after: int) -> Json:
    await asyncio.to_thread(victims.await_health, url)
    address = f"{url.replace('http', 'ws', 1)}/ws/v1/matches/{match}/?after={after}"
    headers = {"Authorization": person.client.http.headers["Authorization"]}
    async with connect(address, additional_headers=headers) as line:
        frame: Json = json.loads(await line.recv())
        return frame


def _checked(scene: Scene) -> list[str]:
    """What the product's own commands find in the log and in its projections."""
    failures = []
    for name in CHECKS:
        command = [sys.executable, "manage.py", name, "--verbosity", "0"]
        done = subprocess.run(
            command, cwd=paths.CHECKOUT, env=scene.environment(), capture_output=True, text=True
        )
        if done.returncode:
            failures.append(f"{name}: {done.stderr[-500:]}")
    return failures
