"""GET /health/ as a monitor sees it; that it gets well, `make serve` itself waits for."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from games.models import Heartbeat
from tarneeb_site.launcher.ports import free_port


def unavailable(*_: Any) -> Any:
    raise OperationalError


@pytest.mark.django_db
def test_it_is_unhealthy_without_a_worker() -> None:
    Heartbeat.objects.create(name="sweep", at=timezone.now())

    response = Client().get("/health/")

    assert response.status_code == 503
    assert "no-store" in response["Cache-Control"]
    assert response.json() == {
        "status": "unhealthy",
        "database": True,
        "redis": True,
        "worker": False,
        "sweep": True,
        "append_only_roles": True,
    }


@pytest.mark.django_db
def test_a_sweep_of_six_seconds_ago_is_too_old() -> None:
    Heartbeat.objects.create(name="sweep", at=timezone.now() - timedelta(seconds=6))

    assert Client().get("/health/").json()["sweep"] is False


@pytest.mark.django_db
def test_it_tells_of_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "cursor", unavailable)

    response = Client().get("/health/")

    assert response.status_code == 503
    assert response.json()["database"] is False


@pytest.mark.django_db
def test_it_tells_of_a_redis_that_is_away(settings: Any) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}"

    response = Client().get("/health/")

    assert response.status_code == 503
    assert (response.json()["redis"], response.json()["worker"]) == (False, False)


def test_it_only_reads() -> None:
    assert Client().post("/health/").status_code == 405
