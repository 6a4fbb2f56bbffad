"""Everything that a process counts and measures of itself; docs/observability.md says how it is read.

What stands in the database or in Redis is asked at each scrape instead: gauges.py.
Labels are names of ours, never anything that a client chose.
"""

import logging
from typing import Final, Literal

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics, start_http_server

disable_created_metrics()  # type: ignore[no-untyped-call]
logger = logging.getLogger(__name__)
Path = Literal["rest", "socket", "bot", "clock"]

_QUICK: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_WAITS: Final = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600)

REQUESTS = Counter("tarneeb_requests", "Requests answered", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("tarneeb_request_seconds", "From a request to its answer", buckets=_SECONDS)
LOGGED = Counter("tarneeb_logged", "Lines of the log from warnings on", ["level"])

MOVES_ACCEPTED = Counter("tarneeb_moves_accepted", "Moves stored, once each", ["path"])
MOVES_REFUSED = Counter("tarneeb_moves_refused", "Moves that changed nothing", ["path", "code"])
COMMIT_SECONDS = Histogram(
    "tarneeb_commit_seconds", "From a move's arrival at the door to its commit", ["path"], buckets=_QUICK
)
FANOUT_SECONDS = Histogram(
    "tarneeb_fanout_seconds",
    "From a decision to its frames in the outboxes of sockets and streams",
    buckets=_QUICK,
)
SOCKETS = Gauge("tarneeb_sockets", "Open sockets and streams", ["kind"])
TABLES_WATCHED = Gauge("tarneeb_tables_watched", "Matches that somebody follows from this process")

SWEEP_GAP_SECONDS = Histogram(
    "tarneeb_sweep_gap_seconds", "Between two sweeps; one is due each second", buckets=_QUICK
)
EXPIRED_LATE_SECONDS = Histogram(
    "tarneeb_expired_late_seconds", "From a turn's deadline to the move made for it", buckets=_QUICK
)
PAIRING_SECONDS = Histogram("tarneeb_pairing_seconds", "From a seek to its table", ["rated"], buckets=_WAITS)
SOLVER_FALLBACKS = Counter("tarneeb_solver_fallbacks", "Questions without an answer of the solver")
TASKS = Counter("tarneeb_tasks", "Tasks that have ended", ["task", "state"])


def listen() -> None:
    """Answer at TARNEEB_METRICS_LISTEN, `address:port`, in a thread; whoever reaches it may read."""
    if not settings.METRICS_LISTEN:
        return
    address, _, port = settings.METRICS_LISTEN.rpartition(":")
    if not (address and port.isdecimal()):
        raise ImproperlyConfigured("TARNEEB_METRICS_LISTEN is an address and a port, as 127.0.0.1:9100")
    try:
        start_http_server(int(port), address.strip("[]"))
    except OSError as error:  # the service goes on unmeasured; the alert on `up` says so
        logger.error("nothing is told at %s: %s", settings.METRICS_LISTEN, error)


class Counting(logging.Handler):
    """Counts lines of the log by level."""

    def emit(self, record: logging.LogRecord) -> None:
        LOGGED.labels(record.levelname.lower()).inc()
