"""A match's head and the state there: the cached fold, and what the log has since."""

import threading
from collections import OrderedDict
from uuid import UUID

from games import store
from games.errors import NoSuchMatch
from games.models import Match, MatchSeat
from games.rules.seats import SEAT_NAMES
from games.rules.state import MatchState, fold

CACHED_STATES = 4096


class _StateCache:
    """The latest known state of each match. Entries are replaced, never changed: readers share them."""

    def __init__(self) -> None:
        self._states: OrderedDict[UUID, tuple[int, MatchState]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, match_id: UUID) -> tuple[int, MatchState] | None:
        with self._lock:
            if match_id in self._states:
                self._states.move_to_end(match_id)
            return self._states.get(match_id)

    def put(self, match_id: UUID, seq: int, state: MatchState) -> None:
        with self._lock:
            known = self._states.get(match_id)
            if known is None or known[0] <= seq:
                self._states[match_id] = (seq, state)
            self._states.move_to_end(match_id)
            if len(self._states) > CACHED_STATES:
                self._states.popitem(last=False)


_cache = _StateCache()
remember = _cache.put


def match_of(match_id: UUID) -> Match:
    """The match's row. Raises NoSuchMatch."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise NoSuchMatch
    return match


def head_of(match_id: UUID, person: UUID | None = None, key: str | None = None) -> store.Head:
    """The match's head. Raises NoSuchMatch."""
    head = store.load(match_id, person, key)
    if head is None:
        raise NoSuchMatch
    return head


def state_at(head: store.Head) -> MatchState:
    """The state at a head, from the cache and what the log has since. Not to be changed."""
    known = _cache.get(head.match_id)
    if known is not None and known[0] == head.seq:
        return known[1]
    if known is not None and known[0] < head.seq:
        state = known[1].copy()
        for event in store.read(head.match_id, known[0], head.seq):
            state.apply(event.decoded(), event.at_ms)
    else:
        state = _folded(head.match_id, head.deal_seq, head.seq)
    _cache.put(head.match_id, head.seq, state)
    return state


def state_after(match_id: UUID, seq: int) -> MatchState:
    """The state right after event `seq`, folded from the whole log: for replays."""
    return _folded(match_id, 0, seq)


def _folded(match_id: UUID, deal_seq: int, seq: int) -> MatchState:
    events = store.read_for_fold(match_id, deal_seq, seq)
    log = ((event.decoded(), event.at_ms) for event in events)
    return fold(log, _client_seeds(match_id) if deal_seq else ())


def _client_seeds(match_id: UUID) -> list[str]:
    seeds = dict(MatchSeat.objects.filter(match_id=match_id).values_list("seat", "client_seed"))
    return [seeds[name] for name in SEAT_NAMES]
