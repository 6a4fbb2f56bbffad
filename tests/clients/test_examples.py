"""Every example against a real server."""

import csv
import json
from pathlib import Path

import pytest
from django.utils import timezone
from tarneeb import Client

from games.models import Rating
from tests.clients.programs import EXAMPLES, is_fair, run, start
from tests.conftest import Caller
from tests.games.conftest import OpenTable, play_to


def test_the_bot_fits_on_a_page() -> None:
    assert len((EXAMPLES / "bot.py").read_text().splitlines()) < 60


def test_the_bot_plays_to_the_end_and_the_deals_are_verified(url: str, tmp_path: Path) -> None:
    match = run("bot.py", "--url", url, "--socket").split()[0]
    exported = Client(url).export(match)
    assert exported["events"][-1]["type"] == "match_finished"
    assert "auto" not in json.dumps(exported["events"])
    assert is_fair(exported, tmp_path) == (True, f"yes: {deals(exported)} deals are as the seeds have them\n")


def deals(exported: object) -> int:
    return json.dumps(exported).count('"deal_started"')
