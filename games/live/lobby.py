"""The lobby of one process: the tables one may join or watch, told anew whenever they change."""

import asyncio
import json
import os
import secrets
from typing import TYPE_CHECKING

from redis.exceptions import RedisError

from games.contract.bodies import ListedTable
from games.drivers import Rows
from games.live.background import soon
from games.live.payloads import frame
from games.ratings.model import MU
from games.store import Statement

if TYPE_CHECKING:  # the hub has a lobby
    from games.live.hub import Hub
    from games.live.table import Listener

# Of open tables the newest, of running matches the best.
SHOWN = 50
# Many changes at once are told together.
SETTLES_SECONDS = 0.3
WATCHERS = "watchers"
WATCHERS_LAST_SECONDS = 60

_TABLES = """
WITH shown AS (
    (SELECT m.id, m.status, m.ruleset, NULL AS mu FROM games_match m
     WHERE m.visibility = 'public' AND m.status = 'open' ORDER BY m.id DESC LIMIT %(limit)s)
    UNION ALL
    (SELECT m.id, m.status, m.ruleset,
            avg(coalesce(r.mu, %(start)s)) FILTER (WHERE s.player_kind = 'human') AS mu
     FROM games_match m JOIN games_matchseat s ON s.match_id = m.id
     LEFT JOIN games_rating r ON r.person_id = s.person_id AND r.ladder = m.ruleset_id
     WHERE m.visibility = 'public' AND m.status = 'live'
     GROUP BY m.id ORDER BY mu DESC NULLS LAST, m.id DESC LIMIT %(limit)s)
)
SELECT m.id::text, m.status, m.ruleset::text,
       (SELECT json_object_agg(s.seat, CASE WHEN s.player_id <> '' THEN json_build_object(
            'player', json_build_object('kind', s.player_kind, 'id', s.player_id,
                'name', CASE s.player_kind WHEN 'bot' THEN substr(s.player_id, 5) ELSE u.username END),
            'forfeited', s.forfeited,
            'program', s.player_kind = 'human' AND u.kind = 'bot') END)::text
        FROM games_matchseat s LEFT JOIN accounts_user u ON u.id = s.person_id WHERE s.match_id = m.id)
FROM shown m ORDER BY m.status DESC, m.mu DESC NULLS LAST, m.id DESC
"""


class Lobby:
    """Sockets that look at the list of tables: open ones first, then those being played.

    These go by the mean rating of the people at the table, in its preset's ladder; bots alone come last.
    """

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub
        self.listeners: set[Listener] = set()
        self._process = f"{os.getpid()}.{secrets.token_hex(4)}"
        self._settling = False

    def change(self) -> None:
        """The bell rang: tell the tables soon."""
        if self.listeners and not self._settling:
            self._settling = True
            soon(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(SETTLES_SECONDS)
        self._settling = False
        payload = await self.payload()
        for listener in self.listeners:
            listener.tell(payload)

    async def payload(self) -> str:
        """The `tables` frame."""
        rows = await self.hub.one(Statement(_TABLES, {"limit": SHOWN, "start": MU}))
        return frame({"type": "tables", "tables": _tables(rows, await self._watchers())})

    async def _watchers(self) -> dict[str, int]:
        """Match -> watchers, over all processes; none known while Redis is away."""
        total: dict[str, int] = {}
        try:
            counts = await self.hub.redis.hvals(WATCHERS)
        except (RedisError, OSError):
            return total
        for count in counts:
            for match_id, watchers in json.loads(count).items():
                total[match_id] = total.get(match_id, 0) + watchers
        return total

    async def report_watchers(self) -> None:
        """What this process counts, forgotten by itself should the process die."""
        counts = {
            str(match_id): sum(1 for listener in table.listeners if not listener.is_player)
            for match_id, table in self.hub.tables.items()
        }
        try:
            await self.hub.redis.hset(WATCHERS, self._process, json.dumps(counts))
            await self.hub.redis.hexpire(WATCHERS, WATCHERS_LAST_SECONDS, self._process)
        except (RedisError, OSError):
            return


def _tables(rows: Rows, watchers: dict[str, int]) -> list[ListedTable]:
    return [
        {
            "id": match_id,
            "status": status,
            "ruleset": json.loads(ruleset),
            "seats": json.loads(seats),
            "watchers": watchers.get(match_id, 0),
        }
        for match_id, status, ruleset, seats in rows
    ]
