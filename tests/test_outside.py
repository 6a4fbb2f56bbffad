"""What leaves for Sentry and OpenTelemetry holds no secrets, and without their variables nothing does."""

import json
import os
import subprocess
import sys

import pytest

from tarneeb_site.launcher.paths import CHECKOUT

# redis-py imports OpenTelemetry itself, where that is installed, but neither of these.
LIBRARIES = ("sentry_sdk", "opentelemetry.instrumentation", "opentelemetry.exporter")
SECRETS = ("sahlab-w-tamr", "H5", "layla", "secret-word", 43 * "x")

# A process of its own: both change Django for good. Each provokes an error in a request that holds secrets in
# its address, headers, cookies, body and variables, and prints what would have been sent.
_PROVOKED = """
import os, json, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "tarneeb_site.settings"
{before}
from tarneeb_site import asgi
from django.test import Client
from accounts.api import views
from django.db import connection

def broken(self, request, *args, **kwargs):
    hand, password = ["H5", "D2"], request.data
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::text", ["H5"])
    raise RuntimeError("with H5 tarneeb_" + 43 * "x" + "\\nDETAIL:  Failing row contains (layla)")

views.AccountsView.post = broken
client = Client(headers={{"authorization": "Basic sahlab-w-tamr"}}, raise_request_exception=False)
client.cookies["sessionid"] = "secret-word"
body = {{"username": "layla", "password": "sahlab-w-tamr"}}
response = client.post("/api/v1/accounts/?ticket=secret-word", body, content_type="application/json",
                       headers={{"x-request-id": "outside-0123456789"}})
assert response.status_code == 500, response.content
{after}
"""
_SENTRY = _PROVOKED.format(
    before="""
import sentry_sdk.transport
sent = []
class Kept(sentry_sdk.transport.Transport):
    def capture_envelope(self, envelope):
        sent.append(envelope.serialize().decode())
sentry_sdk.transport.make_transport = lambda options: Kept(options)
import sentry_sdk.client
sentry_sdk.client.make_transport = sentry_sdk.transport.make_transport
""",
    after='sentry_sdk.flush(); print("SENT" + json.dumps(sent))',
)
_TRACES = _PROVOKED.format(
    before="""
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
kept = InMemorySpanExporter()
from tarneeb_site import traces
traces.OTLPSpanExporter = lambda: kept
""",
    after="""
from opentelemetry import trace
trace.get_tracer_provider().force_flush()
print("SENT" + json.dumps([span.to_json() for span in kept.get_finished_spans()]))
""",
)


def sent(program: str, **environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=CHECKOUT,
        env={**os.environ, "TARNEEB_THROTTLES": "off", "TARNEEB_HOSTS": "testserver", **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("SENT")]
    found: list[str] = json.loads(line.removeprefix("SENT"))
    return found


def test_sentry_is_told_where_it_went_wrong_and_no_more() -> None:
    (envelope,) = sent(_SENTRY, SENTRY_DSN="http://key@localhost:1/1")
    event = json.loads(envelope.splitlines()[-1])
    (error,) = event["exception"]["values"]
    assert error["type"] == "RuntimeError"
    assert error["value"] == "with ·· tarneeb_…"
    assert error["stacktrace"]["frames"][-1]["function"] == "broken"
    assert event["tags"] == {"request": "outside-0123456789"}
    assert [secret for secret in SECRETS if secret in envelope] == []


def test_traces_have_routes_and_statements_and_no_values() -> None:
    spans = sent(_TRACES, OTEL_EXPORTER_OTLP_ENDPOINT="http://localhost:1")
    names = {json.loads(span)["name"] for span in spans}
    statements = [json.loads(span)["attributes"].get("db.statement") for span in spans]
    assert "POST api/v1/accounts/" in names
    assert "SELECT %s::text" in statements
    assert [secret for secret in SECRETS if secret in "".join(spans)] == []


def test_neither_is_imported_without_its_variable() -> None:
    program = _PROVOKED.format(before="", after='print("SENT" + json.dumps(sorted(sys.modules)))')
    modules = sent(program, SENTRY_DSN="", OTEL_EXPORTER_OTLP_ENDPOINT="")
    assert "django" in modules
    assert [name for name in modules if name.startswith(LIBRARIES)] == []


def test_a_missing_library_is_named() -> None:
    program = (
        'import sys; sys.modules["sentry_sdk"] = None\nfrom tarneeb_site import outside\noutside.start()'
    )
    with pytest.raises(AssertionError, match=r"SENTRY_DSN needs requirements-observe\.lock"):
        sent(program, SENTRY_DSN="http://key@localhost:1/1")
