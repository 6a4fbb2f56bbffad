"""Tickets: the way to open a socket for who cannot send a header with it. One use, 30 seconds."""

import json
import secrets
from typing import Any
from uuid import UUID

from games import doorbell
from games.codec import Data
from games.live.hub import hub

LASTS_SECONDS = 30


def issue(visitor: Data) -> str:
    """A ticket for who asks: ids of reader, actor, token and session, or None. Raises RedisError."""
    ticket = secrets.token_urlsafe(24)
    doorbell.client().set(_key(ticket), json.dumps(visitor), ex=LASTS_SECONDS)
    return ticket


async def use(ticket: str) -> dict[str, Any] | None:
    """Who asked for it, once; None for a ticket that is unknown, used or too old."""
    stored = await hub().redis.getdel(_key(ticket))
    if stored is None:
        return None
    visitor: dict[str, Any] = json.loads(stored)
    return visitor | {name: visitor[name] and UUID(visitor[name]) for name in ("reader", "actor")}


def _key(ticket: str) -> str:
    return f"ticket.{ticket}"
