"""Killed launchers, killed servers, and two launchers at once."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from tarneeb_site.launcher import addresses, leftovers
from tarneeb_site.launcher.locking import only_one
from tarneeb_site.launcher.session import environment_for, running
from tarneeb_site.launcher.supervision import processes
from tests.launcher.conftest import Launch

START = """
import signal
from tarneeb_site.launcher.paths import var_directory
from tarneeb_site.launcher.session import environment_for, running
with running(var_directory(), environment_for(var_directory())):
    print("ready", flush=True)
    signal.pause()
"""


def database(var: Path) -> psycopg.Connection:
    return psycopg.connect(addresses.load(var)["DATABASE_OWNER_URL"], autocommit=True)


def start_and_store(launch: Launch, var: Path) -> subprocess.Popen[str]:
    process = launch("-c", START)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    with database(var) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 41 AS score")
    return process


def everything(var: Path) -> list[psutil.Process]:
    return list(leftovers.find(var))


def orphans(var: Path) -> list[psutil.Process]:
    """Kill these and the servers live on, with nobody to look after them."""
    return [process for process in everything(var) if leftovers.DAEMON in process.cmdline()]


@pytest.mark.parametrize("victims", [everything, orphans], ids=["everything", "all but the servers"])
def test_it_finds_its_data_again_after_kill_9(
    launch: Launch, var: Path, victims: Callable[[Path], list[psutil.Process]]
) -> None:
    process = start_and_store(launch, var)
    addresses_before = addresses.load(var)
    killed = victims(var)
    process.kill()
    for victim in killed:
        with suppress(psutil.NoSuchProcess):  # it went with its parent
            victim.kill()
    process.communicate()

    with running(var, environment_for(var)):
        with database(var) as connection:
            assert connection.execute("SELECT score FROM kept").fetchone() == (41,)
        assert addresses.load(var) == addresses_before
    assert everything(var) == []


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel has to tell supervisord")
def test_servers_stop_when_their_launcher_is_killed(launch: Launch, var: Path) -> None:
    process = start_and_store(launch, var)
    servers = everything(var)
    assert {server.name() for server in servers} >= {"postgres", "valkey-server"}

    process.kill()
    process.communicate()

    assert psutil.wait_procs(servers, timeout=20)[1] == []


def test_a_killed_server_comes_back_and_only_its_owner_reads_its_password(var: Path) -> None:
    with running(var, environment_for(var), durable=False):
        for name in ("servers.json", "supervisor.conf", "valkey.conf"):
            assert (var / name).stat().st_mode & 0o777 == 0o600
        for name in ("postgres", "valkey"):
            victim = processes(var)[name]
            os.kill(victim, signal.SIGKILL)
            deadline = time.monotonic() + 10
            while processes(var).get(name, victim) == victim:
                assert time.monotonic() < deadline


def test_new_passwords_are_made_when_they_were_lost(launch: Launch, var: Path) -> None:
    process = start_and_store(launch, var)
    process.terminate()
    process.communicate()
    (var / "servers.json").unlink()

    with running(var, environment_for(var)), database(var) as connection:
        assert connection.execute("SELECT score FROM kept").fetchone() == (41,)


def test_a_second_launcher_is_refused(launch: Launch, var: Path) -> None:
    with only_one(var):
        process = launch("-m", "tarneeb_site.launcher", "serve")
        _, errors = process.communicate()

    assert process.returncode == 1
    assert errors == f"tarneeb: {var} is in use: Tarneeb already runs there (process {os.getpid()})\n"


def test_strangers_are_left_alone(var: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "print(flush=True); import time; time.sleep(60)"]
    owners = [var, tmp_path / "other"]
    ours, stranger = (
        subprocess.Popen(command, env={**os.environ, leftovers.MARK: str(owner)}, stdout=subprocess.PIPE)
        for owner in owners
    )
    for process in (ours, stranger):
        assert process.stdout
        process.stdout.readline()  # it has started, its environment is to be seen

    leftovers.stop(var)

    remaining = stranger.poll()
    stranger.kill()
    assert remaining is None
    assert ours.poll() is not None
