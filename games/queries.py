"""Every read of a match, redacted for whoever asks, as work for either driver. Lists are in `lists`."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone

from games import access, codec, doorbell, states, store, wire
from games.codec import Data
from games.contract import bodies
from games.contract.events import Event
from games.drivers import Work
from games.errors import Forbidden, Invalid, NoSuchMatch, NotFinished
from games.rules import lines
from games.rules.errors import RuleViolation
from games.rules.fairdeal import FairDeals
from games.rules.seats import SEAT_NAMES
from games.rules.state import FINISHED, MatchState
from games.rules.views import AFTER_THE_END, Viewer, view
from games.states import Known
from games.store import Head, Statement, StoredEvent
from games.wire import BOT_PREFIX, Names

PAGE_OF_EVENTS = 1000

_ABOUT = """
SELECT m.host_id,
       m.visibility <> 'private' OR m.host_id = %(person)s OR EXISTS (
           SELECT FROM games_matchseat s
           WHERE s.match_id = m.id AND %(person)s IN (s.person_id, s.invited_id)),
       (SELECT coalesce(json_object_agg(s.seat, u.username), '{}')::text FROM games_matchseat s
        JOIN accounts_user u ON u.id = s.invited_id WHERE s.match_id = m.id),
       (SELECT coalesce(json_agg(d.data ORDER BY d.seq), '[]')::text FROM games_dealscore d
        WHERE d.match_id = m.id AND d.seq <= %(seq)s),
       ARRAY(SELECT u.id::text FROM games_matchseat s JOIN accounts_user u ON u.id = s.person_id
             WHERE s.match_id = m.id AND u.kind = 'bot')
