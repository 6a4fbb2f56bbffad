"""Every read of a match, redacted for whoever asks."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import names_of
from games import access, codec, states, store, wire
from games.codec import Data
from games.drivers import run, run_one
from games.errors import Invalid, NotFinished
from games.models import DealScore, Match, MatchSeat
from games.rules.seats import SEAT_NAMES
from games.rules.state import FINISHED, MatchState
from games.rules.views import AFTER_THE_END, Viewer, redact, view
from games.store import StoredEvent

PAGE_OF_EVENTS = 1000
BOT_PREFIX = "bot:"


def player_names(ids: Iterable[str]) -> dict[str, str]:
    """Player id -> name, now: a bot's level, an account's username, or the id where neither is known."""
    wanted = set(ids)
    people = names_of(wanted)
    return {id_: people.get(id_, id_.removeprefix(BOT_PREFIX)) for id_ in wanted}


def match_detail(match_id: UUID, person: UUID | None, at: int | None = None) -> Data:
    """The body of GET `matches/{id}/`, or with `at` that of a finished match after an earlier event."""
    match = _match_for(match_id, person)
    (head, state), _ = run(states.loading(match_id))
    viewer, seq = access.viewer_of(state, person), head.seq
    if at is not None:
        if viewer != AFTER_THE_END:
            raise NotFinished("at")
        if not 1 <= at <= head.seq:
            raise Invalid("at")
        state, seq = run(states.folding(replace(head, seq=at, deal_seq=0))), at
    return {
        "id": str(match_id),
        "status": match.status,
        "seq": seq,
        "host": match.host_id and str(match.host_id),
        **_bodies(match_id, state, viewer, seq),
        "server_time": codec.rfc3339(codec.milliseconds(timezone.now())),
    }


def _bodies(match_id: UUID, state: MatchState, viewer: Viewer, seq: int) -> Data:
    seen = view(state, viewer)
    names = player_names(wire.player_ids(seen))
    sheet = DealScore.objects.filter(match_id=match_id, seq__lte=seq).order_by("seq")
    invited = MatchSeat.objects.filter(match_id=match_id, invited__isnull=False).select_related("invited")
    body = wire.state_body(seen, names, list(sheet.values_list("data", flat=True)))
    body["invited"] = {seat.seat: seat.invited.username for seat in invited if seat.invited}
    return {"state": body, "now": wire.now_body(seen)}


def events_after(match_id: UUID, person: UUID | None, after: int) -> Data:
    """The body of GET `matches/{id}/events/`: at most PAGE_OF_EVENTS, each as this person may see it."""
    _match_for(match_id, person)
    (head, state), _ = run(states.loading(match_id))
    viewer = access.viewer_of(state, person)
    events = store.read_events(run_one(store.read(match_id, after, head.seq, PAGE_OF_EVENTS)))
    return {
        "events": event_bodies(events, viewer),
        "head": head.seq,
        "finished": state.phase == FINISHED,
    }


def event_bodies(events: Iterable[StoredEvent], viewer: Viewer) -> list[Data]:
    """Stored events as a viewer may see them, verbatim but for hidden hands and the players' names."""
    shown = [(event, redact(event.type, event.data, viewer)) for event in events]
    players = [player for _, data in shown for player in _players(data)]
    names = player_names(player["id"] for player in players) if players else {}
    return [
        {
            "seq": event.seq,
            "type": event.type,
            "at": codec.rfc3339(event.at_ms),
            "data": _ordered(_named(data, names)),
        }
        for event, data in shown
    ]


def _ordered(value: Any) -> Any:
    """Keys in one order, just stored or read back: a repeated command is answered to the byte."""
    if not isinstance(value, dict):
        return value
    return {name: _ordered(value[name]) for name in sorted(value)}


def _players(data: Mapping[str, Any]) -> list[Mapping[str, str]]:
    """The players in an event's data: one, or one a seat."""
    by_seat = [*data.get("seats", {}).values(), *data.get("forfeited", {}).values()]
    return [data["player"], *by_seat] if "player" in data else by_seat


def _named(data: Mapping[str, Any], names: Mapping[str, str]) -> Data:
    named = dict(data)
    if "player" in named:
        named["player"] = _with_name(named["player"], names)
    for field in ("seats", "forfeited"):
        if field in named:
            named[field] = {seat: _with_name(player, names) for seat, player in named[field].items()}
    return named


