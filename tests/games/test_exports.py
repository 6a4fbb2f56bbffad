"""Matches on their way out: one as PBN, a player's line by line, all of them as files."""

import asyncio
import gzip
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts import registration
from accounts.models import Token
from games import codec, dumps, exports, queries, tasks
from games.api import streams
from games.live import hub
from games.locks import alone
from games.management.commands.export_database import LOCK
from games.models import Match
from tarneeb_site.streaming import Chunks
from tests import pbn
from tests.conftest import Caller
from tests.games.conftest import OpenTable, play_to
from tests.games.streaming import PATIENCE_SECONDS
from tests.games.test_drain import send_away
from tests.shapes import check
from tests.waiting import until

Four = dict[str, Caller]
Fetch = Callable[..., httpx.Response]
Ended = Callable[..., str]
EARLIER = datetime(2026, 1, 15, 12, tzinfo=UTC)


@pytest.fixture
def ended(four: Four, open_table: OpenTable) -> Ended:
    """A match in its first trick that one side gives up: at which time, how it is set up."""

    def one(at: datetime | None = None, losers: str = "NS", **more: Any) -> str:
        match = open_table(**more)
        play_to(four, match, "play")
        for seat in losers:
            assert four[seat].act(match, action="resign").status_code == 201
        if at is not None:
            Match.objects.filter(pk=match).update(finished_at=at)
        return match

    return one


@pytest.fixture
def bots(four: Four) -> str:
    """A match that four bots have played to its end."""
    seats = dict.fromkeys("NESW", "bot:easy")
    match = str(four["N"].post("matches/", {"ruleset": "levant-41-sol", "seats": seats}).json()["id"])
    tasks.play_bot(match, 7)
    return match


