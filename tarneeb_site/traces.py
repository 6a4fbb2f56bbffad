"""Traces for OpenTelemetry: requests, tasks, and SQL without its parameters."""

from collections.abc import Sequence
from typing import Final

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import Status

_TOLD: Final = {
    "celery.action",
    "celery.state",
    "celery.task_name",
    "db.query.text",
    "db.statement",
    "db.system",
    "db.system.name",
    "http.method",
    "http.request.method",
    "http.response.status_code",
    "http.route",
    "http.status_code",
}


def start() -> None:
    """OpenTelemetry's own variables say where to and how much."""
    provider = TracerProvider(resource=Resource.create({"service.name": "tarneeb"}))
    provider.add_span_processor(BatchSpanProcessor(Stripping(OTLPSpanExporter())))
    trace.set_tracer_provider(provider)
    for instrumentor in (DjangoInstrumentor, CeleryInstrumentor, PsycopgInstrumentor):
        instrumentor().instrument(tracer_provider=provider)


class Stripping(SpanExporter):
    """Passes spans on with the attributes named here: no addresses, no texts of errors, no headers."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self._exporter.export([_stripped(span) for span in spans])

    def shutdown(self) -> None:
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._exporter.force_flush(timeout_millis)


def _stripped(span: ReadableSpan) -> ReadableSpan:
    attributes = {name: value for name, value in (span.attributes or {}).items() if name in _TOLD}
    method = attributes.get("http.request.method") or attributes.get("http.method")
    return ReadableSpan(
        name=f"{method} {attributes.get('http.route', '-')}" if method else span.name,
        context=span.get_span_context(),
        parent=span.parent,
        resource=span.resource,
        attributes=attributes,
        kind=span.kind,
        links=span.links,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )
