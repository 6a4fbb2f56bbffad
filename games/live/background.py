"""Work beside what goes on, on the running event loop."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

logger = logging.getLogger(__name__)
_tasks: set["asyncio.Task[Any]"] = set()  # the loop itself keeps none alive


def soon(coroutine: Coroutine[Any, Any, Any]) -> None:
    """Run it; its failure is logged and fails nothing else."""
    task = asyncio.ensure_future(coroutine)
    _tasks.add(task)
    task.add_done_callback(_done)


def _done(task: "asyncio.Task[Any]") -> None:
    _tasks.discard(task)
    if not task.cancelled() and (error := task.exception()):
        logger.error("in the background", exc_info=error)
