"""The one door: `execute` is how humans, bots, clock, API and admin change a match."""

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from random import SystemRandom
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from games import access, bots, codec, notify, projections, states, store
from games.errors import IdempotencyConflict, StaleSeq
from games.models import Match, new_match_id
from games.rules.commands import Action, Command, EndMatch, ExpireTurn, ExtendClock, Sitting
from games.rules.decide import create_match, decide
from games.rules.errors import MatchOver, NotYourTurn, RuleViolation
from games.rules.events import Clock, Event
from games.rules.fairdeal import FairDeals
from games.rules.ruleset import RuleSet
from games.rules.seats import SEAT_NAMES
from games.rules.state import FINISHED, SEATING, MatchState, fold
from games.rules.views import Viewer, view

ATTEMPTS = 4  # the first, and up to three more when another writer got in first
BOT_PREFIX = "bot:"
EXPIRED_TURNS_PLAYED_BY = "easy"

_chance = SystemRandom()


@dataclass(frozen=True, slots=True)
class Done:
    """What a command has caused: its events as stored, and what its sender may see of them."""

    seq: int
    events: Sequence[store.StoredEvent]
    viewer: Viewer


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
    visibility: str,
    sittings: Sequence[Sitting],
    *,
    host: UUID | None,
    invited: dict[int, UUID],
    rated: bool = False,
) -> UUID:
    """A new match with everyone who sits down at once; its id."""
    match_id = new_match_id()
    seed = secrets.token_bytes(32)
    deals = FairDeals(str(match_id), seed)
    at_ms = now_ms()
    events = create_match(ruleset, rated, clock, visibility, sittings, deals.seed_hash, deals)
    with transaction.atomic():
        Match.objects.create(
            id=match_id,
            head_hash=codec.GENESIS,
            head_at=codec.moment(at_ms),
            server_seed=seed,
            ruleset_id=ruleset.id,
            ruleset=ruleset.as_dict(),
            rated=rated,
            clock=codec.clock_data(clock),
            visibility=visibility,
            host_id=host,
            created_at=codec.moment(at_ms),
            wake_at=codec.moment(at_ms) + projections.OPEN_TABLE_LASTS,
        )
        projections.create_seats(match_id, invited)
        state = fold((event, at_ms) for event in events)
        _store(match_id, 0, codec.GENESIS, events, state, at_ms, None)
    _follow_up(match_id, len(events), state)
    return match_id


def execute(
    match_id: UUID,
    command_for: Callable[[MatchState], Command],
    *,
    person: UUID | None = None,
    expected_seq: int | None = None,
    key: Key | None = None,
    calls_bot: bool = True,
) -> Done:
    """Decide and store one command: `command_for` makes it from the state it will meet.

    Without `expected_seq` a lost race is decided anew. The order in which requests are refused is
    protocol.md's: a repeated key, no seat, match over, stale seq, then the rules. Raises Refused
    and RuleViolation; then nothing has changed. `calls_bot` false leaves the next bot to the caller.
    """
    for _ in range(ATTEMPTS):
        head = states.head_of(match_id, person, key.key if key else None)
        if key is not None and head.used_key is not None:
            return _repeated(head, key)
        state = states.state_at(head)
        try:
            return _attempt(head, state, command_for(state), expected_seq, person, key, calls_bot)
        except (store.LostRace, IntegrityError):
            continue  # the head has moved, or the key was used meanwhile: look again
    raise StaleSeq


def _repeated(head: store.Head, key: Key) -> Done:
    """The first answer again, as its seat saw it then."""
    if head.used_key != key.digest:
        raise IdempotencyConflict
    assert head.seat is not None
    events = store.read(head.match_id, head.used_first - 1, head.used_last)
    return Done(head.used_last, events, Viewer(SEAT_NAMES.index(head.seat)))


