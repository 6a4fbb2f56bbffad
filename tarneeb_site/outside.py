"""Errors and traces for services outside, where SENTRY_DSN or OTEL_EXPORTER_OTLP_ENDPOINT is set.

Nothing of theirs is imported otherwise (`requirements-observe.lock` has it).
"""

import importlib
import os

from django.core.exceptions import ImproperlyConfigured

_OUTSIDE = {"SENTRY_DSN": "tarneeb_site.errorreports", "OTEL_EXPORTER_OTLP_ENDPOINT": "tarneeb_site.traces"}


def start() -> None:
    """Before Django's handler is made. Raises ImproperlyConfigured where the libraries are missing."""
    for variable, module in _OUTSIDE.items():
        if os.environ.get(variable):
            try:
                importlib.import_module(module).start()
            except ImportError as missing:
                raise ImproperlyConfigured(
                    f"{variable} needs requirements-observe.lock: {missing}"
                ) from missing
