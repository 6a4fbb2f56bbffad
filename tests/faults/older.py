"""Makes stored times older: `python -m tests.faults.older SECONDS MATCH…`, while nothing of the product runs.

The log is append-only, so it is done as its owner with the triggers off, and the chain of hashes made anew.
"""

from __future__ import annotations

import json
import os
import sys

import django
import psycopg

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")
django.setup()

from games import codec  # noqa: E402  once Django's apps are loaded

# The log and its partitions.
LOGS = """
SELECT 'games_event' UNION SELECT inhrelid::regclass::text FROM pg_inherits
WHERE inhparent = 'games_event'::regclass
"""
MATCH_TIMES = ("head_at", "created_at", "started_at", "wake_at")


def main(seconds: int, matches: list[str]) -> None:
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as owner:
        owner.execute("UPDATE games_heartbeat SET at = at - make_interval(secs => %s)", [seconds])
        logs = [log for (log,) in owner.execute(LOGS)]
        for log in logs:
            owner.execute(f"ALTER TABLE ONLY {log} DISABLE TRIGGER append_only")
        for match in matches:
            _make_older(owner, seconds, match)
        for log in logs:
            owner.execute(f"ALTER TABLE ONLY {log} ENABLE ALWAYS TRIGGER append_only")


def _make_older(owner: psycopg.Connection, seconds: int, match: str) -> None:
    rows = owner.execute(
        "SELECT seq, type, (extract(epoch FROM at) * 1000)::bigint, data::text FROM games_event"
        " WHERE match_id = %s ORDER BY seq",
        [match],
    ).fetchall()
    link = codec.GENESIS
    for seq, type_, at_ms, data in rows:
        older_ms = at_ms - 1000 * seconds
        link = codec.chain(link, codec.canonical(seq, type_, older_ms, json.loads(data)))
        owner.execute(
            "UPDATE games_event SET at = %s, hash = %s WHERE match_id = %s AND seq = %s",
            [codec.moment(older_ms), link, match, seq],
        )
    times = ", ".join(f"{name} = {name} - make_interval(secs => %(seconds)s)" for name in MATCH_TIMES)
    query = f"UPDATE games_match SET head_hash = %(hash)s, {times} WHERE id = %(match)s"
    owner.execute(query, {"hash": link, "seconds": seconds, "match": match})


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
