"""A database that the owner makes and the application's role uses; four players and a stranger."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.test import Client, TransactionTestCase
from psycopg import sql
from xdist.scheduler import LoadScopeScheduling

from accounts.models import Scope, Token, User
from tarneeb_site.postgresql import addresses
from tests.browser.site import Site, serving
from tests.shapes import check_answer
from tests.turns import taken

# Under pytest-xdist each process has a database and static files of its own.
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
TEST_DATABASE = f"test_tarneeb{WORKER}"
settings.STATIC_ROOT = settings.VAR_DIR / f"static{WORKER}"
# What mostly waits for a browser or for processes that it starts, and so leaves a core to the others.
WATCHING = ("tests/browser/", "tests/clients/", "tests/faults/", "tests/launcher/")
# Each test client would look through all static files anew.
settings.WHITENOISE_AUTOREFRESH = True


class Halves(LoadScopeScheduling):  # type: ignore[misc]
    """For two processes: each half keeps together, and with it what its tests share."""

    def _split_scope(self, nodeid: str) -> str:
        return "watching" if nodeid.startswith(WATCHING) else "working"


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Halves:
    return Halves(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    with taken(run, alone="alone" in item.keywords):
        return (yield)


def owner_connection() -> psycopg.Connection[Any]:
    """As the owner, beside Django's connections."""
    return psycopg.connect(**addresses.parameters(connections["owner"].settings_dict), autocommit=True)


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """In place of pytest-django's: the application's role may not create databases, nor should it."""
    name = sql.Identifier(TEST_DATABASE)
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        with owner_connection() as owner:
            owner.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name))
            owner.execute(sql.SQL("CREATE DATABASE {}").format(name))
        for alias in connections:
            connections[alias].close()
            connections[alias].settings_dict["NAME"] = TEST_DATABASE
            # The test client keeps other threads' requests from giving connections back to a pool.
            connections[alias].settings_dict["OPTIONS"].pop("pool", None)
        call_command("migrate", database="owner", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)  # pages name their hashed files
        connections["owner"].close()
        yield


@cache
def _owner_and_used() -> tuple[psycopg.Connection[Any], sql.Composed]:
    """The owner's connection for all tests, and a query for the tables that have rows."""
    owner = owner_connection()
    names = owner.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN "
        "('django_migrations', 'django_content_type', 'auth_permission', 'auth_group', "
        "'auth_group_permissions') AND tablename !~ '^games_event_'"
    )
    has_rows = sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})")
    queries = [has_rows.format(sql.Literal(name), sql.Identifier(name)) for (name,) in names]
    return owner, sql.SQL(" UNION ALL ").join(queries)


def _empty_tables(self: TransactionTestCase) -> None:
    """Django would TRUNCATE as the application's role, which may not; nor may anyone the event log.

    So the owner does it, with the log's triggers off: nothing but a test set-up can. Most tables are empty
    after most tests, and of a few rows DELETE is quicker.
    """
    connections["default"].close()
    owner, used = _owner_and_used()
    with owner.transaction():
        tables = [name for (name,) in owner.execute(used)]
        with unsealed(owner, tables):
            for name in tables:
                owner.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))


@contextmanager
def unsealed(owner: psycopg.Connection[Any], tables: list[str]) -> Iterator[None]:
    """Their triggers against changes are off inside, which must be in a transaction of the owner's."""
    switch = sql.SQL("ALTER TABLE ONLY {} {} TRIGGER append_only")
    sealed = _append_only(owner, tables)
    for table in sealed:
        owner.execute(switch.format(table, sql.SQL("DISABLE")))
    yield
    if sealed:
        owner.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table that waits for a check cannot be altered
    for table in sealed:
        owner.execute(switch.format(table, sql.SQL("ENABLE ALWAYS")))


def _append_only(owner: psycopg.Connection[Any], tables: list[str]) -> list[sql.Identifier]:
    """Those of the tables that refuse to be changed, each with its partitions."""
    found = owner.execute(
        "SELECT tgrelid::regclass::text FROM pg_trigger LEFT JOIN pg_inherits ON inhrelid = tgrelid "
        "WHERE tgname = 'append_only' AND coalesce(inhparent, tgrelid)::regclass::text = ANY(%s)",
        [tables],
    )
    return [sql.Identifier(name) for (name,) in found]


TransactionTestCase._fixture_teardown = _empty_tables  # type: ignore[attr-defined]


@dataclass
class Caller:
    """One person's way in: a bearer token and Django's test client.

    Every answer must be one that the OpenAPI document has.
    """

    user: User | None
    token: str = ""

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        url = f"/api/v1/{path}"
        content = body if isinstance(body, (bytes, str)) else json.dumps(body)
        response = Client(headers=headers).generic(method, url, content, "application/json")
        check_answer(method, url, response)
        return response

    def get(self, path: str, **headers: str) -> Any:
        return self("GET", path, "", **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self("POST", path, {} if body is None else body, **headers)

    def act(self, match: str, **action: Any) -> Any:
        return self.post(f"matches/{match}/actions/", action)

    def state(self, match: str) -> Any:
        return self.get(f"matches/{match}/").json()


@pytest.fixture
def sign_up(transactional_db: None) -> Callable[[str], Caller]:
    """Makes a person with a token of every scope."""

    def person(name: str) -> Caller:
        user = User.objects.create_user(name, f"{name}@example.org")
        _, text = Token.objects.issue(user, "tests", list(Scope))
        return Caller(user, text)

    return person


@pytest.fixture
def four(sign_up: Callable[[str], Caller]) -> dict[str, Caller]:
    """The people who sit N, E, S and W."""
    return {name[0].upper(): sign_up(f"player-{name}") for name in ("north", "east", "south", "west")}


@pytest.fixture
def stranger(sign_up: Callable[[str], Caller]) -> Caller:
    return sign_up("stranger")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The whole service, with data of its own."""
    with serving(tmp_path_factory.mktemp("site"), throttles="off") as site:
        yield site


@pytest.fixture
def nobody(transactional_db: None) -> Caller:
    """Not signed in."""
    return Caller(None)
