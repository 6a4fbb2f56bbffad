"""Lists and past matches are read from a copy of the database: every address can be."""

from typing import Any

import pytest
from django.test import Client

from tests.games.conftest import OpenTable
from tests.games.ranked import Four, play_out
from tests.games.test_hidden_cards import filled, routes

# What goes on, or signs out; and no worker is at work here.
ELSEWHERE = ("/stream/", "/matches/export/", "logout/", "/health/")


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_no_address_mixes_the_copy_with_the_original(
    four: Four, open_table: OpenTable, settings: Any
) -> None:
    settings.THROTTLES = False
    match = open_table()
    play_out(match, "NS")
    settings.READS = "owner"  # another connection to the same database
    client = Client()
    assert four["N"].user is not None
    client.force_login(four["N"].user, "django.contrib.auth.backends.ModelBackend")
    asked = [filled(route, match, "player-south") for route in routes() if not route.endswith(ELSEWHERE)]
    failed = [path for path in asked if client.get(path).status_code >= 500]
    assert len(asked) > 100 and failed == []
