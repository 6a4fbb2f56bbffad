"""Thin Celery tasks. Run twice, late or never they do no harm: what is due stands in the database."""

from uuid import UUID

from celery import shared_task
from django.db import connection

from accounts import endings, registration, standing
from games import clock, moderation, results, retention, turns, verification
from games.analysis import work
from games.flags import raising
from games.matchmaking import hall
from games.models import Heartbeat
from games.problems import choosing, making
from tarneeb_site.logs import note

MONTHS_AHEAD = 12
# Short of what a worker is given to stop in.
ANALYSES_FOR_SECONDS = 5.0


@shared_task
def sweep() -> None:
    clock.sweep()


@shared_task
def play_bot(match_id: str, seq: int) -> None:
    """Names the seq it acts on: once the match has moved on it does nothing."""
    note(match=match_id)
    turns.take_bot_turns(UUID(match_id), seq)


@shared_task
def pair_waiting() -> None:
    hall.pair_waiting()


@shared_task
def count_results() -> None:
    results.count_due()


@shared_task
def analyse() -> None:
    work.work(ANALYSES_FOR_SECONDS)


@shared_task
def find_problems() -> None:
    """In one match: the others wait until it is over."""
    making.search_next()


@shared_task
def fix_daily_problem() -> None:
    choosing.fix_daily()


@shared_task
def verify_log() -> None:
    verification.verify_nightly()


@shared_task
def forget_old() -> None:
    retention.forget_old()


@shared_task
def raise_flags() -> None:
    """A night that is missed is made up for by the next."""
    raising.raise_flags()


@shared_task
def housekeeping() -> None:
    """What nobody asks for: old guests and sessions go, partitions are made ahead, as the log's owner.

    Whoever is banned is out: where that was not so at once, now.
    """
    registration.forget_guests()
    standing.shut_out_banned()
    moderation.unseat_banned()
    endings.forget_expired_sessions()
    with connection.cursor() as cursor:
        cursor.execute("SELECT games_make_partitions(%s)", [MONTHS_AHEAD])
    Heartbeat.beat("housekeeping")
