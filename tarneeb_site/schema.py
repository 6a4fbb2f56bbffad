"""Whether the database has the migrations that this code was written for. It may have later ones."""

from functools import cache

from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


@cache
def wanted() -> frozenset[tuple[str, str]]:
    """The last migration of each app, as the files say."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def is_current() -> bool:
    """False where one is missing, or the database cannot be asked."""
    try:
        return wanted() <= MigrationRecorder(connection).applied_migrations().keys()
    except Error:
        return False
