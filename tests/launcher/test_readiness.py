"""GET /health/live, /health/ready and /version, as whoever sends traffic here asks them."""

import asyncio
import platform
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from tarneeb_site import asgi, health


def unavailable(*_: Any) -> Any:
    raise OperationalError


@pytest.mark.django_db
def test_it_is_ready_with_a_database_that_has_all_migrations() -> None:
    response = Client().get("/health/ready")
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert response.json() == {"status": "ok", "database": True, "migrations": True, "draining": False}


@pytest.mark.django_db
def test_it_lives_but_is_not_ready_without_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "cursor", unavailable)
    response = Client().get("/health/ready")
    assert response.status_code == 503
    assert response.json() == {"status": "unready", "database": False, "migrations": False, "draining": False}
    assert Client().get("/health/live").status_code == 200


@pytest.mark.django_db
def test_it_is_not_ready_while_a_migration_is_missing() -> None:
    applied = MigrationRecorder(connection).migration_qs.filter(app="games").latest("id")
    applied.delete()
    response = Client().get("/health/ready")
    assert (response.status_code, response.json()["migrations"]) == (503, False)
    assert Client().get("/version").json()["schema_is_current"] is False


@pytest.mark.django_db
def test_later_migrations_do_no_harm() -> None:
    """A process of the old code goes on while the new one is rolled out."""
    MigrationRecorder(connection).record_applied("games", "9999_from_the_future")
    assert Client().get("/health/ready").status_code == 200


@pytest.mark.django_db
def test_it_is_not_ready_while_it_drains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "is_draining", lambda: True)
    response = Client().get("/health/ready")
    assert (response.status_code, response.json()["draining"]) == (503, True)
    assert Client().get("/health/live").status_code == 200


@pytest.mark.django_db
def test_the_version(settings: Any) -> None:
    settings.COMMIT = "0123abc"
    found = Client().get("/version").json()
    assert found["schema"].keys() == {"accounts", "games"}
    assert found["schema_is_current"] is True
    assert (found["commit"], found["python"]) == ("0123abc", platform.python_version())
    assert found["version"] == settings.VERSION


@pytest.mark.parametrize("path", ["/health/live", "/health/ready", "/version", "/metrics"])
def test_they_only_read(path: str) -> None:
    assert Client().post(path).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/health/live", "/health/ready", "/version", "/metrics"])
def test_they_answer_past_the_proxy(path: str, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get(path).status_code == 200


def test_it_lives_while_every_turn_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "_turns", asyncio.Semaphore(0))

    async def status(path: str) -> int:
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [(b"host", b"localhost")],
        }
        communicator: Any = ApplicationCommunicator
        asked = communicator(asgi.http, scope)
        await asked.send_input({"type": "http.request", "body": b""})
        return int((await asked.receive_output(5))["status"])

    assert asyncio.run(status("/health/live")) == 200
