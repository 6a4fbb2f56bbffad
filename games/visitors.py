"""Who opens a socket: a token, a ticket or a browser's session (protocol.md, "WebSocket")."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from channels.db import database_sync_to_async

from accounts.models import Scope, Token, User
from games import tickets


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who has connected: as whom they see and act, which their token may each forbid."""

    reader: UUID | None = None
    actor: UUID | None = None
    token: str | None = None
    session: str | None = None


NOBODY = Visitor()


class NotSignedIn(Exception):
    """A token, ticket or session that is none."""


class ForeignOrigin(Exception):
    """A browser's session, used from somebody else's page."""


def _visitor_with(token: Token) -> Visitor:
    reads, plays = (scope in token.scopes for scope in (Scope.READ, Scope.PLAY))
    return Visitor(token.user_id if reads else None, token.user_id if plays else None, token=token.pk)


@database_sync_to_async
def _bearer(text: str) -> Visitor:
    token = Token.objects.find(text)
    if token is None:
        raise NotSignedIn
    token.note_use()
    return _visitor_with(token)


async def visitor_of(scope: Mapping[str, Any]) -> Visitor:
    """Who is asking. Raises NotSignedIn and ForeignOrigin."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    scheme, _, text = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return await _bearer(text.strip())
    given = parse_qs(scope["query_string"].decode("latin-1")).get("ticket")
    if given:
        ticket = await tickets.use(given[0])
        if ticket is None:
            raise NotSignedIn
        return Visitor(**ticket)
    user = scope.get("user")
    if not isinstance(user, User) and not getattr(user, "is_authenticated", False):
        return NOBODY
    if user.is_banned:  # type: ignore[union-attr]
        raise NotSignedIn
    if not _is_our_own(headers.get("origin", ""), headers.get("host")):
        raise ForeignOrigin
    return Visitor(user.pk, user.pk, session=scope["session"].session_key)  # type: ignore[union-attr]


def _is_our_own(origin: str, host: str | None) -> bool:
    try:
        return urlsplit(origin).netloc == host
    except ValueError:  # no address at all
        return False
