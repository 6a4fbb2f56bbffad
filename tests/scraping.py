"""What a scrape says, as a mapping: (name, labels) -> value."""

from collections.abc import Mapping

from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from tarneeb_site import asgi

assert asgi  # the web process, which asks database and Redis besides

Sample = tuple[str, frozenset[tuple[str, str]]]


def scraped(text: str) -> Mapping[Sample, float]:
    families = text_string_to_metric_families(text)
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in families
        for sample in family.samples
    }


def scrape() -> Mapping[Sample, float]:
    """Of this process."""
    response = Client().get("/metrics")
    assert response.status_code == 200
    return scraped(response.content.decode())


def names_in(text: str) -> set[str]:
    """What a query may name, also where nothing has been counted yet."""
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    families = text_string_to_metric_families(text)
    return {family.name + ending for family in families for ending in endings.get(family.type, ("",))}


def value(found: Mapping[Sample, float], name: str, **labels: str) -> float:
    """0 for what has not been counted yet."""
    return found.get((f"tarneeb_{name}", frozenset(labels.items())), 0.0)