def _attempt(
    head: store.Head,
    state: MatchState,
    command: Command,
    expected_seq: int | None,
    person: UUID | None,
    key: Key | None,
    calls_bot: bool,
) -> Done:
    if state.phase == FINISHED:
        raise MatchOver
    if expected_seq is not None and expected_seq != head.seq:
        raise StaleSeq
    at_ms = max(now_ms(), head.at_ms)  # times in a log never run backwards, whatever the clock does
    events = decide(state, command, FairDeals(str(head.match_id), head.server_seed), at_ms)
    after = state.copy()
    for event in events:
        after.apply(event, at_ms)
    used = store.CommandKey(head.seat, key.key, key.digest) if key and head.seat else None
    stored = _store(head.match_id, head.seq, head.hash, events, after, at_ms, used)
    _follow_up(head.match_id, stored[-1].seq, after, calls_bot)
    seat = access.own_seat(state, person)
    return Done(stored[-1].seq, stored, access.viewer_of(after, person) if seat is None else Viewer(seat))


def _store(
    match_id: UUID,
    seq: int,
    head_hash: bytes,
    events: Sequence[Event],
    after: MatchState,
    at_ms: int,
    key: store.CommandKey | None,
) -> list[store.StoredEvent]:
    """One statement for a card; a transaction where seats or the score sheet change too."""
    stored = store.stored(events, seq, at_ms)
    columns = projections.match_columns(events, seq + 1, after, at_ms)
    rows = projections.has_rows(events)
    together: AbstractContextManager[Any] = transaction.atomic() if rows else nullcontext()
    with together:
        store.append(match_id, seq, head_hash, stored, columns, key)
        if rows:
            projections.project_rows(match_id, events, seq + 1, after)
    return stored


def _follow_up(match_id: UUID, seq: int, after: MatchState, calls_bot: bool = True) -> None:
    """Once the events are durable: remember the state, call the bot. It cannot fail the stored move."""

    def follow_up() -> None:
        states.remember(match_id, seq, after)
        if calls_bot and is_bots_turn(after):
            notify.wake_bot(match_id, seq, settings.BOT_DELAY_MS)

    transaction.on_commit(follow_up, robust=True)


def is_bots_turn(state: MatchState) -> bool:
    return state.turn is not None and not state.is_human(state.turn)


def take_bot_turns(match_id: UUID, seq: int) -> None:
    """The move of the bot on turn at `seq`, if the match is still there; a late or doubled call does nothing.

    Where bots act without a pause, the bots that follow move in the same call.
    """
    at_once = settings.BOT_DELAY_MS == 0
    moving = True
    while moving:
        try:
            seq = execute(match_id, _bot_action, expected_seq=seq, calls_bot=not at_once).seq
        except (StaleSeq, RuleViolation):  # somebody else's turn, or the end
            return
        moving = at_once


def _bot_action(state: MatchState) -> Command:
    if not is_bots_turn(state):
        raise NotYourTurn
    assert state.turn is not None
    player = state.players[state.turn]
    assert player is not None
    return _chosen(state, player.id.removeprefix(BOT_PREFIX))


def _chosen(state: MatchState, level: str) -> Action:
    """A bot's choice for the seat on turn, from that seat's view alone."""
    return bots.choose(level, view(state, Viewer(state.turn, acts=True)), _chance)


def act_in_time(match_id: UUID, seq: int) -> None:
    """What is due at `seq`: a bot's move, an expired turn, the end of a table that nobody filled."""
    state = states.state_at(states.head_of(match_id))
    if is_bots_turn(state):
        notify.wake_bot(match_id, seq, delay_ms=0)
    elif state.phase == SEATING:
        execute(match_id, lambda _: EndMatch("aborted"), expected_seq=seq)
    else:
        execute(match_id, _expiry, expected_seq=seq)


def _expiry(state: MatchState) -> Command:
    if state.turn is None:
        raise NotYourTurn
    return ExpireTurn(_chosen(state, EXPIRED_TURNS_PLAYED_BY))


def extend_turn(match_id: UUID, since_ms: int) -> None:
    """After an outage since `since_ms` the turn lasts what it had left, and its own seconds at least."""

    def command_for(state: MatchState) -> Command:
        if state.clock is None or state.deadline_ms is None:
            raise NotYourTurn
        left_ms = state.deadline_ms - since_ms
        return ExtendClock(now_ms() + max(left_ms, 1000 * state.clock.turn_seconds))

    execute(match_id, command_for)
