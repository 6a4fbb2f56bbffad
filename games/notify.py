"""What follows a stored command: the bell rings, bots are called. Nothing here can fail a stored move."""

import json
from collections.abc import Sequence
from uuid import UUID

from games import doorbell
from games.contract.frames import PersonFrame
from games.states import Known
from games.store import StoredEvent
from tarneeb_site.celery import app


def ring(known: Known, events: Sequence[StoredEvent]) -> None:
    """Tell the processes with sockets at this match, and whoever is on turn."""
    for channel, body in doorbell.rings(known, events):
        doorbell.publish(channel, body)


def say(match_id: UUID, message_id: int) -> None:
    """Tell the processes with sockets at this match that somebody has said something: they read what."""
    doorbell.publish(doorbell.match_channel(match_id), json.dumps({"message": message_id}).encode())


def invite(match_id: UUID, guest: UUID, host: str) -> None:
    """Tell a person that a seat is kept for them."""
    tell(guest, {"type": "invited", "match": str(match_id), "by": host})


def tell(person: UUID, body: PersonFrame) -> None:
    """A frame for a person's sockets in the lobby and streams."""
    doorbell.publish(doorbell.person_channel(person), json.dumps(body).encode())


def wake_bot(match_id: UUID, seq: int, delay_ms: int) -> None:
    """Ask for a bot's move promptly. If the request is lost the sweep finds the match by `wake_at`."""

    def call() -> None:
        app.send_task(
            "games.tasks.play_bot",
            args=[str(match_id), seq],
            queue="turns",
            countdown=delay_ms / 1000 or None,
        )

    doorbell.ask(call, otherwise=None)
