"""A backup, and what a restore makes of it: the same rows, as well protected, with which play goes on."""

import stat
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone
from psycopg import sql

from games.models import Heartbeat
from tarneeb_site import backups
from tests.conftest import Caller, owner_connection
from tests.operations.conftest import Line, Played, pointed_at, url_of

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
CHANGES = ("UPDATE {} SET seq = seq + 1", "DELETE FROM {}", "TRUNCATE {}")


def backed_up(directory: Path) -> Path:
    call_command("backup", directory, verbosity=0)
    (file,) = directory.glob("*.dump")
    return file


def databases(beginning: str) -> set[str]:
    with owner_connection() as owner:
        found = owner.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [beginning])
        return {name for (name,) in found}


def tokens(name: str) -> int:
    with psycopg.connect(url_of("owner", name)) as line:
        (count,) = line.execute("SELECT count(*) FROM accounts_token").fetchone() or (0,)
        return int(count)


@pytest.fixture
def used(stranger: Caller, tmp_path: Path, copy: str) -> Path:
    """A backup, in a database that has gone on since: it has lost its token."""
    file = backed_up(tmp_path)
    call_command("restore", file, database=copy, verbosity=0)
    with psycopg.connect(url_of("owner", copy)) as line:
        line.execute("DELETE FROM accounts_token")
    return file


def rows(line: Line) -> dict[str, list[Any]]:
    """All that a database holds but for signs of life, which go on."""
    tables = [name for (name,) in line.execute(TABLES) if name != "games_heartbeat"]
    read = sql.SQL("SELECT t::text FROM {} t ORDER BY 1")
    return {name: line.execute(read.format(sql.Identifier(name))).fetchall() for name in tables}


def test_what_is_restored_is_what_was_there(played: Played, tmp_path: Path, copy: str) -> None:
    call_command("restore", backed_up(tmp_path), database=copy, verbosity=0)
    with owner_connection() as here, psycopg.connect(url_of("owner", copy)) as there:
        assert rows(there) == rows(here)
    with pointed_at(copy):
        call_command("verify_log", verbosity=0)
        call_command("rebuild_projections", verbosity=0)
        call_command("migrate", database="owner", check_unapplied=True, verbosity=0)


def test_the_restored_log_can_only_be_appended_to(played: Played, tmp_path: Path, copy: str) -> None:
    call_command("restore", backed_up(tmp_path), database=copy, verbosity=0)
    app, owner = (psycopg.connect(url_of(alias, copy), autocommit=True) for alias in ("default", "owner"))
    with app, owner:
        found = app.execute("SELECT DISTINCT tableoid::regclass::text FROM games_event")
        logs = ["games_event", *(name for (name,) in found)]
        for log in logs:
            for change in CHANGES:
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    app.execute(change.format(log))
                with pytest.raises(psycopg.errors.RestrictViolation):
                    owner.execute(change.format(log))
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            app.execute("DELETE FROM games_usedkey")
        assert app.execute("SELECT games_make_partitions(60) > 0").fetchone() == (True,)
        may = "SELECT has_database_privilege('public', current_database(), 'CONNECT, TEMPORARY')"
        assert app.execute(may).fetchone() == (False,)


def test_a_log_that_has_lost_its_seal_is_found(transactional_db: None, capsys: Any) -> None:
    with owner_connection() as owner:
        owner.execute("ALTER TABLE ONLY games_event_outside ENABLE TRIGGER append_only")
        owner.execute("GRANT UPDATE ON games_event, games_usedkey TO tarneeb_app")
    try:
        with pytest.raises(CommandError, match="3 faults"):
            call_command("verify_log", verbosity=0)
    finally:
        with owner_connection() as owner:
            owner.execute("ALTER TABLE ONLY games_event_outside ENABLE ALWAYS TRIGGER append_only")
            owner.execute("REVOKE UPDATE ON games_event, games_usedkey FROM tarneeb_app")
    assert "games_event_outside has lost its trigger" in capsys.readouterr().err


def test_a_backup_is_noted_private_and_not_kept_for_ever(stranger: Caller, tmp_path: Path) -> None:
    now = timezone.now()

    def named(suffix: str, **ago: int) -> Path:
        return (tmp_path / f"{now - timedelta(**ago):{backups.NAME}}").with_suffix(suffix)

    old = [named(".dump", days=36), named(".part", hours=25)]
    kept = [
        named(".dump", days=34),
        named(".part", hours=1),
        *(tmp_path / f"tarneeb-mine.{x}" for x in ("dump", "part")),
    ]
    for file in (*old, *kept):
        file.touch()
    call_command("backup", tmp_path, verbosity=0)
    assert not any(file.exists() for file in old)
    (made,) = set(tmp_path.iterdir()) - set(kept)
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert Heartbeat.objects.get(name="backup").at >= now


def test_a_backup_that_fails_is_not_noted_and_leaves_nothing(
    stranger: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.DATABASES["owner"], "PASSWORD", "wrong")
    with pytest.raises(CommandError, match="password authentication failed"):
        call_command("backup", tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert not Heartbeat.objects.filter(name="backup").exists()


def test_what_the_service_had_before_is_kept(copy: str, used: Path) -> None:
    """Not by the command, which would empty the Redis of other tests too."""
    with pointed_at(copy):
        before = backups.restore(used, copy, timezone.now())
    assert {name: tokens(name) for name in databases(copy)} == {copy: 1, before: 0}


def test_a_database_in_use_stays(copy: str, used: Path) -> None:
    refused = pytest.raises(CommandError, match="being accessed by other users")
    with psycopg.connect(url_of("owner", copy)), refused:
        call_command("restore", used, database=copy)
    assert {name: tokens(name) for name in databases(copy)} == {copy: 0}


def test_of_trials_only_the_last_is_there(copy: str, used: Path, capsys: Any) -> None:
    capsys.readouterr()
    call_command("restore", used, database=copy)
    assert "what was there before" not in capsys.readouterr().out
    assert {name: tokens(name) for name in databases(copy)} == {copy: 1}


def test_a_file_that_is_cut_short_changes_nothing(stranger: Caller, tmp_path: Path, copy: str) -> None:
    file = backed_up(tmp_path)
    call_command("restore", file, database=copy, verbosity=0)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CommandError, match="pg_restore"):
        call_command("restore", file, database=copy, verbosity=0)
    assert {name: tokens(name) for name in databases(copy)} == {copy: 1}
    with pytest.raises(CommandError, match="there is no file"):
        call_command("restore", tmp_path / "none", database=copy)
