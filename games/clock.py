"""What time brings: each second the sweep takes what is due, and notices that the server was away."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection
from django.db.models import F, Q
from django.utils import timezone

from games import codec, turns
from games.errors import Refused
from games.locks import alone
from games.models import Heartbeat, Match
from games.rules.errors import RuleViolation
from tarneeb_site import meters
from tarneeb_site.logs import noting

logger = logging.getLogger(__name__)
# One sweep at a time makes good for an outage.
LOCK = 0x7A_5C0C

# Sweeps this far apart mean that the server was away: /health/ says so after the same time.
OUTAGE = timedelta(seconds=5)
# What one sweep takes is left to another after this, should the sweeping process die: so it takes no more at
# a time than it can do meanwhile.
LEASE = timedelta(seconds=1)
PORTION = 50
AT_ONCE = 10 * PORTION


def sweep() -> None:
    """One beat of the server's clock. Two at a time do no harm: what is due is claimed."""
    last = _last_sweep()
    if last is not None:
        meters.SWEEP_GAP_SECONDS.observe((timezone.now() - last).total_seconds())
    if _was_away(last):
        with alone(LOCK) as is_alone:
            if not is_alone:
                return  # before turns are extended none runs out
            last = _last_sweep()
            if last is not None and _was_away(last):
                _extend_open_turns(last)
                _note_sweep()  # nobody swept as long as that took, which is no outage to the next sweep
    else:
        _note_sweep()
    for _ in range(AT_ONCE // PORTION):
        claimed = _claim_due(timezone.now())
        for match_id, seq in claimed:
            with noting(match=str(match_id)):
                _act(match_id, seq)
        if len(claimed) < PORTION:
            break


def _last_sweep() -> datetime | None:
    return Heartbeat.objects.filter(name="sweep").values_list("at", flat=True).first()


def _note_sweep() -> None:
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": timezone.now()})


def _was_away(last: datetime | None) -> bool:
    return last is not None and timezone.now() - last > OUTAGE


def _act(match_id: UUID, seq: int) -> None:
    try:
        turns.act_in_time(match_id, seq)
    except (Refused, RuleViolation):
        pass  # somebody acted in the meantime
    except Exception:
        logger.exception("match %s could not be woken", match_id)  # the others still can


def _claim_due(now: datetime) -> list[tuple[UUID, int]]:
    """Matches whose time has come, each given to one sweep alone."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE games_match SET wake_at = %(until)s WHERE id IN (
                SELECT id FROM games_match WHERE wake_at <= %(now)s
                ORDER BY wake_at LIMIT %(limit)s FOR UPDATE SKIP LOCKED
            ) RETURNING id, seq
            """,
            {"now": now, "until": now + LEASE, "limit": PORTION},
        )
        return [(match_id, seq) for match_id, seq in cursor.fetchall()]


def _extend_open_turns(since: datetime) -> None:
    """Nobody's turn runs out while the server cannot be reached, nor does a table that waits."""
    logger.warning("no sweep since %s: open turns are extended", since)
    without_clock = Match.objects.filter(
        Q(clock__isnull=True) | Q(status=Match.Status.OPEN), wake_at__gt=since
    )
    without_clock.update(wake_at=F("wake_at") + (timezone.now() - since))
    live = Match.objects.filter(status=Match.Status.LIVE, clock__isnull=False)
    for match_id in live.values_list("pk", flat=True).iterator():
        try:
            turns.extend_turn(match_id, codec.milliseconds(since))
        except (Refused, RuleViolation):
            pass  # a bot's turn, or the match has ended
        except Exception:
            logger.exception("the turn in match %s could not be extended", match_id)
