"""What is counted is what has happened, and only those who may see it do."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from games import clock, tasks
from games.bots.doubledummy import CannotSolve
from games.matchmaking import hall
from games.models import Heartbeat, LoggedEvent, Match, Seek
from games.solver import dds, process
from tarneeb_site import redis_servers
from tests.conftest import Caller
from tests.games.conftest import Connect, Follow, OpenTable, turn_of
from tests.scraping import scrape, value
from tests.waiting import until

CHOSEN = ("bid_made", "passed", "trump_named", "card_played")
TOKEN = "a-token-for-scrapes"


def chosen(match: str) -> int:
    """How many moves the log has that a player chose."""
    events = LoggedEvent.objects.filter(match_id=match, type__in=CHOSEN).order_by("seq")
    return sum("auto" not in event.data for event in events)


def test_each_move_of_a_deal_is_counted_once_by_the_path_it_came(
    four: dict[str, Caller], open_table: OpenTable, connect: Connect
) -> None:
    match = open_table()
    sockets = {seat: connect(match, four[seat]) for seat in "NE"}
    before, sent = scrape(), {"rest": 0, "socket": 0}
    while not LoggedEvent.objects.filter(match_id=match, type="deal_scored").exists():
        seat, caller, legal = turn_of(four, match)
        # Somebody has to bid.
        action = legal[0] if any(sent.values()) else next(each for each in legal if each["action"] == "bid")
        if seat in sockets:
            assert sockets[seat].act(f"{sent['socket']}", **action)["type"] == "ack"
            sent["socket"] += 1
        else:
            assert caller.act(match, **action).status_code == 201
            sent["rest"] += 1
    after = scrape()
    assert sum(sent.values()) == chosen(match) >= 56
    for path, moves in sent.items():
        counted = value(after, "moves_accepted_total", path=path) - value(
            before, "moves_accepted_total", path=path
        )
        timed = value(after, "commit_seconds_count", path=path) - value(
            before, "commit_seconds_count", path=path
        )
        assert (path, counted, timed) == (path, moves, moves)
    told = value(after, "fanout_seconds_count") - value(before, "fanout_seconds_count")
    assert told >= sent["socket"]


def test_a_refused_move_is_counted_by_its_code_and_a_repeated_one_not_at_all(
    four: dict[str, Caller], open_table: OpenTable, connect: Connect
) -> None:
    match = open_table()
    seat, caller, legal = turn_of(four, match)
    other = four[next(name for name in "NESW" if name != seat)]
    before = scrape()
    assert caller.post(f"matches/{match}/actions/", {"action": "bid", "amount": 14}).status_code == 422
    assert other.post(f"matches/{match}/actions/", legal[0]).status_code == 422
    assert connect(match, other).act("1", **legal[0])["code"] == "not_your_turn"
    for _ in range(2):
        assert caller.post(f"matches/{match}/actions/", legal[0], **{"idempotency-key": "k"}).json()["seq"]
    after = scrape()

    def more(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    assert more("moves_refused_total", path="rest", code="bid_out_of_range") == 1
    assert more("moves_refused_total", path="rest", code="not_your_turn") == 1
    assert more("moves_refused_total", path="socket", code="not_your_turn") == 1
    assert more("moves_accepted_total", path="rest") == 1
    assert more("moves_accepted_total", path="socket") == 0


def test_bots_moves_and_expired_turns_are_counted(
    four: dict[str, Caller], open_table: OpenTable, later: Callable[[float], None]
) -> None:
    match = open_table(
        seats="N",
        invited=dict.fromkeys("ESW", "bot:easy"),
        clock={"turn_seconds": 1, "bank_seconds": 0},
    )
    before = scrape()
    if four["N"].state(match)["now"]["turn"] != "N":
        tasks.play_bot(match, 7)
    assert four["N"].state(match)["now"]["turn"] == "N"
    by_bots = scrape()
    moves = value(by_bots, "moves_accepted_total", path="bot") - value(
        before, "moves_accepted_total", path="bot"
    )
    assert moves == chosen(match)
    assert value(by_bots, "moves_refused_total", path="bot", code="not_your_turn") == value(
        before, "moves_refused_total", path="bot", code="not_your_turn"
    )
    later(1.5)
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": timezone.now() - timedelta(seconds=1)})
    clock.sweep()
    after = scrape()
    assert value(after, "moves_accepted_total", path="clock") == 1 + value(
        by_bots, "moves_accepted_total", path="clock"
    )
    assert value(after, "expired_late_seconds_count") == 1 + value(by_bots, "expired_late_seconds_count")
    assert value(after, "sweep_gap_seconds_count") == 1 + value(by_bots, "sweep_gap_seconds_count")


def test_what_is_overdue_is_seen_before_anybody_takes_it(
    four: dict[str, Caller], open_table: OpenTable
) -> None:
    match = open_table()
    assert value(scrape(), "overdue_turns") == 0
    Match.objects.filter(pk=match).update(wake_at=timezone.now() - timedelta(seconds=40))
    found = scrape()
    assert value(found, "overdue_turns") == 1
    assert 40 <= value(found, "overdue_worst_seconds") < 60


def test_sockets_streams_and_tables_are_counted_while_they_are_open(
    four: dict[str, Caller], open_table: OpenTable, connect: Connect, follow: Follow
) -> None:
    match = open_table()
    before = scrape()
    socket, stream = connect(match, four["N"]), follow(match)
    lobby = connect(None, four["N"])
    socket.head()
    lobby.head()
    stream.next("snapshot")
    found = scrape()
    for kind in ("match", "lobby", "match stream"):
        assert value(found, "sockets", kind=kind) == 1 + value(before, "sockets", kind=kind)
    assert value(found, "tables_watched") == 1 + value(before, "tables_watched")
    socket.connection.close()
    until(lambda: value(scrape(), "sockets", kind="match") == value(before, "sockets", kind="match"))


def test_how_long_people_waited_for_a_table(four: dict[str, Caller], settings: Any) -> None:
    settings.EMAIL_CONFIRMATION = "optional"
    body = {"rulesets": ["levant-41"], "clocks": ["normal"], "rated": False}
    for caller in four.values():
        assert caller.post("seeks/", body).status_code == 201
    assert value(scrape(), "seeks_waiting") == 4
    Seek.objects.update(queued_at=timezone.now() - timedelta(seconds=7))
    before = scrape()
    assert 7 <= value(before, "seeks_longest_wait_seconds") < 20
    hall.pair_waiting()
    after = scrape()

    def more(name: str, **labels: str) -> float:
        return value(after, name, rated="no", **labels) - value(before, name, rated="no", **labels)

    assert more("pairing_seconds_count") == 4
    assert more("pairing_seconds_bucket", le="5.0") == 0
    assert more("pairing_seconds_bucket", le="20.0") == 4


@pytest.mark.django_db
def test_queues_and_last_successes_stand_in_the_servers() -> None:
    client = redis.Redis.from_url(settings.REDIS_URL)
    before = value(scrape(), "queue_length", queue="analysis")
    client.rpush("analysis", "no task")
    try:
        assert value(scrape(), "queue_length", queue="analysis") == before + 1
    finally:
        client.lrem("analysis", 1, "no task")
    assert value(scrape(), "last_success_timestamp_seconds", work="housekeeping") == 0
    tasks.housekeeping()
    last = value(scrape(), "last_success_timestamp_seconds", work="housekeeping")
    assert abs(last - timezone.now().timestamp()) < 60


@pytest.mark.django_db
def test_a_question_that_the_solver_does_not_answer_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    before = value(scrape(), "solver_fallbacks_total")
    monkeypatch.setattr(dds, "library_path", lambda: None)
    with pytest.raises(CannotSolve):
        process.SolverProcess().table((0, 0, 0, 0), 1)
    assert value(scrape(), "solver_fallbacks_total") == before + 1


@pytest.mark.django_db
def test_a_scrape_says_what_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    assert value(scrape(), "reachable", what="database") == 1
    assert value(scrape(), "reachable", what="redis") == 1

    def away(*_: Any) -> Any:
        raise OperationalError

    nowhere = redis_servers.server("redis://127.0.0.1:1/0")
    monkeypatch.setattr(connection, "cursor", away)
    monkeypatch.setattr(redis_servers, "server", lambda _: nowhere)
    found = scrape()
    assert (value(found, "reachable", what="database"), value(found, "reachable", what="redis")) == (0, 0)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("token", "headers", "address", "status"),
    [
        ("", {}, "127.0.0.1", 200),
        ("", {}, "::1", 200),
        ("", {}, "192.0.2.7", 403),
        ("", {"x-forwarded-for": "127.0.0.1"}, "127.0.0.1", 403),
        ("", {"forwarded": "for=127.0.0.1"}, "127.0.0.1", 403),
        ("", {"x-forwarded-proto": "https"}, "127.0.0.1", 403),
        ("", {"authorization": "Bearer "}, "192.0.2.7", 403),
        (TOKEN, {}, "192.0.2.7", 403),
        (TOKEN, {"authorization": "Bearer wrong"}, "192.0.2.7", 403),
        (TOKEN, {"authorization": TOKEN}, "192.0.2.7", 403),
        (TOKEN, {"authorization": f"Bearer {TOKEN}"}, "192.0.2.7", 200),
        (TOKEN, {"authorization": f"Bearer {TOKEN}", "x-forwarded-for": "192.0.2.7"}, "127.0.0.1", 200),
    ],
)
def test_who_may_read_them(
    token: str, headers: dict[str, str], address: str, status: int, settings: Any
) -> None:
    settings.METRICS_TOKEN = token
    response = Client(headers=headers, REMOTE_ADDR=address).get("/metrics")
    assert response.status_code == status
    assert (b"tarneeb_" in response.content) == (status == 200)


def test_labels_are_never_a_clients_words(db: None) -> None:
    Client().generic("BREW", "/api/v1/matches/secret-word/")
    Client().get("/secret-word/")
    text = Client().get("/metrics").content.decode()
    assert 'method="other"' in text
    assert "secret-word" not in text
    assert "BREW" not in text
