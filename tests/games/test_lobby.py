"""The list of tables as the lobby's socket tells it: in which order, and without cards."""

import json
from typing import Any

from django.utils import timezone

from games.live import lobby
from games.models import Rating
from games.ratings.model import MU
from games.rules.cards import CARD_NAMES
from tests.conftest import Caller
from tests.games.conftest import Connect, OpenTable

Four = dict[str, Caller]
BOTS = dict.fromkeys("NESW", "bot:easy")


def rate(caller: Caller, mu: float, ladder: str = "levant-41") -> None:
    assert caller.user is not None
    Rating.objects.create(
        person=caller.user, ladder=ladder, mu=mu, sigma=2, matches=30, last_at=timezone.now()
    )


def with_bots(caller: Caller, **seats: str) -> str:
    made = caller.post("matches/", {"ruleset": "levant-41", "seats": {**BOTS, **seats}})
    assert made.status_code == 201, made.content
    return str(made.json()["id"])


def test_open_tables_come_first_then_the_best_players_matches(
    four: Four, stranger: Caller, open_table: OpenTable, connect: Connect, settings: Any
) -> None:
    settings.BOT_DELAY_MS = 60_000
    rate(four["N"], MU + 9)
    rate(four["E"], MU - 9)
    rate(four["S"], MU + 3)
    rate(four["W"], MU + 9)
    rate(stranger, MU + 50, "kaboot-41")  # by other rules
    bots_alone = with_bots(four["N"])
    best = with_bots(four["N"], N="me")
    middling = open_table()  # MU + 3 on average
    unknown = with_bots(stranger, N="me")
    worst = with_bots(four["E"], N="me")
    equal = with_bots(four["S"], N="me")
    waiting, waits_longer = [open_table(seats="N") for _ in range(2)][::-1]
    open_table(seats="N", visibility="unlisted")
    told = connect(None).next("tables")
    listed = [table["id"] for table in told["tables"]]
    assert listed == [waiting, waits_longer, best, equal, middling, unknown, worst, bots_alone]
    assert [table["status"] for table in told["tables"]] == ["open"] * 2 + ["live"] * 6
    assert all(f'"{card}"' not in json.dumps(told) for card in CARD_NAMES)


def test_open_tables_leave_room_for_running_ones(
    four: Four, stranger: Caller, open_table: OpenTable, connect: Connect, monkeypatch: Any, settings: Any
) -> None:
    settings.BOT_DELAY_MS = 60_000
    monkeypatch.setattr(lobby, "SHOWN", 1)
    for _ in range(2):
        open_table(seats="N")
    rate(stranger, MU + 1)
    best = with_bots(stranger, N="me")
    with_bots(four["E"], N="me")
    told = connect(None).next("tables")["tables"]
    assert [table["status"] for table in told] == ["open", "live"]
    assert told[1]["id"] == best
