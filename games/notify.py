"""What follows a stored command: bots are called. Nothing here can fail a move that is stored."""

import logging
from uuid import UUID

from kombu.exceptions import OperationalError

from tarneeb_site.celery import app

logger = logging.getLogger(__name__)


def wake_bot(match_id: UUID, seq: int, delay_ms: int) -> None:
    """Ask for a bot's move promptly. If the request is lost the sweep finds the match by `wake_at`."""
    try:
        app.send_task(
            "games.tasks.play_bot",
            args=[str(match_id), seq],
            queue="turns",
            countdown=delay_ms / 1000 or None,
        )
    except (OperationalError, OSError):
        logger.warning("no broker: the sweep will call the bot of match %s", match_id)
