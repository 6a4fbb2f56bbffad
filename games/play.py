"""The one door: `execute` is how humans, bots, clock, API and admin change a match."""

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games import access, bots, codec, drivers, notify, projections, states, store
from games.drivers import Work
from games.errors import IdempotencyConflict, Refused, StaleSeq
from games.models import Match, new_match_id
from games.rules.commands import Command, Sitting
from games.rules.decide import create_match, decide
from games.rules.errors import MatchOver, RuleViolation
from games.rules.events import Clock, Event, Visibility
from games.rules.fairdeal import FairDeals
from games.rules.ruleset import RuleSet
from games.rules.seats import SEAT_NAMES, Side
from games.rules.state import FINISHED, MatchState, fold
from games.rules.views import SPECTATOR, Viewer
from games.states import Known
from games.store import Head, KeyUse, LostRace, StoredEvent, UsedKey
from tarneeb_site import meters

ATTEMPTS = 4  # the first, and up to three more when another writer got in first

# Of its pause a bot may think so long; what it has not found by then it plays by rule.
THINKING_MS = 600

_chance = SystemRandom()


@dataclass(frozen=True, slots=True)
class Done:
    """What a command has caused: its events as stored, what its sender may see of them, the match since."""

    seq: int
    events: Sequence[StoredEvent]
    viewer: Viewer
    known: Known
    repeats: bool = False  # an earlier answer again, to a key used before


@dataclass(frozen=True, slots=True)
class Key:
    """A client's idempotency key, and the body that it stands for."""

    key: str
    body: Mapping[str, Any]

    @property
    def digest(self) -> bytes:
        return hashlib.sha256(json.dumps(self.body, sort_keys=True).encode()).digest()


def now_ms() -> int:
    """The present, in milliseconds since the epoch."""
    return codec.milliseconds(timezone.now())


def create(
    ruleset: RuleSet,
    clock: Clock | None,
    visibility: Visibility,
    sittings: Sequence[Sitting],
    *,
    host: UUID | None,
    invited: dict[int, UUID],
    rated: bool = False,
    premade: tuple[Side, ...] = (),
    rematch_of: UUID | None = None,
) -> UUID:
    """A new match with everyone who sits down at once; its id. `premade` sides came as a pair."""
    match_id = new_match_id()
    seed = secrets.token_bytes(32)
    deals = FairDeals(str(match_id), seed)
    at_ms = now_ms()
    events = create_match(ruleset, rated, clock, visibility, sittings, deals.seed_hash, deals, premade)
    with transaction.atomic():
        Match.objects.create(
            id=match_id,
            head_hash=codec.GENESIS,
            head_at=codec.moment(at_ms),
            server_seed=seed,
            ruleset_id=ruleset.id,
            ruleset=codec.ruleset_data(ruleset),
            rated=rated,
            clock=codec.clock_data(clock),
            visibility=visibility,
            host_id=host,
            rematch_of_id=rematch_of,
            created_at=codec.moment(at_ms),
            wake_at=codec.moment(at_ms) + projections.OPEN_TABLE_LASTS,
        )
        projections.create_seats(match_id, invited)
        done = drivers.run(_storing(Head(match_id, seed), None, events, at_ms, None, SPECTATOR))
    assert done is not None
    _follow_up_on_commit(done)
    return match_id


def execute(
    match_id: UUID,
    command_for: Callable[[MatchState], Command],
    *,
    person: UUID | None = None,
    expected_seq: int | None = None,
    key: Key | None = None,
    calls_bot: bool = True,
    path: meters.Path | None = None,
) -> Done:
    """Decide and store one command, in this thread: see `executing`.

    `calls_bot` false leaves the next bot to the caller.
    """
    done = drivers.run(executing(match_id, command_for, person, expected_seq, key, path))
    _follow_up_on_commit(done, calls_bot)
    return done


def executing(
    match_id: UUID,
    command_for: Callable[[MatchState], Command],
    person: UUID | None,
    expected_seq: int | None,
    key: Key | None,
    path: meters.Path | None = None,
) -> Work[Done]:
    """Decide and store one command, counted as a move that came by a `path`: see `_executing`."""
    began = time.perf_counter()
    try:
        done = yield from _executing(match_id, command_for, person, expected_seq, key)
    except (Refused, RuleViolation) as refusal:
        if path is not None:
            meters.MOVES_REFUSED.labels(path, refusal.code).inc()
        raise
    if path is not None and not done.repeats:
        meters.MOVES_ACCEPTED.labels(path).inc()
        meters.COMMIT_SECONDS.labels(path).observe(time.perf_counter() - began)
    return done


