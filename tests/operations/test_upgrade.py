"""Migrations: a database of an earlier version comes to the present with its matches, and can go back."""

from collections.abc import Iterator

import psycopg
import pytest
from django.core.management import call_command
from django.db import connections
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from psycopg import sql

from games.models import Match
from tests.conftest import owner_connection
from tests.operations.conftest import Line, Played, pointed_at, url_of

# Migrations are the owner's.
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

OURS = ("accounts", "games")
# The first that counts what a match's end makes, and whatever came before the newest.
FIRST = "0002_ranked_play"
COLUMNS = """
SELECT table_name, array_agg(column_name::text) FROM information_schema.columns
WHERE table_schema = 'public' AND table_name !~ '^games_event_' GROUP BY 1
"""
# Filled by `migrate` itself.
MADE = {"django_migrations", "django_content_type", "auth_permission"}


def last_but_one() -> str:
    graph = MigrationLoader(None).graph
    (newest,) = graph.leaf_nodes("games")
    (before,) = (node for node in graph.node_map[newest].parents if node.key[0] == "games")
    return str(before.key[1])


def columns(line: Line) -> dict[str, set[str]]:
    return {table: set(names) for table, names in line.execute(COLUMNS) if table not in MADE}


def copy_rows(source: Line, target: Line) -> None:
    """All that an earlier version has room for; keys between tables are checked at the end."""
    here, there = columns(source), columns(target)
    for table in here.keys() & there.keys():
        names = sql.SQL(", ").join(map(sql.Identifier, sorted(here[table] & there[table])))
        name = sql.Identifier(table)
        read = sql.SQL("COPY (SELECT {} FROM {}) TO STDOUT").format(names, name)
        write = sql.SQL("COPY {} ({}) FROM STDIN").format(name, names)
        with source.cursor().copy(read) as rows, target.cursor().copy(write) as out:
            for row in rows:
                out.write(row)


@pytest.fixture
def scratch(copy: str) -> Iterator[str]:
    """An empty database."""
    with owner_connection() as owner:
        owner.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(copy)))
    yield copy
    connections.close_all()


def migrate(*target: str) -> None:
    call_command("migrate", *target, database="owner", verbosity=0)


@pytest.mark.parametrize("earlier", [FIRST, last_but_one()])
def test_matches_of_an_earlier_version_are_in_order_in_this_one(
    played: Played, scratch: str, earlier: str
) -> None:
    with pointed_at(scratch):
        migrate("games", earlier)
    with owner_connection() as source, psycopg.connect(url_of("owner", scratch)) as target:
        copy_rows(source, target)
    with pointed_at(scratch):
        migrate()
        assert {str(pk) for pk in Match.objects.values_list("pk", flat=True)} == {played.ended, played.live}
        call_command("verify_log", verbosity=0)
        call_command("rebuild_projections", verbosity=0)


def ours() -> list[Migration]:
    migrations = MigrationLoader(None).disk_migrations
    return [migration for (app, _), migration in sorted(migrations.items()) if app in OURS]


@pytest.mark.parametrize("migration", ours(), ids=str)
def test_each_migration_can_be_taken_back(migration: Migration) -> None:
    assert all(operation.reversible for operation in migration.operations)


def test_migrations_are_taken_back_and_made_again(transactional_db: None, scratch: str) -> None:
    with pointed_at(scratch):
        migrate()
        migrate("games", "zero")
        migrate()
        call_command("verify_log", verbosity=0)
