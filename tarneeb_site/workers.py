"""What Celery tells by signals alone: tasks bear the ids of the request that asked, and are counted."""

from logging.config import dictConfig
from typing import Any

from celery import signals
from django.conf import settings
from structlog.contextvars import clear_contextvars

from tarneeb_site import meters, outside
from tarneeb_site.logs import note, noted

_IDS = "tarneeb_ids"


@signals.setup_logging.connect
def _log_as_we_do(**_: Any) -> None:
    """Without a receiver Celery would set up handlers of its own."""
    dictConfig(settings.LOGGING)


@signals.worker_init.connect
def _begin(**_: Any) -> None:
    outside.start()


@signals.worker_ready.connect
def _expose(**_: Any) -> None:
    meters.listen()


@signals.before_task_publish.connect
def _send_ids(headers: dict[str, Any], **_: Any) -> None:
    headers[_IDS] = {name: value for name, value in noted().items() if name not in ("task", "task_name")}


@signals.task_prerun.connect
def _take_ids(task_id: str, task: Any, **_: Any) -> None:
    clear_contextvars()
    note(**(task.request.get(_IDS) or {}), task=task_id, task_name=task.name)


@signals.task_postrun.connect
def _count(task: Any, state: str | None, **_: Any) -> None:
    meters.TASKS.labels(task.name, (state or "unknown").lower()).inc()
    clear_contextvars()