def _with_name(player: Mapping[str, str], names: Mapping[str, str]) -> Data:
    return {**player, "name": names[player["id"]]}


def export(match_id: UUID, person: UUID | None) -> Data:
    """A finished match whole: its events, and what proves its deals and its chain."""
    _match_for(match_id, person)
    (head, state), _ = run(states.loading(match_id))
    if state.phase != FINISHED:
        raise NotFinished("match")
    return {
        "id": str(match_id),
        "events": event_bodies(store.read_events(run_one(store.read(match_id, 0, head.seq))), AFTER_THE_END),
        "fairness": fairness(match_id, person),
    }


def fairness(match_id: UUID, person: UUID | None) -> Data:
    """The body of GET `matches/{id}/fairness/`; the server's seed only after the end."""
    _match_for(match_id, person)
    (head, state), _ = run(states.loading(match_id))
    return {
        "seed_hash": state.seed_hash,
        "client_seeds": dict(zip(SEAT_NAMES, state.client_seeds, strict=True)),
        "server_seed": head.server_seed.hex() if state.phase == FINISHED else None,
        "head": {"seq": head.seq, "hash": head.hash.hex()} if head.seq else None,
    }


def _match_for(match_id: UUID, person: UUID | None) -> Match:
    """The row, if this person may watch it. Raises NoSuchMatch, Forbidden."""
    match = states.match_of(match_id)
    access.check_may_watch(match, person)
    return match


def matches(person: UUID | None) -> QuerySet[Match]:
    """The matches that a list may show a person: public ones, and those with a seat of theirs."""
    listed = Q(visibility=Match.Visibility.PUBLIC)
    if person is not None:
        own = MatchSeat.objects.filter(Q(person=person) | Q(invited=person))
        listed |= Q(host=person) | Q(pk__in=own.values("match"))
    seats = MatchSeat.objects.select_related("person", "invited")
    return Match.objects.filter(listed).prefetch_related(Prefetch("seats", seats))


def listed_match(match: Match) -> Data:
    """A match as it stands in lists."""
    seats = {seat.seat: seat for seat in match.seats.all()}
    return {
        "id": str(match.id),
        "status": match.status,
        "seq": match.seq,
        "ruleset": match.ruleset,
        "rated": match.rated,
        "clock": match.clock,
        "visibility": match.visibility,
        "host": match.host_id and str(match.host_id),
        "seats": {name: _listed_seat(seats[name]) for name in SEAT_NAMES},
        "invited": {name: seats[name].invited.username for name in SEAT_NAMES if seats[name].invited},  # type: ignore[union-attr]
        "score": {"NS": match.score_ns, "EW": match.score_ew},
        "result": {"winner": match.winner, "reason": match.reason} if match.reason else None,
        "created_at": _time(match.created_at),
        "started_at": _time(match.started_at),
        "finished_at": _time(match.finished_at),
    }


def _time(time: Any) -> str | None:
    return None if time is None else codec.rfc3339(codec.milliseconds(time))


def _listed_seat(seat: MatchSeat) -> Data | None:
    if not seat.player_id:
        return None
    person = seat.person
    human = person is not None and seat.player_kind == "human"
    name = person.username if person is not None and human else seat.player_id.removeprefix(BOT_PREFIX)
    player = {"kind": seat.player_kind, "id": seat.player_id, "name": name}
    return {"player": player, "forfeited": seat.forfeited}


def playing(person: UUID) -> Data:
    """A person's open seats: tables that wait, and running matches that they play or may reclaim."""
    seats = (
        MatchSeat.objects.filter(person=person, match__status__in=[Match.Status.OPEN, Match.Status.LIVE])
        .filter(Q(forfeited=False) | Q(reclaimable=True))
        .select_related("match")
        .order_by("-match_id")
    )
    return {
        "matches": [
            {
                "id": str(seat.match_id),
                "seat": seat.seat,
                "status": seat.match.status,
                "rated": seat.match.rated,
                "forfeited": seat.forfeited,
            }
            for seat in seats
        ],
        "seeks": [],
    }
