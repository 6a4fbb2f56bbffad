"""Every example against a real server."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games.models import Rating
from tarneeb import Client
from tests.browser.site import Site
from tests.clients.programs import EXAMPLES, WAYS, is_fair, run, start
from tests.conftest import Caller
from tests.games.conftest import OpenTable, play_to


def test_the_bot_fits_on_a_page() -> None:
    assert len((EXAMPLES / "bot.py").read_text().splitlines()) < 60


@pytest.mark.parametrize("way", WAYS)
def test_the_bot_plays_to_the_end_and_its_deals_are_verified(
    site: Site, way: tuple[str, ...], tmp_path: Path
) -> None:
    match = run("bot.py", "--url", site.url, *way).split()[0]
    exported = Client(site.url).export(match)
    assert exported["events"][-1]["type"] == "match_finished"
    deals = sum(event["type"] == "deal_started" for event in exported["events"])
    assert is_fair(exported, tmp_path) == (True, f"yes: {deals} deals are as the seeds have them\n")


def test_the_verifier_says_no_to_an_altered_match(
    url: str, four: dict[str, Caller], open_table: OpenTable, tmp_path: Path
) -> None:
    match = open_table(client_seed="0a1b")
    play_to(four, match, "play")
    for caller in four.values():
        caller.act(match, action="resign")
    exported: Any = Client(url).export(match)
    assert is_fair(exported, tmp_path) == (True, "yes: 1 deals are as the seeds have them\n")
    types = [event["type"] for event in exported["events"]]
    deal, bid = types.index("deal_started"), types.index("bid_made")
    for wrong, (seq, field, value) in {
        "the chain is broken": (bid, "amount", 13),
        "other cards than the seeds give": (
            deal,
            "hands",
            exported["events"][deal]["data"]["hands"] | {"N": []},
        ),
        "the wrong dealer": (deal, "dealer", "?"),
        "not what was promised": (-1, "server_seed", "00" * 32),
        "not those that they brought": (types.index("seat_taken"), "client_seed", "ff"),
        "this is no exported match": (-1, "server_seed", "?"),
    }.items():
        altered = json.loads(json.dumps(exported))
        altered["events"][seq]["data"][field] = value
        fair, said = is_fair(altered, tmp_path)
        assert not fair and said.startswith("no: ") and wrong in said


def test_a_ladder_as_csv(url: str, four: dict[str, Caller]) -> None:
    common = {"ladder": "pair:levant-41", "sigma": 1.0, "matches": 30, "last_at": timezone.now()}
    people = [caller.user for caller in four.values()]
    Rating.objects.bulk_create(
        Rating(person=person, mu=40.0 - place, **common) for place, person in enumerate(people)
    )
    rows = list(csv.DictReader(run("leaderboard.py", "pair:levant-41", "--url", url).splitlines()))
    assert [row["name"] for row in rows] == [person.username for person in people if person]
    assert [row["place"] for row in rows] == ["1", "2", "3", "4"]
    assert rows[0]["rating"] > rows[1]["rating"] and rows[0]["matches"] == "30"


def test_watching_a_match(url: str, four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table()
    with start("watch.py", "--url", url) as watching:
        assert watching.stdout is not None
        introduction = watching.stdout.readline()
        assert match in introduction and "N:player-north" in introduction
        play_to(four, match, "play")
        for seat in "NS":
            four[seat].act(match, action="resign")
        told = watching.stdout.read()
    assert watching.returncode == 0
    assert " passes\n" in told and " bids 7\n" in told and " names " in told
    assert told.endswith("\nEW won (forfeit); NS 0, EW 0\n")


def test_watching_where_nobody_plays(url: str) -> None:
    assert "Nobody plays just now." in run("watch.py", "--url", url, status=1)
