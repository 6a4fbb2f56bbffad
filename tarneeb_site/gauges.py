"""What is asked at each scrape of a web process, since the database and Redis know it for all processes.

Every web process tells the same: take the greatest, not the sum (docs/observability.md).
"""

import logging
import shutil
from collections.abc import Callable, Iterator
from typing import Any, Final, cast

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, close_old_connections, connection, connections
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from games.live import hub
from tarneeb_site import redis_servers
from tarneeb_site.celery import app

logger = logging.getLogger(__name__)
QUEUES: Final = sorted(
    {app.conf.task_default_queue, *(route["queue"] for route in app.conf.task_routes.values())}
)
# A sweep comes each second: what it has not taken after two is late.
_OVERDUE: Final = """
SELECT count(*) FILTER (WHERE wake_at < now() - interval '2 s'),
       coalesce(extract(epoch FROM max(now() - wake_at)), 0)
FROM games_match WHERE wake_at < now() AND status = 'live'
"""
_HEARTBEATS: Final = "SELECT name, extract(epoch FROM at) FROM games_heartbeat"
_SEEKS: Final = """
SELECT count(*), coalesce(extract(epoch FROM max(now() - queued_at)), 0)
FROM games_seek WHERE status = 'waiting' AND queued_at IS NOT NULL
"""
Metrics = Iterator[Metric]


class Gauges(Collector):
    """What cannot be asked is left out, and `tarneeb_reachable` says why."""

    def describe(self) -> list[Metric]:
        """Nothing: to register is not to ask."""
        return []

    def collect(self) -> Metrics:
        reachable = GaugeMetricFamily("tarneeb_reachable", "Whether it answered this scrape", labels=["what"])
        for what, found in (("database", _of_database), ("redis", _of_redis)):
            metrics = _asked(found)
            yield from metrics or []
            reachable.add_metric([what], metrics is not None)
        yield reachable
        yield from _of_process()


def _asked(found: Callable[[], Metrics]) -> list[Metric] | None:
    try:
        return list(found())
    except (Error, RedisError, OSError):
        return None
    finally:
        if not connection.in_atomic_block:  # as in a test
            close_old_connections()  # the port's threads end after each scrape


def _gauge(name: str, told: str, value: float) -> Metric:
    return GaugeMetricFamily(f"tarneeb_{name}", told, value=value)


def _of_database() -> Metrics:
    with connection.cursor() as cursor:
        cursor.execute(_OVERDUE)
        overdue, worst = cursor.fetchone()
        yield _gauge("overdue_turns", "Matches whose time came more than two seconds ago", overdue)
        yield _gauge(
            "overdue_worst_seconds", "The longest that one of them waits for the sweep", float(worst)
        )
        cursor.execute(_SEEKS)
        waiting, longest = cursor.fetchone()
        yield _gauge("seeks_waiting", "Seeks in the queue", waiting)
        yield _gauge("seeks_longest_wait_seconds", "The longest wait among them", float(longest))
        cursor.execute(_HEARTBEATS)
        told = "When a piece of regular work last succeeded"
        at = GaugeMetricFamily("tarneeb_last_success_timestamp_seconds", told, labels=["work"])
        for name, seconds in cursor.fetchall():
            at.add_metric([name], float(seconds))
        yield at


def _of_redis() -> Metrics:
    with redis_servers.server(settings.REDIS_URL).pipeline(transaction=False) as pipeline:
        for queue in QUEUES:
            pipeline.llen(queue)
        lengths = pipeline.execute()
    depth = GaugeMetricFamily("tarneeb_queue_length", "Tasks that no worker has taken", labels=["queue"])
    for queue, length in zip(QUEUES, lengths, strict=True):
        depth.add_metric([queue], length)
    yield depth


def _of_process() -> Metrics:
    used = GaugeMetricFamily("tarneeb_pool_connections_used", "Database connections in use", labels=["pool"])
    waiting = GaugeMetricFamily("tarneeb_pool_waiting", "Who waits for a connection", labels=["pool"])
    pools = [(alias, cast(Any, connections[alias]).pool) for alias in {DEFAULT_DB_ALIAS, settings.READS}]
    pools += [("sockets", pool) for pool in hub.pools()]
    for name, pool in pools:
        if pool is not None:  # a test has none
            stats = pool.get_stats()
            used.add_metric([name], stats["pool_size"] - stats["pool_available"])
            waiting.add_metric([name], stats.get("requests_waiting", 0))
    yield from (used, waiting)
    built = GaugeMetricFamily("tarneeb_build_info", "What runs", labels=["version", "commit"])
    built.add_metric([settings.VERSION, settings.COMMIT], 1)
    yield built
    if settings.VAR_DIR.exists():
        disk = shutil.disk_usage(settings.VAR_DIR)
        yield _gauge("disk_free_ratio", "Free part of the disk that holds var/", disk.free / disk.total)
