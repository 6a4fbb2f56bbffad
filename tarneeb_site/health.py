"""GET /health/: whether this installation can run matches; of this process /health/live and /health/ready."""

from typing import Final

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from tarneeb_site import schema
from tarneeb_site.celery import app
from tarneeb_site.draining import is_draining
from tarneeb_site.redis_servers import server

LIVE: Final = "/health/live"

FRESH_SWEEP = (
    "SELECT EXISTS (SELECT FROM games_heartbeat WHERE name = 'sweep' AND at > now() - interval '5 s')"
)


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 when database, Redis, a worker and the sweep are there, otherwise 503.

    `append_only_roles` is only told: with one role for everything, triggers alone keep the log append-only.
    """
    redis = _redis()
    needed = {
        "database": _true("SELECT true"),
        "redis": redis,
        "worker": redis and _worker(),
        "sweep": _true(FRESH_SWEEP),
    }
    well = all(needed.values())
    answer = {"status": "ok" if well else "unhealthy", **needed, "append_only_roles": _two_roles()}
    return JsonResponse(answer, status=200 if well else 503)


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """200 while the process answers at all, whatever else is away: otherwise it should be started anew."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200 when this process should get requests: it can reach the database, which has all its migrations."""
    answer = {"database": _true("SELECT true"), "migrations": schema.is_current(), "draining": is_draining()}
    well = answer["database"] and answer["migrations"] and not answer["draining"]
    return JsonResponse({"status": "ok" if well else "unready", **answer}, status=200 if well else 503)


def _true(query: str) -> bool:
    """What the database answers, by its own clock; false when it doesn't."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(query)
            return bool(cursor.fetchone()[0])
    except Error:
        return False


def _redis() -> bool:
    """Whether the server itself answers; the cache would make do without."""
    try:
        return bool(server(settings.REDIS_URL).ping())
    except (RedisError, OSError):
        return False


def _worker() -> bool:
    try:
        return bool(app.control.ping(timeout=1, limit=1))
    except (OperationalError, RedisError):
        return False


def _two_roles() -> bool:
    return bool(settings.DATABASES["default"]["USER"] != settings.DATABASES["owner"]["USER"])
