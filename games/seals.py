"""Whether what is append-only is still so: what a restore or a hand at the database may have lost."""

from collections.abc import Iterator
from typing import Final

from django.db import connection

# Of each partition of the log, and of what moderators did: whether its trigger fires whatever the session's
# role, and what who asks may do.
_TABLES: Final = """
SELECT c.oid::regclass::text,
       EXISTS (SELECT FROM pg_trigger t
               WHERE t.tgrelid = c.oid AND t.tgname = 'append_only' AND t.tgenabled = 'A'),
       has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE')
FROM pg_class c
WHERE c.oid IN ('games_event'::regclass, 'accounts_moderationaction'::regclass)
   OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'games_event'::regclass)
ORDER BY 1
"""
_KEYS: Final = "SELECT has_table_privilege('games_usedkey', 'UPDATE, DELETE')"


def broken() -> Iterator[str]:
    """What does not hold, a line each, for the role that asks."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLES)
        for table, is_sealed, may_change in cursor.fetchall():
            if not is_sealed:
                yield f"{table} has lost its trigger: it is not append-only"
            if may_change:
                yield f"the application may change {table}"
        cursor.execute(_KEYS)
        if cursor.fetchone() == (True,):
            yield "the application may change games_usedkey"
