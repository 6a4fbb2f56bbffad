"""Calls about matches: each parses, checks access, calls, renders."""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Final, Literal
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import export
from accounts.api.calls import PAGED, Call, Calls
from accounts.api.errors import ERRORS
from accounts.api.paging import page_of
from accounts.api.parsing import body_of, choice, query_integer, text
from accounts.api.permissions import PUBLIC, Scopes, person, reader
from accounts.api.social import person_named
from accounts.contract import Name, Nothing, Page
from accounts.models import Scope, Token, User
from games import access, lists, pbn, play, presence, queries, reports, rulesets, tables, talk, tickets, wire
from games.api import parsing
from games.api.negotiation import RefusesInJson
from games.codec import Data
from games.contract import bodies, people, requests, values
from games.drivers import run
from games.matchmaking import seeks
from games.models import Match
from games.problems import answering
from games.ratings import standing
from games.rules.commands import Command
from games.rules.errors import NotSeated, RuleViolation
from games.rules.seats import parse_seat
from games.rules.state import MatchState

MAX_SEQ: Final = 2**31 - 1
EXPORT_FORMATS: Final = ("json", "pbn")
# What a call that changes a match may meet on the way.
RACES: Final = ("match_over", "stale_seq")
RULES: Final = tuple(rule.code for rule in RuleViolation.__subclasses__() if ERRORS[rule.code][0] == 422)
KEPT: Final = {"If-None-Match": requests.KnownTag}


def reader_id(request: Request) -> UUID | None:
    user = reader(request)
    return user.pk if user else None


def _detail(
    match_id: UUID, viewer: UUID | None, at: int | None = None, line: list[str] | None = None
) -> bodies.Match:
    body = run(queries.describing(match_id, viewer, at, line))
    presence.mark(body["state"], presence.connected_seats(match_id))
    return body


def settled(request: Request, body: Mapping[str, Any], finished: bool) -> Response:
    """A body, with an ETag once the match has ended and only its players' names can still change."""
    if not finished:
        return Response(body, headers={"Cache-Control": "no-store"})
    lasting = {name: value for name, value in body.items() if name != "server_time"}
    headers, is_known = _lasting(request, json.dumps(lasting, sort_keys=True))
    return Response(status=304, headers=headers) if is_known else Response(body, headers=headers)


def _lasting(request: Request, text: str) -> tuple[dict[str, str], bool]:
    """Headers for a text that hardly changes, and whether the client has it."""
    headers = {
        "ETag": f'W/"{hashlib.sha256(text.encode()).hexdigest()[:32]}"',
        "Cache-Control": "private, no-cache",
    }
    return headers, headers["ETag"] in re.split(r"\s*,\s*", request.headers.get("If-None-Match", ""))


class RuleSetsView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {"GET": Call("The presets, in the request's language", {200: Page[bodies.Preset]})}

    def get(self, request: Request) -> Response:
        return Response({"next": None, "previous": None, "results": rulesets.described()})


