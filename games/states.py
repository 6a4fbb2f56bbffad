"""A match's head and the state there: the cached fold, and what the log has since."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from games import store
from games.drivers import Work
from games.errors import NoSuchMatch
from games.models import Match
from games.rules.state import MatchState, fold
from games.store import Head, StoredEvent, UsedKey

CACHED_STATES = 4096


class Known(NamedTuple):
    """A head and the state there, which nobody changes: whoever goes on applies events to a copy."""

    head: Head
    state: MatchState


class _Cache:
    """The latest known state of each match. Entries are replaced, never changed: readers share them."""

    def __init__(self) -> None:
        self._known: OrderedDict[UUID, Known] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, match_id: UUID) -> Known | None:
        with self._lock:
            if match_id in self._known:
                self._known.move_to_end(match_id)
            return self._known.get(match_id)

    def put(self, known: Known) -> None:
        match_id = known.head.match_id
        with self._lock:
            before = self._known.get(match_id)
            if before is None or before.head.seq <= known.head.seq:
                self._known[match_id] = known
            self._known.move_to_end(match_id)
            if len(self._known) > CACHED_STATES:
                self._known.popitem(last=False)


_cache = _Cache()
cached = _cache.get
remember = _cache.put


def match_of(match_id: UUID) -> Match:
    """The match's row. Raises NoSuchMatch."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise NoSuchMatch
    return match


def loading(
    match_id: UUID, person: UUID | None = None, key: str | None = None
) -> Work[tuple[Known, UsedKey | None]]:
    """The match as it stands now, and the person's earlier use of a key. Raises NoSuchMatch."""
    rows = yield store.load(match_id, person, key)
    if not rows:
        raise NoSuchMatch
    head, used = store.loaded(match_id, rows[0])
    before = cached(match_id)
    if before is not None and before.head.seq == head.seq:
        return before, used
    if before is not None and before.head.seq < head.seq:
        newer = store.read_events((yield store.read(match_id, before.head.seq, head.seq)))
        known = Known(head, advanced(before.state, newer))
    else:
        known = Known(head, (yield from folding(head)))
    remember(known)
    return known, used


def advanced(state: MatchState, events: Sequence[StoredEvent]) -> MatchState:
    """A copy of the state, behind more events."""
    after = state.copy()
    for event in events:
        after.apply(event.decoded(), event.at_ms)
    return after


def folding(head: Head) -> Work[MatchState]:
    """The state at a head, from the creation and the running deal."""
    events = store.read_events((yield store.read_for_fold(head.match_id, head.deal_seq, head.seq)))
    seeds = (yield store.client_seeds(head.match_id)) if head.deal_seq else []
    return fold(((event.decoded(), event.at_ms) for event in events), [seed for (seed,) in seeds])