FROM games_match m WHERE m.id = %(match)s
"""
_LIVE = """
SELECT m.id FROM games_matchseat s JOIN games_match m ON m.id = s.match_id
WHERE s.person_id = %(person)s AND NOT s.forfeited AND m.status = 'live' ORDER BY m.id
"""
_NAMES = "SELECT id::text, username FROM accounts_user WHERE id = ANY(%(ids)s)"


def naming(ids: Iterable[str]) -> Work[Names]:
    """Player id -> name, now: an account's username, or a bot's level."""
    wanted = set(ids)
    people = [UUID(id_) for id_ in wanted if not id_.startswith(BOT_PREFIX)]
    rows = (yield Statement(_NAMES, {"ids": people})) if people else []
    return {id_: id_.removeprefix(BOT_PREFIX) for id_ in wanted} | dict(rows)  # type: ignore[arg-type]


def admitting(match_id: UUID, person: UUID | None, seq: int) -> Work[Data]:
    """What the log does not tell of a match: host, invitations, the score sheet up to a seq.

    Private tables are for their seats and those invited, also afterwards. Raises Forbidden, NoSuchMatch.
    """
    rows = yield Statement(_ABOUT, {"match": match_id, "person": person, "seq": seq})
    if not rows:
        raise NoSuchMatch
    ((host, admitted, invited, deals, programs),) = rows
    if not admitted:
        raise Forbidden
    return {
        "host": host and str(host),
        "invited": json.loads(invited),
        "deals": json.loads(deals),
        "programs": programs,
    }


def describing(
    match_id: UUID, person: UUID | None, at: int | None = None, line: Sequence[str] | None = None
) -> Work[bodies.Match]:
    """The body of GET `matches/{id}/`; of a finished match also `at` an event, and behind a `line`."""
    known, _ = yield from states.loading(match_id)
    body = yield from picturing(known, person, access.viewer_of(known.state, person), at, line)
    now = codec.rfc3339(codec.milliseconds(timezone.now()))
    return {"id": str(match_id), "status": wire.status_of(known.state), **body, "server_time": now}


def picturing(
    known: Known,
    person: UUID | None,
    viewer: Viewer,
    at: int | None = None,
    line: Sequence[str] | None = None,
) -> Work[bodies.Picture]:
    """`seq`, `state` and `now` of a match for a viewer. Raises Forbidden, Invalid, RuleViolation.

    With a `line`, even an empty one, `now.legal` has what may be done next, whoever's turn it is.
    """
    head, state = known
    about = yield from admitting(head.match_id, person, at or head.seq)
    if at is not None:
        if viewer != AFTER_THE_END:
            raise NotFinished("at")
        if not 1 <= at <= head.seq:
            raise Invalid("at")
        state = yield from states.folding(replace(head, seq=at, deal_seq=0))
    if line is not None:
        state, scored = _followed(head, state, line)
        viewer = replace(viewer, seat=state.turn, acts=True)
        about["deals"] += scored
    seen = view(state, viewer)
    names = yield from naming(wire.player_ids(seen))
    body = wire.state_body(seen, names, about["deals"], about["invited"], about["programs"])
    return {"seq": at or head.seq, "host": about["host"], "state": body, "now": wire.now_body(seen)}


def _followed(head: Head, state: MatchState, line: Sequence[str]) -> tuple[MatchState, list[Data]]:
    """The state behind a line, and what it adds to the score sheet."""
    try:
        after, scored = lines.follow(state, line, FairDeals(str(head.match_id), head.server_seed))
    except RuleViolation:
        raise
    except ValueError:
        raise Invalid("line") from None
    return after, [dict(codec.encode(scored)[1])] if scored else []


def reading(match_id: UUID, person: UUID | None, after: int) -> Work[bodies.EventsPage]:
    """The body of GET `matches/{id}/events/`: at most PAGE_OF_EVENTS, each as this person may see it."""
    known, _ = yield from states.loading(match_id)
    head, state = known
    yield from admitting(match_id, person, 0)
    events = yield from _page(match_id, after, head.seq)
    told = yield from telling(events, access.viewer_of(state, person))
    return {"events": told, "head": head.seq, "finished": state.phase == FINISHED}


def _page(match_id: UUID, after: int, head: int) -> Work[list[StoredEvent]]:
    """What stands in the log never changes, so a copy that has it does."""
    statement = store.read(match_id, after, head, PAGE_OF_EVENTS)
    events = store.read_events((yield statement._replace(may_lag=True)))
    whole = min(head - after, PAGE_OF_EVENTS)
    return events if len(events) >= whole else store.read_events((yield statement))


def turns(person: UUID) -> Work[list[Head]]:
    """The matches that wait for a person now."""
    rows = yield Statement(_LIVE, {"person": person})
    found = []
    for (match_id,) in rows:
        known, _ = yield from states.loading(match_id)
        if doorbell.person_on_turn(known.state) == person:
            found.append(known.head)
    return found


def telling(events: Sequence[StoredEvent], viewer: Viewer) -> Work[list[Event]]:
    """Stored events as a viewer may see them."""
    names = yield from naming(wire.ids_in(events))
    return wire.event_bodies(events, viewer, names)


def exporting(match_id: UUID, person: UUID | None) -> Work[bodies.Export]:
    """A finished match whole: its events, and what proves its deals and its chain."""
    known, _ = yield from states.loading(match_id)
    yield from admitting(match_id, person, 0)
    if known.state.phase != FINISHED:
        raise NotFinished("match")
    return (yield from exported((yield from keeping([match_id]))))[0]


class Kept(NamedTuple):
    """A finished match as the log has it, without a fold: many are read one after the other."""

    match_id: UUID
    events: list[StoredEvent]
    hash: bytes

    @property
    def fairness(self) -> bodies.Fairness:
        """As GET `fairness/` has it."""
        seeds = dict.fromkeys(SEAT_NAMES, "")
        for event in self.events:
            if event.type in ("seat_taken", "seat_left"):
                seeds[event.data["seat"]] = event.data.get("client_seed", "")
        return {
            "seed_hash": self.events[0].data["seed_hash"],
            "client_seeds": codec.by_seat(list(seeds.values())),
            "server_seed": self.events[-1].data["server_seed"],
            "head": {"seq": self.events[-1].seq, "hash": self.hash.hex()},
        }


def keeping(match_ids: Sequence[UUID]) -> Work[list[Kept]]:
    """Finished matches that `lists` has found, in the order asked for. Who may see them is the caller's."""
    heads, whole = store.heads(match_ids), store.read_whole(match_ids)
    hashes = {match_id: bytes(hash_) for match_id, hash_ in (yield heads._replace(may_lag=True))}
    events: dict[UUID, list[Sequence[Any]]] = {match_id: [] for match_id in match_ids}
    for match_id, *row in (yield whole._replace(may_lag=True)):
        events[match_id].append(row)
    return [Kept(match_id, store.read_events(rows), hashes[match_id]) for match_id, rows in events.items()]


def exported(matches: Sequence[Kept]) -> Work[list[bodies.Export]]:
    """The bodies of GET `export/`."""
    names = yield from naming(set().union(*(wire.ids_in(match.events) for match in matches)))
    return [
        {
            "id": str(match.match_id),
            "events": wire.event_bodies(match.events, AFTER_THE_END, names),
            "fairness": match.fairness,
        }
        for match in matches
    ]


def proving(match_id: UUID, person: UUID | None) -> Work[bodies.Fairness]:
    """The body of GET `matches/{id}/fairness/`; the server's seed only after the end."""
    known, _ = yield from states.loading(match_id)
    head, state = known
    yield from admitting(match_id, person, 0)
    return {
        "seed_hash": state.seed_hash,
        "client_seeds": codec.by_seat(state.client_seeds),
        "server_seed": head.server_seed.hex() if state.phase == FINISHED else None,
        "head": {"seq": head.seq, "hash": head.hash.hex()},
    }