def _executing(
    match_id: UUID,
    command_for: Callable[[MatchState], Command],
    person: UUID | None,
    expected_seq: int | None,
    key: Key | None,
) -> Work[Done]:
    """Decide and store one command: `command_for` makes it from the state it will meet.

    The cached state is tried first: then the command costs one round trip. It may be behind, so what
    it loses or refuses is decided anew on the state in the database. Without `expected_seq` a lost race
    is too. The order of refusals is protocol.md's: a repeated key, no seat, match over, stale seq, then
    the rules. Raises Refused and RuleViolation; then nothing has changed.
    """
    known = states.cached(match_id)
    if known is not None and expected_seq not in (None, known.head.seq):
        known = None
    for _ in range(1 + ATTEMPTS):
        fresh = known is None
        if known is None:
            known, used = yield from states.loading(match_id, person, key.key if key else None)
            if used is not None and key is not None:
                return (yield from _repeating(known, used, key))
        try:
            at_ms = max(
                now_ms(), known.head.at_ms
            )  # a log's times never run backwards, whatever the clock does
            events = _decide(known, command_for, expected_seq, at_ms)
        except (Refused, RuleViolation):
            if fresh:
                raise
            known = None
            continue
        seat = access.own_seat(known.state, person)
        viewer = access.viewer_of(known.state, person) if seat is None else Viewer(seat)
        use = KeyUse(SEAT_NAMES[seat], key.key, key.digest) if key and seat is not None else None
        done = yield from _storing(known.head, known.state, events, at_ms, use, viewer)
        if done is not None:
            return done
        known = None
    raise StaleSeq


def _decide(
    known: Known, command_for: Callable[[MatchState], Command], expected_seq: int | None, at_ms: int
) -> Sequence[Event]:
    head, state = known
    command = command_for(state)
    if state.phase == FINISHED:
        raise MatchOver
    if expected_seq is not None and expected_seq != head.seq:
        raise StaleSeq
    return decide(state, command, FairDeals(str(head.match_id), head.server_seed), at_ms)


def _storing(
    head: Head,
    state: MatchState | None,
    events: Sequence[Event],
    at_ms: int,
    use: KeyUse | None,
    viewer: Viewer,
) -> Work[Done | None]:
    """Store events behind a head in one statement; None where another writer was first."""
    after_head, stored, hashes = head.after(events, at_ms)
    after = fold((event, at_ms) for event in events) if state is None else states.advanced(state, stored)
    projected = projections.project(events, head.seq + 1, after, at_ms)
    try:
        rows = yield store.append(head, stored, hashes, projected, use)
    except LostRace:
        return None
    return Done(after_head.seq, stored, viewer, Known(after_head, after)) if rows else None


def _repeating(known: Known, used: UsedKey, key: Key) -> Work[Done]:
    """The first answer again, as its seat saw it then."""
    if used.body != key.digest:
        raise IdempotencyConflict
    rows = yield store.read(known.head.match_id, used.first_seq - 1, used.last_seq)
    viewer = Viewer(SEAT_NAMES.index(used.seat))
    return Done(used.last_seq, store.read_events(rows), viewer, known, repeats=True)


def _follow_up_on_commit(done: Done, calls_bot: bool = True) -> None:
    """Once the events are durable: remember the state, call the bot. It cannot fail the stored move."""

    def follow_up() -> None:
        if done.known.head.seq != done.seq:  # a repeated command: nothing new
            return
        states.remember(done.known)
        notify.ring(done.known, done.events)
        if calls_bot and is_bots_turn(done.known.state):
            call_bot(done.known)

    transaction.on_commit(follow_up, robust=True)


def call_bot(known: Known) -> None:
    """Have the bot on turn move, after its pause."""
    pause = bots.pause_ms(settings.BOT_DELAY_MS, _chance)
    notify.wake_bot(known.head.match_id, known.head.seq, max(0, pause - THINKING_MS))


def is_bots_turn(state: MatchState) -> bool:
    return state.turn is not None and not state.is_human(state.turn)
