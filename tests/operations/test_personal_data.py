"""docs/personal-data.md is complete, and done: exports, deletions, what goes with time."""

import os
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.core.management import call_command
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from accounts import registration
from accounts.models import Application, Grant, RefreshToken, Scope, Token, User
from games import retention, tasks
from games.models import Match, Message, Report, Seek, Seeker
from tarneeb_site import backups
from tests.conftest import Caller
from tests.games.conftest import _as_embedded as _as_embedded
from tests.games.ranked import count, paired, play_out
from tests.operations.somebody import leave_traces

DOCUMENT = settings.BASE_DIR / "docs" / "personal-data.md"


class Line(NamedTuple):
    """A line of the table: model and field, the export's key if any, what a deletion does."""

    model: type[Model]
    field: str
    key: str | None
    deletion: str


def lines() -> Iterator[Line]:
    table = DOCUMENT.read_text().split("## Rows that lead to a person")[1].split("\n## ")[0]
    for row in re.findall(r"^\| `.*$", table, re.MULTILINE):
        name, _, _, export, deletion = (cell.strip() for cell in row.strip("|").split("|"))
        app, model, field = name.strip("`").split(".")
        key = re.match("`([a-z_]+)`", export)
        yield Line(apps.get_model(app, model), field, key and key[1], deletion)


def links() -> set[tuple[type[Model], str]]:
    """Every key to a person that there is."""
    return {
        (model, field.name)
        for model in apps.get_models(include_auto_created=True)
        if not model._meta.proxy
        for field in model._meta.local_fields
        if field.related_model and issubclass(field.related_model, User)
    }


def counted(line: Line, person: User) -> int:
    return line.model._default_manager.filter(**{line.field: person.pk}).count()


@pytest.fixture
def somebody(four: dict[str, Caller]) -> Caller:
    """Who has left every trace there is, at a rated match first of all."""
    match, seats = paired(four)
    play_out(match, "NS")
    assert count() == 1
    (person, other), row = (
        [User.objects.get(username=seats[seat].user) for seat in "NE"],
        Match.objects.get(pk=match),
    )
    leave_traces(person, other, row)
    return seats["N"]


def test_the_table_names_every_key_to_a_person() -> None:
    assert {(line.model, line.field) for line in lines()} == links()


def test_the_table_says_what_a_deletion_does(somebody: Caller) -> None:
    person = User.objects.get(username=somebody.user)
    before = {line: counted(line, person) for line in lines()}
    assert [line for line, rows in before.items() if not rows] == [], (
        "tests/operations/somebody.py lacks them"
    )
    name = person.username
    registration.delete(person)
    after = {line: counted(line, person) for line in lines()}
    kept = {line: before[line] if line.deletion == "stays" else 0 for line in before}
    assert after == kept
    assert {line.deletion for line in before} == {"stays", "erased", "unlinked"}
    assert Report.objects.filter(reporter=None).exists()
    assert name not in str(LogEntry.objects.values())


def test_the_export_has_what_the_table_says(somebody: Caller) -> None:
    exported = somebody.get("account/export/").json()
    assert [line.key for line in lines() if line.key and not exported[line.key]] == []


def test_a_deletion_is_logged_by_id_and_can_be_done_again(stranger: Caller, caplog: Any) -> None:
    person = User.objects.get(username=stranger.user)
    call_command("delete_accounts", str(person.pk), verbosity=0)
    assert f"account {person.pk} was deleted" in caplog.text
    assert "stranger" not in caplog.text
    gone = User.objects.get(pk=person.pk)
    assert not gone.is_active
    call_command("delete_accounts", str(person.pk), verbosity=0)
    assert User.objects.get(pk=person.pk).username == gone.username


def test_what_is_said_goes_with_time(somebody: Caller) -> None:
    kept: dict[Any, tuple[str, timedelta]] = {
        Message: ("at", retention.MESSAGES),
        Report: ("at", retention.REPORTS),
        LogEntry: ("action_time", retention.ADMIN_LOG),
    }
    for model, (when, days) in kept.items():
        for age, is_there in ((days - timedelta(days=1), True), (days, False)):
            model.objects.update(**{when: timezone.now() - age})
            tasks.forget_old()
            assert model.objects.exists() is is_there


def test_searches_go_with_time_but_not_those_that_wait(stranger: Caller) -> None:
    old = timezone.now() - retention.SEEKS
    person = User.objects.get(username=stranger.user)
    for status in (Seek.Status.EXPIRED, Seek.Status.WAITING):
        seek = Seek.objects.create(
            rated=True, rulesets=[], clocks=[], status=status, created_at=old, expires_at=old
        )
        Seeker.objects.create(
            seek=seek, person=person, is_owner=True, accepted=True, active=False, seen_at=old
        )
    tasks.forget_old()
    assert [seek.status for seek in Seek.objects.all()] == [Seek.Status.WAITING]


def test_credentials_that_have_expired_go_with_time(stranger: Caller) -> None:
    person, now = User.objects.get(username=stranger.user), timezone.now()
    application = Application.objects.create(owner=person, name="theirs", redirect_uris=[])
    for digest, ago in (("old", retention.CREDENTIALS), ("young", timedelta(days=1))):
        grant = Grant.objects.create(
            application=application, user=person, scopes=[], code_digest=digest, created_at=now - ago
        )
        RefreshToken.objects.create(digest=digest, grant=grant, expires_at=now - ago)
        Token.objects.issue(person, digest, [Scope.READ], now - ago)
    tasks.forget_old()
    assert [grant.code_digest for grant in Grant.objects.all()] == ["young"]
    assert [token.digest for token in RefreshToken.objects.all()] == ["young"]
    assert {token.name for token in person.tokens.all()} == {"young", "tests"}


def test_mails_in_files_go_with_time(transactional_db: None, tmp_path: Path, settings: Any) -> None:
    settings.EMAIL_FILE_PATH = tmp_path
    old, young = tmp_path / "old.log", tmp_path / "young.log"
    for mail in (old, young):
        mail.touch()
    before = (timezone.now() - retention.MAILS).timestamp() - 1
    os.utime(old, (before, before))
    tasks.forget_old()
    assert list(tmp_path.iterdir()) == [young]


def test_privacy_says_how_long(transactional_db: None) -> None:
    page = Client().get("/en/privacy/").content.decode()
    for kept in (retention.MESSAGES, retention.SEEKS, retention.REPORTS, timedelta(days=backups.KEPT_DAYS)):
        assert f"after {kept.days} days" in page
