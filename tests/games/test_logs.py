"""The log: each line names what it belongs to, a task's the request that asked; nothing in it is a secret."""

import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from logging.config import DictConfigurator
from typing import Any

import psycopg
import pytest
from celery.contrib.testing.worker import start_worker
from django.conf import settings
from django.db import connection
from django.test import Client

from accounts.models import User
from games import notify, turns
from games.models import LoggedEvent
from games.rules.cards import CARD_NAMES
from tarneeb_site import logs
from tarneeb_site.celery import app
from tests.conftest import Caller
from tests.games.conftest import Connect, OpenTable, play_to, turn_of
from tests.waiting import until

PASSWORD = "sahlab-w-tamr"
TEXT = "this was said at the table"
Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that is logged from here on, as in production, and in more detail."""
    given = logs.configuration("json")
    handler = logging.StreamHandler(written := io.StringIO())
    handler.setFormatter(DictConfigurator(given).configure_formatter(given["formatters"]["line"]))
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def lines(log: io.StringIO) -> Lines:
    return lambda: [json.loads(line) for line in log.getvalue().splitlines()]


def test_a_request_has_one_line_with_its_ids(
    four: dict[str, Caller], open_table: OpenTable, lines: Lines
) -> None:
    match = open_table()
    before = len(lines())
    response = four["N"].get(f"matches/{match}/", **{"x-request-id": "proxy-0123456789"})
    assert response["X-Request-ID"] == "proxy-0123456789"
    (line,) = lines()[before:]
    assert line.pop("ms") > 0
    assert line.pop("timestamp")
    assert four["N"].user
    assert line == {
        "event": "request",
        "level": "info",
        "logger": "tarneeb_site.requestlog",
        "method": "GET",
        "route": "api/v1/matches/<uuid:match_id>/",
        "status": 200,
        "request": "proxy-0123456789",
        "match": match,
        "person": str(four["N"].user.pk),
    }


@pytest.mark.parametrize("given", ["", "short", "two words", "x" * 65, "a\tb345678", 'quote"345678'])
def test_an_id_that_is_not_well_formed_is_replaced(given: str, db: None) -> None:
    first, second = (Client(headers={"x-request-id": given}).get("/version")["X-Request-ID"] for _ in "12")
    assert re.fullmatch("[0-9a-f]{32}", first)
    assert first != second


def test_a_browsers_person_is_named_without_another_query(
    four: dict[str, Caller], lines: Lines, django_assert_num_queries: Any
) -> None:
    client = Client()
    user = four["N"].user
    assert isinstance(user, User)
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    assert client.get("/api/v1/account/").status_code == 200
    assert lines()[-1]["person"] == str(user.pk)
    with django_assert_num_queries(0):  # nobody has asked who it is
        assert client.get("/health/live").status_code == 200
    assert "person" not in lines()[-1]


def test_access_lines_can_be_switched_off(db: None, settings: Any, lines: Lines) -> None:
    settings.ACCESS_LOG = False
    assert Client().get("/version").status_code == 200
    assert lines() == []


def test_a_socket_has_a_line_with_its_ids(
    four: dict[str, Caller], open_table: OpenTable, connect: Connect, lines: Lines
) -> None:
    match = open_table()
    socket = connect(match, four["N"], **{"X-Request-ID": "socket-0123456789"})
    assert socket.connection.response is not None
    assert socket.connection.response.headers["X-Request-ID"] == "socket-0123456789"
    socket.head()
    socket.connection.close()
    told = until(lambda: [line for line in lines() if line["event"] == "socket"])
    assert four["N"].user
    assert told[0]["request"] == "socket-0123456789"
    assert (told[0]["kind"], told[0]["match"]) == ("match", match)
    assert told[0]["person"] == str(four["N"].user.pk)


def test_a_task_bears_the_ids_of_the_request_that_asked_for_it(
    four: dict[str, Caller], open_table: OpenTable, monkeypatch: pytest.MonkeyPatch, request: Any
) -> None:
    def fails(*_: Any) -> None:
        raise RuntimeError("the bot tripped over H5 and tarneeb_" + 43 * "0")

    monkeypatch.setattr(turns, "take_bot_turns", fails)
    with start_worker(app, pool="solo", queues=["turns"], perform_ping_check=False, shutdown_timeout=30):
        lines = request.getfixturevalue("lines")  # the worker has set up its logging by now
        made = four["N"].post(
            "matches/",
            {"ruleset": "levant-41", "seats": {"N": "me", **dict.fromkeys("ESW", "bot:easy")}},
            **{"x-request-id": "asked-0123456789"},
        )
        match = made.json()["id"]
        if four["N"].state(match)["now"]["turn"] == "N":
            _, caller, legal = turn_of(four, match)
            caller.post(f"matches/{match}/actions/", legal[0], **{"x-request-id": "asked-0123456789"})
        # Tests before this one have left tasks of other matches.
        failed = until(lambda: [line for line in lines() if "exception" in line and line["match"] == match])
    assert four["N"].user
    line = failed[0]
    assert line["request"] == "asked-0123456789"
    assert line["person"] == str(four["N"].user.pk)
    assert (line["logger"], line["task_name"]) == ("celery.app.trace", "games.tasks.play_bot")
    assert re.fullmatch("[0-9a-f-]{36}", line["task"])
    assert "RuntimeError: the bot tripped over ·· and tarneeb_…" in line["exception"]
    assert "take_bot_turns" in line["exception"]  # the traceback


def test_what_is_left_for_later_bears_them_too(
    four: dict[str, Caller], open_table: OpenTable, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot's move is made in another thread, and calls the next bot from there."""
    settings.BOT_DELAY_MS = 1
    match = open_table(seats="N", invited=dict.fromkeys("ESW", "bot:easy"))
    if four["N"].state(match)["now"]["turn"] == "N":
        _, caller, legal = turn_of(four, match)
        caller.act(match, **legal[0])
    found: list[dict[str, str]] = []
    monkeypatch.setattr(notify, "ring", lambda *_: found.append(logs.noted()))
    with logs.noting(request="asked-0123456789"):
        turns.take_bot_turns(LoggedEvent.objects.filter(match_id=match).latest("seq").match_id, head(match))
    until(lambda: found)
    assert found[0]["request"] == "asked-0123456789"