class MatchesView(APIView):
    scopes: Scopes = {"GET": PUBLIC, "POST": Scope.PLAY}
    calls: Calls = {
        "GET": Call(
            "Public matches and one's own, the newest first",
            {200: Page[bodies.ListedMatch]},
            query={"status": values.Status, "player": Name, "ruleset": requests.RuleSetId, **PAGED},
            refuses=("not_found",),
        ),
        "POST": Call(
            "Open a casual table",
            {201: bodies.Match},
            requests.NewTable,
            refuses=("already_playing", "unknown_bot"),
            example={
                "ruleset": "levant-41",
                "seats": {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:easy"},
            },
        ),
    }
    ordering = "-id"

    def get(self, request: Request) -> Response:
        rows = lists.matches(reader_id(request))
        query = request.query_params
        if "status" in query:
            rows = rows.filter(status=choice(query, "status", Match.Status.values))
        if "ruleset" in query:
            rows = rows.filter(ruleset_id=text(query, "ruleset", max_length=30))
        if "player" in query:
            rows = rows.filter(seats__person=person_named(query["player"]))
        return page_of(self, rows, lists.listed_match)

    def post(self, request: Request) -> Response:
        host = person(request)
        table = parsing.new_table(body_of(request), host)
        match_id = tables.open_table(host, table.ruleset, table.clock, table.visibility, table.seating)
        return Response(_detail(match_id, host.pk), status=201)


class MatchView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {
        "GET": Call(
            "A match as one may see it; of a finished one, also as it was `at` a seq, or on another `line`",
            {200: bodies.Match, 304: None},
            query={"at": requests.AtSeq, "line": requests.Line},
            headers=KEPT,
            refuses=("forbidden", *RULES),
        )
    }

    def get(self, request: Request, match_id: UUID) -> Response:
        at = query_integer(request, "at", 1, MAX_SEQ, default=0) or None
        line = parsing.line(request.query_params)
        body = _detail(match_id, reader_id(request), at, line if at else None)
        return settled(request, body, body["status"] == "finished")


class EventsView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {
        "GET": Call(
            "The log as one may see it, behind a seq: at most a thousand events",
            {200: bodies.EventsPage, 304: None},
            query={"after": requests.AfterSeq},
            headers=KEPT,
            refuses=("forbidden",),
        )
    }

    def get(self, request: Request, match_id: UUID) -> Response:
        after = query_integer(request, "after", 0, MAX_SEQ, default=0)
        body = run(queries.reading(match_id, reader_id(request), after))
        return settled(request, body, body["finished"])


class ExportView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    content_negotiation_class = RefusesInJson
    calls: Calls = {
        "GET": Call(
            "A finished match whole",
            {200: bodies.Export, 304: None},
            also={pbn.CONTENT_TYPE.partition(";")[0]: str},
            query={"format": Literal["json", "pbn"]},
            headers=KEPT,
            refuses=("forbidden",),
        )
    }

    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        format_ = choice(request.query_params, "format", EXPORT_FORMATS, default="json")
        body = run(queries.exporting(match_id, reader_id(request)))
        return _as_pbn(request, body) if format_ == "pbn" else settled(request, body, finished=True)


def _as_pbn(request: Request, body: bodies.Export) -> HttpResponse:
    text = pbn.written(body, request.build_absolute_uri(reverse("table", args=[body["id"]])))
    headers, is_known = _lasting(request, text)
    if is_known:
        return HttpResponse(status=304, headers=headers)
    headers["Content-Disposition"] = f'attachment; filename="tarneeb-{body["id"]}.pbn"'
    return HttpResponse(text, content_type=pbn.CONTENT_TYPE, headers=headers)


class FairnessView(APIView):
    scopes: Scopes = {"GET": PUBLIC}
    calls: Calls = {
        "GET": Call(
            "What proves the deals; the server's seed after the end",
            {200: bodies.Fairness, 304: None},
            headers=KEPT,
            refuses=("forbidden",),
        )
    }

    def get(self, request: Request, match_id: UUID) -> Response:
        body = run(queries.proving(match_id, reader_id(request)))
        return settled(request, body, body["server_seed"] is not None)


class ActionsView(APIView):
    scopes: Scopes = {"POST": Scope.PLAY}
    calls: Calls = {
        "POST": Call(
            "Act: one of the bodies that `now.legal` lists, or resign",
            {201: bodies.Done},
            requests.ActionRequest,
            headers={"Idempotency-Key": requests.IdempotencyKey},
            refuses=("not_seated", *RACES, "idempotency_conflict", *RULES),
        )
    }

    def post(self, request: Request, match_id: UUID) -> Response:
        action = wire.parse_action(request.data)
        key = parsing.idempotency_key(request, action)
        me = person(request).pk

        def command_for(state: MatchState) -> Command:
            seat = access.own_seat(state, me)
            if seat is None:
                raise NotSeated
            return action.command(seat)

        done = play.execute(
            match_id, command_for, person=me, expected_seq=action.expected_seq, key=key, path="rest"
        )
        return Response(_done(done), status=201)


def _done(done: play.Done) -> bodies.Done:
    return {"seq": done.seq, "events": run(queries.telling(done.events, done.viewer))}


class TableView(APIView):
    """A call about one's seat or table; it answers with the table as it is then."""

    scopes: Scopes = {"POST": Scope.PLAY}
    calls: Calls

    def post(self, request: Request, match_id: UUID) -> Response:
        self.change(match_id, person(request), body_of(request))
        return Response(_detail(match_id, person(request).pk))

    def change(self, match_id: UUID, user: User, body: Data) -> None:
        raise AssertionError("each call says what it changes")


class JoinView(TableView):
    calls: Calls = {
        "POST": Call(
            "Sit down at an open seat, or at one that is kept for oneself",
            {200: bodies.Match},
            requests.Sitting,
            refuses=("forbidden", "already_playing", "already_started", "seat_taken", *RACES),
        )
    }

    def change(self, match_id: UUID, user: User, body: Data) -> None:
        tables.join(match_id, user, _seat_in(body), parsing.client_seed(body))


class FillView(TableView):
    calls: Calls = {
        "POST": Call(
            "Bots take the open seats; the host's to do",
            {200: bodies.Match},
            requests.Filling,
            refuses=("forbidden", "already_started", "seat_taken", "unknown_bot", *RACES),
        )
    }

    def change(self, match_id: UUID, user: User, body: Data) -> None:
        tables.fill(match_id, user, text(body, "bot", max_length=20, default="easy"))


class KickView(TableView):
    calls: Calls = {
        "POST": Call(
            "Empty a seat before the start, or take an invitation back; the host's to do",
            {200: bodies.Match},
            requests.Kicked,
            refuses=("forbidden", "already_started", *RACES),
        )
    }

    def change(self, match_id: UUID, user: User, body: Data) -> None:
        tables.kick(match_id, user, _seat_in(body))


class ReclaimView(TableView):
    calls: Calls = {
        "POST": Call(
            "Take back a seat that the clock has taken",
            {200: bodies.Match},
            Nothing,
            refuses=("forbidden", "not_seated", "cannot_reclaim", *RACES),
        )
    }

    def change(self, match_id: UUID, user: User, body: Data) -> None:
        tables.reclaim(match_id, user)


class RematchView(APIView):
    """The same four again, at a casual table; who asks second sits down at the first one's."""

    scopes: Scopes = {"POST": Scope.PLAY}
    calls: Calls = {
        "POST": Call(
            "The same four again, at a casual table; who asks second sits down at the first one's",
            {201: bodies.Match, 200: bodies.Match},
            Nothing,
            refuses=("invalid", "already_playing", "already_started", "seat_taken", "unknown_bot", *RACES),
        )
    }

    def post(self, request: Request, match_id: UUID) -> Response:
        body_of(request)
        me = person(request)
        again, is_new = tables.rematch(match_id, me)
        return Response(_detail(again, me.pk), status=201 if is_new else 200)


class LeaveView(APIView):
    scopes: Scopes = {"POST": Scope.PLAY}
    calls: Calls = {
        "POST": Call(
            "Get up before the start, forfeit the seat after it",
            {200: bodies.Done},
            Nothing,
            refuses=("not_seated", *RACES),
        )
    }

    def post(self, request: Request, match_id: UUID) -> Response:
        body_of(request)
        return Response(_done(tables.leave(match_id, person(request))))


def _seat_in(body: Data) -> int:
    return parse_seat(choice(body, "seat", ("N", "E", "S", "W")))


class TicketsView(APIView):
    """A way into a socket for who cannot send a header with it."""

    scopes: Scopes = {"POST": Scope.PLAY}
    calls: Calls = {"POST": Call("A way into a socket without a header", {201: bodies.Ticket}, Nothing)}

    def post(self, request: Request) -> Response:
        body_of(request)
        reads = reader(request) is not None
        token = request.auth.pk if isinstance(request.auth, Token) else None
        ticket = tickets.issue(
            {
                "reader": str(person(request).pk) if reads else None,
                "actor": str(person(request).pk),
                "token": token,
                "session": None if token else request.session.session_key,
            }
        )
        return Response({"ticket": ticket, "expires_in": tickets.LASTS_SECONDS}, status=201)


class PlayingView(APIView):
    scopes: Scopes = {"GET": Scope.READ}
    calls: Calls = {"GET": Call("One's open seats and seeks", {200: bodies.Playing})}

    def get(self, request: Request) -> Response:
        me = person(request).pk
        body: bodies.Playing = {"matches": lists.playing(me), "seeks": seeks.open_seeks(me)}
        return Response(body)


class OwnDataView(APIView):
    """All that is kept of the person who asks."""

    scopes: Scopes = {"GET": Scope.ACCOUNT}
    calls: Calls = {"GET": Call("All that is kept of oneself", {200: people.OwnData})}

    def get(self, request: Request) -> Response:
        user = person(request)
        body = {
            **export.of(user),
            "matches": lists.played(user.pk),
            "messages": talk.said(user.pk),
            "reports": reports.reported(user),
            **standing.all_of(user.pk),
            **answering.all_of(user),
        }
        return Response(body, headers={"Cache-Control": "no-store"})
