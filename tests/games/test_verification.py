"""`verify_log`: whatever somebody changes in the log, or in what is made of it, is found and named."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from psycopg.types.json import Jsonb

from games import codec, tasks, turns
from games.models import (
    DealScore,
    Heartbeat,
    LoggedEvent,
    Match,
    MatchSeat,
    PlayedMatch,
    RatingChange,
    Strike,
)
from games.verification import VERIFIED
from tests.conftest import owner_connection, unsealed
from tests.games.conftest import OpenTable
from tests.games.ranked import Four, count, paired, play_out, play_tricks


@pytest.fixture
def ended(four: Four) -> str:
    match, _ = paired(four)
    play_out(match, "NS")
    count()
    return match


def verify(capsys: Any) -> list[str]:
    """What is told, a line each; nothing where all is in order."""
    try:
        call_command("verify_log", verbosity=0)
    except CommandError:
        return list(capsys.readouterr().err.splitlines())
    return []


def rewrite(match: str, change: Callable[[list[dict[str, Any]]], None], *, chained: bool) -> None:
    """As the database's owner, triggers off: what no program of ours can. `chained` mends the hashes too."""
    rows = LoggedEvent.objects.filter(match_id=match).order_by("seq")
    fields = ("seq", "type", "version", "at", "data", "hash")
    log = [dict(zip(fields, row, strict=True)) for row in rows.values_list(*fields)]
    change(log)
    link = codec.GENESIS
    for event in log if chained else ():
        at_ms = codec.milliseconds(event["at"])
        link = codec.chain(link, codec.canonical(event["seq"], event["type"], at_ms, event["data"]))
        event["hash"] = link
    insert = f"INSERT INTO games_event (match_id, {', '.join(fields)}) VALUES (%s, %s, %s, %s, %s, %s, %s)"
    with owner_connection() as owner, owner.transaction(), unsealed(owner, ["games_event"]):
        owner.execute("DELETE FROM games_event WHERE match_id = %s", [match])
        for event in log:
            owner.execute(insert, [match, *(event | {"data": Jsonb(event["data"])}).values()])
    if chained:
        Match.objects.filter(pk=match).update(head_hash=link, seq=len(log))


def test_what_was_played_is_in_order(ended: str, open_table: OpenTable, four: Four, capsys: Any) -> None:
    open_table(seats="N")
    left = open_table()
    four["N"].act(left, action="resign")
    voided = open_table()
    play_tricks(voided, 2)
    call_command("void_match", voided, verbosity=0)
    assert verify(capsys) == []


def test_turns_that_ran_out_are_in_order(four: Four, later: Any, capsys: Any) -> None:
    match, _ = paired(four)
    play_tricks(match, 1)
    for _ in range(2):
        later(200)
        turns.act_in_time(UUID(match), Match.objects.get(pk=match).seq)
    assert verify(capsys) == []


def _swap_two_cards(log: list[dict[str, Any]]) -> None:
    hands = next(event["data"]["hands"] for event in log if event["type"] == "deal_started")
    hands["N"][0], hands["E"][0] = hands["E"][0], hands["N"][0]


def _other_card(log: list[dict[str, Any]]) -> None:
    first, second = [event for event in log if event["type"] == "card_played"][:2]
    first["data"]["card"] = second["data"]["card"]


def _better_score(log: list[dict[str, Any]]) -> None:
    next(event for event in log if event["type"] == "deal_scored")["data"]["score"]["EW"] += 1


def _earlier(log: list[dict[str, Any]]) -> None:
    log[9]["at"] -= timedelta(minutes=1)


def _no_end(log: list[dict[str, Any]]) -> None:
    del log[-1]


@pytest.mark.parametrize("chained", [False, True])
@pytest.mark.parametrize("change", [_swap_two_cards, _other_card, _better_score, _earlier, _no_end])
def test_a_forged_log_is_found(ended: str, change: Any, chained: bool, capsys: Any) -> None:
    rewrite(ended, change, chained=chained)
    (told, *_) = verify(capsys)
    assert told.startswith(f"match {ended}: ")


@pytest.mark.parametrize(
    "forge",
    [
        lambda: Match.objects.update(score_ns=99),
        lambda: Match.objects.update(head_hash=bytes(32)),
        lambda: Match.objects.update(server_seed=bytes(32)),
        lambda: MatchSeat.objects.filter(seat="N").update(forfeited=True),
        lambda: DealScore.objects.first().delete(),  # type: ignore[union-attr]
        lambda: PlayedMatch.objects.first().delete(),  # type: ignore[union-attr]
        lambda: RatingChange.objects.filter(why="result").update(after_mu=40),
        lambda: RatingChange.objects.first().delete(),  # type: ignore[union-attr]
        lambda: Strike.objects.bulk_create(
            Strike(match=row.match, person=row.person, at=row.at) for row in PlayedMatch.objects.all()[:1]
        ),
    ],
)
def test_forged_rows_are_found(ended: str, forge: Any, capsys: Any) -> None:
    forge()
    (told, *_) = verify(capsys)
    assert told.startswith(f"match {ended}: ")


def test_each_night_goes_on_where_all_was_in_order(ended: str) -> None:
    before = timezone.now()
    tasks.verify_log()
    assert Heartbeat.objects.get(name=VERIFIED).at >= before
    Heartbeat.objects.filter(name=VERIFIED).update(at=before - timedelta(days=1))
    Match.objects.update(score_ns=99)
    tasks.verify_log()
    assert Heartbeat.objects.get(name=VERIFIED).at < before, "a fault is found again"
    Match.objects.update(head_at=before - timedelta(days=2))
    tasks.verify_log()
    assert Heartbeat.objects.get(name=VERIFIED).at >= before, "what was in order is not read again"
