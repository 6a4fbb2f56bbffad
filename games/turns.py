"""Turns that the server takes: a bot's, one that has run out, one that an outage cut short."""

import time
from contextlib import suppress
from datetime import timedelta
from random import SystemRandom
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from games import bots, drivers, notify, play, states
from games.errors import StaleSeq
from games.models import Match
from games.pauses import Later
from games.rules.commands import Action, Command, EndMatch, ExpireTurn, ExtendClock
from games.rules.errors import NotYourTurn, RuleViolation
from games.rules.state import SEATING, MatchState
from games.rules.views import Viewer, view
from games.solver.process import SolverProcess
from games.wire import BOT_PREFIX
from tarneeb_site import meters

EXPIRED_TURNS_PLAYED_BY = "medium"
# A bot that has not moved so long after it was called: longer than any thinks.
CALLED_AGAIN = timedelta(seconds=3)

_chance = SystemRandom()
_solver = SolverProcess()
_later = Later()


def take_bot_turns(match_id: UUID, seq: int) -> None:
    """The move of the bot on turn at `seq`, if the match is still there; a late or doubled call does nothing.

    It is thought of now and made when the time for thinking is over, whatever the position and the level: so
    the pause tells nothing. Where bots act without a pause, the bots that follow move in the same call.
    """
    if settings.BOT_DELAY_MS == 0:
        take_bot_turns_at_once(match_id, seq)
        return
    moment = time.monotonic() + min(play.THINKING_MS, settings.BOT_DELAY_MS) / 1000
    known, _ = drivers.run(states.loading(match_id))
    if known.head.seq != seq or not play.is_bots_turn(known.state):
        return
    action = _bot_action(known.state)

    def act() -> None:
        with suppress(StaleSeq, RuleViolation):  # somebody acted in the meantime
            play.execute(match_id, lambda _: action, expected_seq=seq, path="bot")

    _later.at(moment, act)


def take_bot_turns_at_once(match_id: UUID, seq: int) -> None:
    """The moves of the bots on turn from `seq` on, without a pause."""
    with suppress(StaleSeq, RuleViolation):  # somebody acted in the meantime
        while True:
            done = play.execute(match_id, _bot_action, expected_seq=seq, calls_bot=False, path="bot")
            if not play.is_bots_turn(done.known.state):
                return
            seq = done.seq


def _bot_action(state: MatchState) -> Command:
    if not play.is_bots_turn(state):
        raise NotYourTurn
    assert state.turn is not None
    player = state.players[state.turn]
    assert player is not None
    return _chosen(state, player.id.removeprefix(BOT_PREFIX))


def _chosen(state: MatchState, level: str) -> Action:
    """A bot's choice for the seat on turn, from that seat's view alone."""
    return bots.choose(level, view(state, Viewer(state.turn, acts=True)), _chance, _solver)


def act_in_time(match_id: UUID, seq: int) -> None:
    """What is due at `seq`: a bot's move, an expired turn, the end of a table that nobody filled."""
    (_, state), _ = drivers.run(states.loading(match_id))
    if play.is_bots_turn(state):
        notify.wake_bot(match_id, seq, delay_ms=0)
        Match.objects.filter(pk=match_id, seq=seq).update(wake_at=timezone.now() + CALLED_AGAIN)
    elif state.phase == SEATING:
        play.execute(match_id, lambda _: EndMatch("aborted"), expected_seq=seq)
    else:
        done = play.execute(match_id, _expiry, expected_seq=seq, path="clock")
        if state.deadline_ms is not None:
            meters.EXPIRED_LATE_SECONDS.observe((done.known.head.at_ms - state.deadline_ms) / 1000)


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
        return ExtendClock(play.now_ms() + max(left_ms, 1000 * state.clock.turn_seconds))

    play.execute(match_id, command_for)
