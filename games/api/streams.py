"""Calls that are answered as long as there is something to tell: each lets in, or refuses as any other."""

from typing import Literal
from uuid import UUID

from django.http import HttpResponseBase
from django.utils import translation
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.calls import Call, Calls
from accounts.api.errors import ApiError
from accounts.api.parsing import choice, query_integer
from accounts.api.permissions import PUBLIC, Scopes, reader
from accounts.api.social import person_named
from accounts.api.throttling import address_of
from accounts.models import Scope, Token, User
from games import exports, queries
from games.api import parsing
from games.api.negotiation import RefusesInJson
from games.contract import bodies, frames, requests, values
from games.drivers import run
from games.live.hub import is_crowded
from games.live.streams import (
    NDJSON,
    SSE,
    ExportStream,
    Format,
    FrameStream,
    MatchStream,
    PersonStream,
    Reader,
)
from games.rules.ruleset import PRESETS
from tarneeb_site.streaming import streaming

MAX_SEQ = 2**31 - 1
# Nobody knows when another stream of theirs will end.
CROWDED_SECONDS = 10


def media_type(format_: Format) -> str:
    """Without its parameters."""
    return format_.content_type.partition(";")[0]


FORMATS = [media_type(NDJSON), media_type(SSE)]


class MatchStreamView(APIView):
    """`?after=SEQ`, or EventSource's `Last-Event-ID`, resumes behind an event."""

    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {
        "GET": Call(
            "A match as it goes on, frame by frame",
            {200: None},
            also=dict.fromkeys(FORMATS, frames.MatchFrame),
            query={"after": requests.AfterSeq},
            headers={"Last-Event-ID": requests.AfterSeq},
            refuses=("forbidden",),
        )
    }
    content_negotiation_class = RefusesInJson

    def get(self, request: Request, match_id: UUID) -> HttpResponseBase:
        who, after = _reader(request), _after(request)
        run(queries.admitting(match_id, who.person, 0))
        return _begun(request, MatchStream(who, _format(request), match_id, after))


class PersonStreamView(APIView):
    scopes: Scopes = {"GET": Scope.READ}
    calls: Calls = {
        "GET": Call(
            "One's seeks, pairings, invitations and turns as they come",
            {200: None},
            also=dict.fromkeys(FORMATS, frames.PersonFrame),
        )
    }
    content_negotiation_class = RefusesInJson

    def get(self, request: Request) -> HttpResponseBase:
        return _begun(request, PersonStream(_reader(request), _format(request)))


class PlayerExportView(APIView):
    """The finished matches of a player, as `export/` has them, one a line, by the time of their end."""

    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {
        "GET": Call(
            "The finished matches of a player, one a line",
            {200: None},
            also={media_type(NDJSON): bodies.Export},
            query={
                "since": values.Time,
                "until": values.Time,
                "ruleset": values.PresetName,
                "rated": Literal["true", "false"],
                "result": Literal["won", "lost", "none"],
            },
        )
    }
    content_negotiation_class = RefusesInJson

    def get(self, request: Request, name: str) -> HttpResponseBase:
        player, viewer, query = person_named(name), reader(request), request.query_params
        rows = exports.finished(viewer.pk if viewer else None).filter(seats__person=player)
        since, until = (parsing.moment(query, bound) for bound in ("since", "until"))
        if since is not None:
            rows = rows.filter(finished_at__gte=since)
        if until is not None:
            rows = rows.filter(finished_at__lt=until)
        if "ruleset" in query:
            rows = rows.filter(ruleset_id=choice(query, "ruleset", PRESETS))
        if "rated" in query:
            rows = rows.filter(rated=choice(query, "rated", ("true", "false")) == "true")
        if "result" in query:
            rows = rows.filter(exports.ended(player, choice(query, "result", exports.RESULTS)))
        export = ExportStream(_reader(request), rows)
        if is_crowded(export):
            raise ApiError("throttled", retry_after=CROWDED_SECONDS)
        return streaming(request._request, export.chunks(), NDJSON.content_type)


def _begun(request: Request, stream: FrameStream) -> HttpResponseBase:
    return streaming(request._request, stream.chunks(), _format(request).content_type)


def _format(request: Request) -> Format:
    """Lines, unless events are what is asked for."""
    formats = {format_.content_type: format_ for format_ in (NDJSON, SSE)}
    return formats.get(request._request.get_preferred_type(list(formats)) or "", NDJSON)


def _after(request: Request) -> int | None:
    last = parsing.seq(request.headers.get("Last-Event-ID", ""))
    if last is not None:  # a client that comes back keeps its address
        return last
    after = query_integer(request, "after", 0, MAX_SEQ, default=-1)
    return None if after < 0 else after


def _reader(request: Request) -> Reader:
    user = reader(request)
    if isinstance(request.auth, Token):
        credential: str | None = request.auth.pk
    else:
        credential = request.session.session_key if isinstance(request.user, User) else None
    return Reader(user.pk if user else None, address_of(request), credential, translation.get_language())
