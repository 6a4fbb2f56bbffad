"""`exec`: throw-away servers for a command."""

import json
import signal
import sys
from pathlib import Path

import psutil
import pytest

from tarneeb_site.launcher.locking import only_one
from tests.launcher.conftest import Launch

DATABASE_URL, REDIS_URL = "postgresql://somebody@elsewhere/tarneeb", "redis://elsewhere"
EXEC = ("-m", "tarneeb_site.launcher", "exec", "--")
REPORT = """
import json, os, sys, psycopg, redis

def ask(role, query):
    with psycopg.connect(os.environ[role]) as connection:
        return connection.execute(query).fetchone()[0]

PRIVILEGES = '''SELECT json_build_object('name', current_user, 'superuser', rolsuper, 'createdb', rolcreatedb,
    'creates', has_schema_privilege('public', 'CREATE')) FROM pg_roles WHERE rolname = current_user'''
print(json.dumps({
    "app": ask("DATABASE_URL", PRIVILEGES),
    "owner": ask("DATABASE_OWNER_URL", PRIVILEGES),
    "redis": redis.Redis.from_url(os.environ["REDIS_URL"]).ping(),
    "secret": len(os.environ["SECRET_KEY"]),
    "var": os.environ["TARNEEB_VAR"],
}))
sys.exit(7)
"""


@pytest.fixture
def elsewhere(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that are given, so that none are started."""
    monkeypatch.setenv("DATABASE_URL", DATABASE_URL)
    monkeypatch.setenv("REDIS_URL", REDIS_URL)


def test_it_gives_two_roles_and_redis_and_passes_the_status_through(launch: Launch, var: Path) -> None:
    process = launch(*EXEC, sys.executable, "-c", REPORT)
    output, errors = process.communicate()

    assert process.returncode == 7, errors
    report = json.loads(output)
    owner = {"name": "tarneeb_owner", "superuser": False, "createdb": True, "creates": True}
    assert report["owner"] == owner
    assert report["app"] == {"name": "tarneeb_app", "superuser": False, "createdb": False, "creates": False}
    assert report["redis"] is True
    assert report["secret"] >= 50
    assert report["var"] != str(var)
    assert not Path(report["var"]).exists()


def test_it_stops_the_command_and_cleans_up_when_it_is_stopped(launch: Launch, elsewhere: None) -> None:
    show = "import os, time; print(os.environ['TARNEEB_VAR'], os.getpid(), flush=True); time.sleep(600)"
    process = launch(*EXEC, sys.executable, "-c", show)
    assert process.stdout
    directory, pid = process.stdout.readline().split()

    process.send_signal(signal.SIGTERM)
    process.communicate()

    assert process.returncode == 128 + signal.SIGTERM
    assert not psutil.pid_exists(int(pid))
    assert not Path(directory).exists()


def test_it_uses_servers_that_are_given(launch: Launch, elsewhere: None) -> None:
    output, _ = launch(*EXEC, "printenv", "DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL").communicate()

    assert output.split() == [DATABASE_URL, DATABASE_URL, REDIS_URL]


def test_it_tells_of_a_command_that_does_not_exist(launch: Launch, elsewhere: None) -> None:
    process = launch(*EXEC, "no-such-command")

    assert process.communicate()[1] == "tarneeb: no-such-command: No such file or directory\n"
    assert process.returncode == 1


def test_it_uses_the_data_of_serve_which_must_not_run(launch: Launch, elsewhere: None, var: Path) -> None:
    kept = ("-m", "tarneeb_site.launcher", "exec", "--kept", "--")
    with only_one(var):
        assert "is in use" in launch(*kept, "true").communicate()[1]
    output, _ = launch(*kept, "printenv", "TARNEEB_VAR").communicate()
    assert output.strip() == str(var)
    assert var.exists()