def head(match: str) -> int:
    return LoggedEvent.objects.filter(match_id=match).latest("seq").seq


def test_no_line_has_a_secret(
    four: dict[str, Caller],
    open_table: OpenTable,
    connect: Connect,
    nobody: Caller,
    log: io.StringIO,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for name in ("", "django.request", "django.security", "uvicorn.error"):
        caplog.set_level(logging.INFO, name)
    me = {"username": "layla-of-tests", "password": PASSWORD}
    assert nobody.post("accounts/", {**me, "email": "layla@example.org"}).status_code == 201
    token = nobody.post("tokens/", {**me, "name": "t", "scopes": ["read", "play"]}).json()["token"]
    assert nobody.post("tokens/", {**me, "password": "wrong-" + PASSWORD, "name": "t"}).status_code == 401
    browser = Client()
    browser.post("/account/login/", {"login": me["username"], "password": PASSWORD})
    session = browser.cookies["sessionid"].value
    match = open_table()
    ticket = four["N"].post("tickets/").json()["ticket"]
    connect(match, None, f"ticket={ticket}").head()
    play_to(four, match, "play")
    for _ in range(3):
        _, caller, legal = turn_of(four, match)
        caller.act(match, **legal[0])
        caller.act(match, action="play", card="H5" if legal[0].get("card") != "H5" else "H6")
    assert four["N"].post(f"matches/{match}/messages/", {"kind": "text", "value": TEXT}).status_code == 201
    fail_with_everything(browser, match, token, monkeypatch)
    written = log.getvalue()
    assert "a request failed" in written
    assert "Traceback" in written or "File " in written
    secrets = [PASSWORD, "secret-word", TEXT, token, session, ticket, "layla", "example.org"]
    secrets += [caller.token for caller in four.values()]
    assert [secret for secret in secrets if secret in written] == []
    assert set(re.findall(r"\b[A-Z][A-Z0-9]\b", written)) & set(CARD_NAMES) == set()


def fail_with_everything(browser: Client, match: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error whose text holds a row of the log, as PostgreSQL's do, and one that quotes a token."""

    def broken(*_: Any, **__: Any) -> Any:
        try:
            with connection.cursor() as cursor:
                cursor.execute(
                    "INSERT INTO games_event (match_id, seq, type, version, at, data, hash)"
                    " SELECT match_id, seq + 1000, type, version, at, data, NULL FROM games_event"
                    " WHERE type = 'deal_started'"
                )
        except Exception as error:
            raise RuntimeError(f"with {said}: {error}") from error

    monkeypatch.setattr("games.api.views.MatchView.get", broken)
    quiet = Client(raise_request_exception=False)
    assert quiet.get(f"/api/v1/matches/{match}/?token={said}").status_code == 500
    assert browser.get("/account/password/reset/key/secret-word/").status_code in (200, 302, 404)


@pytest.mark.django_db
def test_an_error_of_the_database_is_told_without_its_row() -> None:
    with pytest.raises(psycopg.Error) as caught, psycopg.connect(**connection.get_connection_params()) as raw:
        raw.execute("SELECT 1 / (CASE WHEN 'H5' = 'H5' THEN 0 END)")
    assert logs.safe_error(caught.value) == "DivisionByZero: division by zero"
    assert logs.safe("no\nDETAIL:  Failing row contains (H5)") == "no"
    assert logs.safe("GET /x/?ticket=abc HTTP") == "GET /x/?… HTTP"
    assert settings.LOGGING["root"]["level"] == "INFO"
