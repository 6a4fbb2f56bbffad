"""Dashboard and alerts name what the service really tells, by a scrape of each process of it."""

import json
import re
import shutil
import subprocess
from typing import Any

import pytest
import yaml
from django.test import Client

from games.verification import VERIFIED
from tarneeb_site.launcher.paths import CHECKOUT
from tests.scraping import names_in

OPERATIONS = CHECKOUT / "docs" / "operations"
NAME = re.compile(r"\b(?:tarneeb|process|up)(?:_[a-z_]+|\b)")
OF_PROMETHEUS = {"up"}
LABELS = re.compile(r"\{[^}]*\}|by \([^)]*\)")


def alerts() -> list[Any]:
    document = yaml.safe_load((OPERATIONS / "alerts.yml").read_text())
    return [rule for group in document["groups"] for rule in group["rules"]]


def dashboard() -> Any:
    return json.loads((OPERATIONS / "grafana.json").read_text())


def expressions() -> list[str]:
    shown = [target["expr"] for panel in dashboard()["panels"] for target in panel["targets"]]
    return shown + [rule["expr"] for rule in alerts()]


def named(expression: str) -> set[str]:
    return set(NAME.findall(LABELS.sub("", expression)))


@pytest.mark.django_db
def test_every_name_is_told() -> None:
    wanted = set().union(*map(named, expressions()))
    assert len(wanted) > 20
    assert wanted - names_in(Client().get("/metrics").content.decode()) - OF_PROMETHEUS == set()


def test_labels_that_alerts_ask_for_are_those_that_are_told() -> None:
    """`work` and `queue` are written by hand on both sides."""
    works = set(re.findall(r'work="(\w+)"', " ".join(expressions())))
    assert works == {"sweep", "housekeeping", VERIFIED, "backup"}


def test_the_dashboard_is_one_that_grafana_loads() -> None:
    found = dashboard()
    assert (found["uid"], found["schemaVersion"]) == ("tarneeb", 39)
    assert [each["name"] for each in found["templating"]["list"]] == ["source"]
    assert len({panel["id"] for panel in found["panels"]}) == len(found["panels"]) > 15
    assert all(panel["datasource"]["uid"] == "${source}" for panel in found["panels"])


def test_each_alert_says_what_it_is_about() -> None:
    assert len({rule["alert"] for rule in alerts()}) == len(alerts()) > 10
    for rule in alerts():
        assert rule["labels"]["severity"] in ("page", "warn")
        assert rule["annotations"]["summary"]
        assert rule["expr"].count("(") == rule["expr"].count(")")


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
def test_prometheus_takes_the_rules() -> None:
    subprocess.run(["promtool", "check", "rules", str(OPERATIONS / "alerts.yml")], check=True)
