"""Errors to Sentry: what went wrong and where, with the ids of the log; no request, no variables."""

import os
from typing import Any, Final

import sentry_sdk
from django.conf import settings
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.django import DjangoIntegration
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.types import Event, Hint

from tarneeb_site.logs import noted, safe

_EVENT: Final = ("event_id", "timestamp", "level", "platform", "release", "environment", "logger", "sdk")
_FRAME: Final = ("filename", "function", "module", "lineno", "in_app")
_NAMED_BY_US: Final = ("route", "component", "task")


def start() -> None:
    sentry_sdk.init(
        dsn=os.environ["SENTRY_DSN"],
        release=f"tarneeb@{settings.COMMIT or settings.VERSION}",
        before_send=stripped,
        default_integrations=False,
        integrations=[DjangoIntegration(), CeleryIntegration(), LoggingIntegration(level=None)],
        auto_enabling_integrations=False,
        auto_session_tracking=False,
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        max_request_body_size="never",
        send_default_pii=False,
        server_name="-",
    )


def stripped(event: Event, hint: Hint) -> Event | None:
    """A new event of what is named here, so that whatever Sentry learns to collect stays here."""
    found: dict[str, Any] = dict(event)
    told: dict[str, Any] = {name: found[name] for name in _EVENT if name in found}
    if (found.get("transaction_info") or {}).get("source") in _NAMED_BY_US:
        told["transaction"] = found.get("transaction")
    if message := (found.get("logentry") or {}).get("message"):
        told["logentry"] = {"message": safe(message)}  # the template, without what was filled in
    if errors := (found.get("exception") or {}).get("values"):
        told["exception"] = {"values": [_error(error) for error in errors]}
    told["tags"] = noted()
    return told  # type: ignore[return-value]


def _error(error: dict[str, Any]) -> dict[str, Any]:
    frames = (error.get("stacktrace") or {}).get("frames") or []
    return {
        "type": error.get("type"),
        "module": error.get("module"),
        "value": safe(error.get("value") or ""),
        "stacktrace": {
            "frames": [{name: frame[name] for name in _FRAME if name in frame} for frame in frames]
        },
    }
