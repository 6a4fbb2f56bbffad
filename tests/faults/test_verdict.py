"""The judge notices what is lost, doubled and told otherwise; the table says so; appends are recognised."""

import struct
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest

from tests.e2e.client import Json
from tests.e2e.load import Acked, Load
from tests.e2e.verdict import Verdict, judge
from tests.faults.postgres import Statements
from tests.faults.report import faults_of, print_table
from tests.faults.scene import Outcome

PASS = {"action": "pass"}
LOG: list[Json] = [
    {"seq": 1, "type": "match_created", "at": "…", "data": {}},
    {"seq": 2, "type": "passed", "at": "…", "data": {"seat": "N"}},
    {"seq": 3, "type": "passed", "at": "…", "data": {"seat": "E"}},
]
ACKED = [Acked("m", "N", "one", PASS, 2), Acked("m", "E", "two", PASS, 3)]


def verdict(log: list[Json], acked: list[Acked], told: list[Json] = LOG) -> Verdict:
    """Of a match that North and East play, with what both were told."""
    reader: Any = SimpleNamespace(all_events=lambda match: deepcopy(log))
    players = [
        SimpleNamespace(seat=seat, streams={"m": told}, person=SimpleNamespace(client=reader))
        for seat in "NE"
    ]
    table: Any = SimpleNamespace(players=players, acts=True)
    return judge(Load([], acked=acked), [table], SimpleNamespace(anonymous=reader))  # type: ignore[arg-type]


def test_all_is_well() -> None:
    assert verdict(LOG, ACKED).faults == []
    assert verdict(LOG, ACKED, LOG[:2]).faults == []  # who has not heard the last yet


def test_an_acknowledged_action_is_gone() -> None:
    assert len(verdict(LOG[:2], ACKED, LOG[:2]).lost) == 1
    replaced = [*LOG[:2], LOG[2] | {"data": {"seat": "W"}}]
    assert len(verdict(replaced, ACKED, replaced).lost) == 1
    assert len(verdict(LOG, [*ACKED, Acked("m", "E", "three", PASS, 3)]).lost) == 1  # two are one


def test_an_action_stands_twice() -> None:
    twice = [*LOG, LOG[2] | {"seq": 4}]
    assert len(verdict(twice, ACKED, twice).doubled) == 1


def test_a_player_was_told_otherwise() -> None:
    assert len(verdict(LOG, ACKED, [*LOG[:2], LOG[2] | {"at": "later"}]).diverged) == 2
    assert len(verdict(LOG, ACKED, [LOG[0], LOG[2]]).diverged) == 2


def test_the_table_fails_what_is_lost_late_or_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_table([Outcome("well", "", seconds=[1.0])])
    assert not print_table([Outcome("lost", "", verdict=Verdict(lost=["an action"]))])
    assert not print_table([Outcome("otherwise", "", failures=["something"])])
    assert faults_of(Outcome("late", "", seconds=[1.0, 11.0]))
    assert faults_of(Outcome("late", "", seconds=[6.0, 6.0]))
    assert "FAILED lost: an action" in capsys.readouterr().out


def message(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack(">I", len(body) + 4) + body


START = struct.pack(">II", 8, 80877103) + struct.pack(">II", 8, 196608)  # TLS is asked for first
APPEND = b"WITH advanced AS (...) INSERT INTO games_event ..."


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ([message(b"Q", APPEND + b"\0")], [True]),
        ([message(b"Q", b"SELECT 1\0")], [False]),
        ([message(b"P", b"a\0" + APPEND + b"\0"), message(b"B", b"\0a\0")], [False, True]),
        ([message(b"P", b"\0" + APPEND + b"\0") + message(b"B", b"\0\0\0\0")], [True]),
        ([message(b"P", b"\0SELECT 1\0") + message(b"B", b"\0\0\0\0")], [False]),
        ([message(b"Q", APPEND + b"\0")[:20], message(b"Q", APPEND + b"\0")[20:]], [False, True]),
    ],
)
def test_an_append_is_recognised(sent: list[bytes], found: list[bool]) -> None:
    statements = Statements()
    assert not statements.append(START)
    assert [statements.append(data) for data in sent] == found
