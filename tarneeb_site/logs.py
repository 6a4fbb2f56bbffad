"""Logs: one JSON object a line, or text for a terminal; ours, Django's, Uvicorn's and Celery's alike.

A line says what it belongs to: request, person, match, task, by ids that `noting` and `note` add. It says
nothing else of a request: only the FIELDS named here, and no text that a person, a row or a token is in.
"""

import logging
import re
import sys
from traceback import format_tb
from typing import Any, Final

import psycopg
import structlog
from structlog.contextvars import bind_contextvars, bound_contextvars, get_contextvars
from structlog.typing import EventDict, Processor, WrappedLogger

# What belongs to the piece of work that goes on; a task is told those of the request that asked for it.
IDS: Final = ("request", "person", "match", "task", "task_name")
# What else a line may have beside its text.
FIELDS: Final = ("method", "route", "status", "ms", "kind")

note = bind_contextvars  # from here on, in this request, socket or task
noting = bound_contextvars  # within a block

_TOKEN: Final = re.compile(r"\btarneeb_[\w-]{20,}")
_CARD: Final = re.compile(r"\b[SHDC][2-9TJQKA]\b")
_QUERY: Final = re.compile(r"\?[^\s\"']+")
# What PostgreSQL adds to an error: the row, cards and all.
_DETAIL: Final = re.compile(r"(?:\\n|\n)\s*(?:DETAIL|CONTEXT|HINT|QUERY|LINE \d+):.*", re.DOTALL)
_TEXT_LENGTH: Final = 500


def noted() -> dict[str, str]:
    """The ids of what goes on."""
    found = get_contextvars()
    return {name: found[name] for name in IDS if name in found}


def safe(text: str) -> str:
    """A text without tokens, cards, queries of addresses and rows of the database."""
    for pattern, instead in ((_DETAIL, ""), (_QUERY, "?…"), (_TOKEN, "tarneeb_…"), (_CARD, "··")):
        text = pattern.sub(instead, text)
    return text[:_TEXT_LENGTH]


def safe_error(error: BaseException) -> str:
    """An error's class and what it says; of the database's only the first line."""
    said = (error.diag.message_primary or "") if isinstance(error, psycopg.Error) else str(error)
    return f"{type(error).__qualname__}: {safe(said)}"


def _traceback(error: BaseException) -> str:
    """Where it came from, causes first; never the values of variables."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = f"{_traceback(cause)}\nand then\n" if cause else ""
    return f"{before}{''.join(format_tb(error.__traceback__))}{safe_error(error)}"


def _with_ids(logger: WrappedLogger, level: str, line: EventDict) -> EventDict:
    line.update(noted())
    return line


def _without_secrets(logger: WrappedLogger, level: str, line: EventDict) -> EventDict:
    line["event"] = safe(str(line["event"]))
    found: Any = line.pop("exc_info", None)
    error = found[1] if isinstance(found, tuple) else None
    if error:
        line["exception"] = _traceback(error)
    return line


class RouteOnly(logging.Filter):
    """Django names the address of a failed request, which may be a link that resets a password.

    To answer that something is not well is no failure.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        route = match.route if match else "-"
        record.msg, record.args, record.route = "a request failed", (), route
        return not route.startswith("health/")


def configuration(form: str) -> dict[str, Any]:
    """Django's LOGGING; the form is `json` or `text`."""
    renderer: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    line = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [
            structlog.stdlib.ExtraAdder(allow=FIELDS),
            _with_ids,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _without_secrets,
        ],
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
    }
    # Uvicorn names addresses of sockets, tickets and all, and Django those of refused requests.
    quiet = ("uvicorn.error", "uvicorn.access", "django.server", "celery", "httpx")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"route": {"()": RouteOnly}},
        "formatters": {"line": line},
        "handlers": {
            "lines": {"class": "logging.StreamHandler", "formatter": "line"},
            "count": {"class": "tarneeb_site.meters.Counting", "level": "WARNING"},
        },
        "root": {"handlers": ["lines", "count"], "level": "INFO"},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.request": {"level": "ERROR", "filters": ["route"]},
            "django.security": {"level": "ERROR"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},  # whoever scans the Internet
            "uvicorn": {"handlers": [], "propagate": True},
            **{name: {"handlers": [], "level": "WARNING", "propagate": True} for name in quiet},
        },
    }
