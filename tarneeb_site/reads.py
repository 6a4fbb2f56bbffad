"""Where what may be a moment old is read: at a copy of the database, if there is one that answers."""

import logging
import time
from typing import Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections

_log: Final = logging.getLogger(__name__)
AWAY_SECONDS: Final = 5.0


class _Copy:
    """What this process knows of it."""

    away_until = 0.0


def alias() -> str:
    """The copy, now connected, or `default` while the copy is away: one alone tries it again then."""
    now = time.monotonic()
    if settings.READS == DEFAULT_DB_ALIAS or now < _Copy.away_until:
        return DEFAULT_DB_ALIAS
    if _Copy.away_until:
        _Copy.away_until = now + AWAY_SECONDS
    try:
        connections[settings.READS].ensure_connection()
    except OperationalError as error:
        failed(error)
        return DEFAULT_DB_ALIAS
    _Copy.away_until = 0.0
    return str(settings.READS)


def failed(error: OperationalError) -> None:
    """It is left alone for a while: each time may take a second."""
    _Copy.away_until = time.monotonic() + AWAY_SECONDS
    connections[settings.READS].close()
    _log.warning("no copy of the database for %d s: %s", AWAY_SECONDS, error)