def test_pbn(bots: str, nobody: Caller) -> None:
    response = nobody.get(f"matches/{bots}/export/?format=pbn", accept="text/x-pbn")
    assert (response.status_code, response["Content-Type"]) == (200, "text/x-pbn; charset=UTF-8")
    assert response["Content-Disposition"] == f'attachment; filename="tarneeb-{bots}.pbn"'
    games = pbn.games(response.content.decode())
    events = nobody.get(f"matches/{bots}/events/").json()["events"]
    dealt = [event["data"] for event in events if event["type"] == "deal_started"]
    for game, data in zip(games, dealt, strict=True):
        assert pbn.deal(game)["hands"] == {seat: set(hand) for seat, hand in data["hands"].items()}
        assert game.tags["Site"] == f"http://testserver/matches/{bots}/"
    played = [card for game in games for card in pbn.deal(game)["cards"]]
    assert played == [
        tuple(event["data"].values())[::-1] for event in events if event["type"] == "card_played"
    ]
    again = nobody.get(f"matches/{bots}/export/?format=pbn", **{"if-none-match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_pbn_is_refused_as_json_is(four: Four, open_table: OpenTable, stranger: Caller) -> None:
    match, own = open_table(), open_table(visibility="private", seats="N")
    for format_ in ("json", "pbn"):
        running = four["N"].get(f"matches/{match}/export/?format={format_}")
        assert (running.status_code, running.json()["field"]) == (400, "match")
        assert stranger.get(f"matches/{own}/export/?format={format_}").json()["code"] == "forbidden"


def test_pbn_of_a_match_without_a_deal(four: Four, open_table: OpenTable) -> None:
    match = open_table(seats="N")
    four["N"].post(f"matches/{match}/leave/")
    text = four["N"].get(f"matches/{match}/export/?format=pbn").content.decode()
    assert pbn.games(text) == []


@pytest.fixture
def fetch(server: str) -> Iterator[Fetch]:
    with httpx.Client(timeout=PATIENCE_SECONDS) as client:

        def fetched(name: str, query: str = "", caller: Caller | None = None) -> httpx.Response:
            headers = {"Authorization": f"Bearer {caller.token}"} if caller else {}
            return client.get(
                f"http://{server}/api/v1/players/{name}/matches/export/?{query}", headers=headers
            )

        yield fetched


def _ids(response: httpx.Response) -> list[str]:
    assert response.status_code == 200, response.text
    return [json.loads(line)["id"] for line in response.text.splitlines()]


def test_the_matches_of_a_player(
    four: Four,
    ended: Ended,
    open_table: OpenTable,
    fetch: Fetch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exports, "FOUND", 3)
    monkeypatch.setattr(exports, "READ", 2)
    matches = [ended(EARLIER) for _ in range(2)]
    matches += [ended(EARLIER.replace(month=2)), ended(), ended(), ended(), ended()]
    open_table()
    response = fetch("player-east")
    assert response.headers["content-type"] == "application/x-ndjson"
    assert response.headers["cache-control"] == "no-store, no-transform"
    assert _ids(response) == [*sorted(matches[:2]), *matches[2:]]
    for line in response.text.splitlines():
        body = json.loads(line)
        check("Export", body)
        assert body == four["N"].get(f"matches/{body['id']}/export/").json()
    assert fetch("stranger").status_code == 404


def test_which_matches(four: Four, ended: Ended, fetch: Fetch) -> None:
    early = ended(EARLIER)
    won = ended(losers="EW", ruleset="cardems")
    seats = {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:easy"}
    nobody_won = four["N"].post("matches/", {"ruleset": "levant-41", "seats": seats}).json()["id"]
    assert four["N"].act(nobody_won, action="resign").status_code == 201
    own = ended(invited={seat: f"invite:{four[seat].user}" for seat in "ESW"}, visibility="private")
    for query, expected in {
        "since=2026-02-01": [won, nobody_won],
        "since=2026-01-15T12:00:00Z&until=2026-01-15T12:00:01Z": [early],
        "until=2026-01-15T12:00:00Z": [],
        "until=2026-01-15T14:00:01%2B02:00": [early],
        "ruleset=cardems": [won],
        "rated=false": [early, won, nobody_won],
        "rated=true": [],
        "result=won": [won],
        "result=lost": [early],
        "result=none": [nobody_won],
    }.items():
        assert _ids(fetch("player-north", query)) == expected, query
    assert _ids(fetch("player-north", "", four["E"])) == [early, won, nobody_won, own]
    for field in ("since=yesterday", "until=", "rated=1", "result=fair", "ruleset=whist", "ruleset=%00"):
        refused = fetch("player-north", field)
        assert (refused.status_code, refused.json()["field"]) == (400, field.partition("=")[0])


class Opened:
    """An export that has begun and is not at its end. Kept, or it closes."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.lines = response.iter_lines()

    def begun(self) -> "Opened":
        assert next(self.lines) == "{}"
        return self

    def assert_cut_off(self) -> None:
        with pytest.raises(httpx.RemoteProtocolError):
            list(self.lines)


Open = Callable[..., Opened]


@pytest.fixture
def open_export(four: Four, server: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens an export of a line, behind which nothing comes; afterwards nobody is left in the crowd."""

    async def lines(_rows: object) -> Chunks:
        yield b"{}\n"
        await asyncio.Event().wait()

    monkeypatch.setattr(exports, "lines", lines)
    with ExitStack() as stack:
        client = stack.enter_context(httpx.Client(timeout=PATIENCE_SECONDS))

        def opened(caller: Caller | None = None) -> Opened:
            headers = {"Authorization": f"Bearer {caller.token}"} if caller else {}
            url = f"http://{server}/api/v1/players/player-north/matches/export/"
            return Opened(stack.enter_context(client.stream("GET", url, headers=headers)))

        yield opened
    until(lambda: not any(here.guests or here.crowd._open for here in hub._hubs.values()))


def test_exports_count_as_streams_do(
    four: Four, server: str, open_export: Open, fetch: Fetch, settings: Any
) -> None:
    settings.THROTTLES, settings.OPEN_PER_ADDRESS, settings.OPEN_PER_PERSON = True, 2, 1
    own = open_export(four["E"]).begun()
    refused = fetch("player-north", "", four["E"])
    assert (refused.status_code, refused.json()["code"], refused.headers["retry-after"]) == (
        429,
        "throttled",
        "10",
    )
    for_all = open_export().begun()
    assert fetch("player-north").status_code == 429
    own.response.close()
    for_all.response.close()
    until(lambda: not any(here.guests for here in hub._hubs.values()))
    head = f"http://{server}/api/v1/players/player-north/matches/export/"
    assert [httpx.head(head, timeout=PATIENCE_SECONDS).status_code for _ in range(3)] == [200] * 3
    open_export(four["E"]).begun()


def test_of_exports_asked_for_at_once_too_many_are_cut_off(
    open_export: Open, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each was asked for before the other had begun."""
    settings.THROTTLES, settings.OPEN_PER_ADDRESS = True, 1
    monkeypatch.setattr(streams, "is_crowded", lambda _export: False)
    _first = open_export().begun()
    open_export().assert_cut_off()


def test_an_export_ends_with_its_token(four: Four, open_export: Open) -> None:
    export = open_export(four["E"]).begun()
    Token.objects.get(user=four["E"].user).delete()
    export.assert_cut_off()


def test_an_export_ends_with_its_process(open_export: Open) -> None:
    export = open_export().begun()
    send_away()
    export.assert_cut_off()


def test_an_export_keeps_no_seek_alive(four: Four, open_export: Open) -> None:
    _export = open_export(four["E"]).begun()
    assert [guest.reader for here in hub._hubs.values() for guest in here.guests] == [None]


def test_the_names_are_those_of_now(four: Four, ended: Ended, fetch: Fetch) -> None:
    ended()
    assert four["E"].user is not None
    registration.delete(four["E"].user)
    assert "player-east" not in (text := fetch("player-north").text)
    assert "player-west" in text


def _files(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def _matches(path: Path) -> list[Any]:
    return [json.loads(line) for line in gzip.open(path)]


def test_all_public_matches_a_file_a_month(
    four: Four, ended: Ended, bots: str, tmp_path: Path, open_table: OpenTable
) -> None:
    months = [ended(EARLIER), ended(EARLIER), ended(EARLIER.replace(month=3))]
    ended(visibility="private", invited={seat: f"invite:{four[seat].user}" for seat in "ESW"})
    ended(visibility="unlisted")
    open_table()
    call_command("export_database", tmp_path, verbosity=0)
    running = f"tarneeb-{datetime.now(UTC):%Y-%m}-running.ndjson.gz"
    names = ["tarneeb-2026-01.ndjson.gz", "tarneeb-2026-03.ndjson.gz", running]
    assert sorted(_files(tmp_path)) == ["SHA256SUMS", *names]
    found = [_matches(tmp_path / name) for name in names]
    assert [[match["id"] for match in matches] for matches in found] == [
        sorted(months[:2]),
        months[2:],
        [bots],
    ]
    for line in (tmp_path / "SHA256SUMS").read_text().splitlines():
        digest, _, name = line.partition("  ")
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == digest
    for match in chain(*found):
        exported = four["N"].get(f"matches/{match['id']}/export/").json()
        assert match["fairness"] == exported["fairness"]
        assert _without_names(exported["events"]) == match["events"]
        link = codec.GENESIS
        for event in match["events"]:
            text = json.dumps(event, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            link = hashlib.sha256(link + text.encode()).digest()
        assert link.hex() == match["fairness"]["head"]["hash"]


def _without_names(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_names(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _without_names(item) for key, item in value.items() if key != "name"}


def test_nobodys_name_goes_out(ended: Ended, tmp_path: Path) -> None:
    ended()
    call_command("export_database", tmp_path, verbosity=0)
    (path,) = tmp_path.glob("*.gz")
    assert b"player-" not in gzip.decompress(path.read_bytes())


class Interrupted(Exception):
    pass


@pytest.mark.parametrize(("reads", "kept"), [(1, 0), (3, 2), (4, 4)])
def test_an_interrupted_run_goes_on_and_ends_the_same(
    ended: Ended, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: int, kept: int
) -> None:
    monkeypatch.setattr(dumps, "MEMBER", 2)
    monkeypatch.setattr(dumps, "READ", 1)
    matches = sorted(ended(EARLIER) for _ in range(5))
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    call_command("export_database", whole, verbosity=0)
    assert [match["id"] for match in _matches(whole / "tarneeb-2026-01.ndjson.gz")] == matches

    keeping, read, limit = queries.keeping, list[str](), reads

    def breaking(ids: Sequence[UUID]) -> Any:
        if len(read) == limit:
            raise Interrupted
        read.extend(map(str, ids))
        return keeping(ids)

    monkeypatch.setattr(queries, "keeping", breaking)
    with pytest.raises(Interrupted):
        call_command("export_database", parts, verbosity=0)
    assert not list(parts.glob("*.gz")) and read == matches[:reads]
    with (parts / "tarneeb-2026-01.ndjson.gz.part").open("ab") as part:
        part.write(b"what was not noted")
    read, limit = [], 5
    call_command("export_database", parts, verbosity=0)
    assert _files(parts) == _files(whole)
    assert read == matches[kept:]


def test_a_month_that_is_over_is_not_written_again(
    ended: Ended, tmp_path: Path, later: Callable[[float], None]
) -> None:
    ended(EARLIER)
    first = ended()
    call_command("export_database", tmp_path, verbosity=0)
    before = _files(tmp_path)
    january = tmp_path / "tarneeb-2026-01.ndjson.gz"
    january.write_bytes(b"as it went out")
    second = ended()
    call_command("export_database", tmp_path, verbosity=0)
    assert january.read_bytes() == b"as it went out"
    (running,) = tmp_path.glob("*-running.ndjson.gz")
    assert [match["id"] for match in _matches(running)] == [first, second]
    assert before["SHA256SUMS"] != (tmp_path / "SHA256SUMS").read_bytes()
    later(40 * 86400)
    call_command("export_database", tmp_path, verbosity=0)
    final = tmp_path / running.name.replace("-running", "")
    assert sorted(_files(tmp_path)) == sorted(["SHA256SUMS", january.name, final.name])
    assert [match["id"] for match in _matches(final)] == [first, second]
    assert running.name not in (tmp_path / "SHA256SUMS").read_text()


def test_two_runs_at_once(transactional_db: None, tmp_path: Path) -> None:
    def run() -> None:
        try:
            call_command("export_database", tmp_path, verbosity=0)
        finally:
            connection.close()

    with alone(LOCK), ThreadPoolExecutor(1) as other, pytest.raises(CommandError, match="elsewhere"):
        other.submit(run).result()
