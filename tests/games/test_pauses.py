"""A bot's pause: by chance alone, and the move is made when the time for thinking is over."""

import random
import time
from typing import Any
from uuid import UUID

import pytest

from games import bots, play, turns
from games.pauses import Later
from tests.conftest import Caller
from tests.games.conftest import OpenTable
from tests.waiting import until


def test_a_pause_is_drawn_by_chance_and_again_from_the_same_seed() -> None:
    pauses = [bots.pause_ms(800, random.Random(seed)) for seed in range(200)]
    assert pauses == [bots.pause_ms(800, random.Random(seed)) for seed in range(200)]
    assert min(pauses) >= 400
    assert max(pauses) <= 1200
    assert len(set(pauses)) > 100


def test_what_is_left_for_later_is_done_in_the_order_of_its_moments() -> None:
    done: list[str] = []
    later, now = Later(), time.monotonic()
    later.at(now + 0.2, lambda: done.append("second"))
    later.at(now + 0.1, lambda: done.append("first"))
    later.at(now + 0.15, fail)  # holds up nobody
    assert done == []
    until(lambda: done == ["first", "second"])
    assert time.monotonic() >= now + 0.2


def fail() -> None:
    raise RuntimeError("as it should")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("level", ["easy", "strong"])
def test_a_bot_acts_when_the_time_for_thinking_is_over(
    level: str,
    four: dict[str, Caller],
    open_table: OpenTable,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.BOT_DELAY_MS = 1000
    monkeypatch.setattr(play, "THINKING_MS", 300)
    match = open_table(seats="N", invited=dict.fromkeys("ESW", f"bot:{level}"))
    if four["N"].state(match)["now"]["turn"] == "N":
        four["N"].act(match, action="pass")
    began, before = time.monotonic(), four["N"].state(match)["seq"]
    turns.take_bot_turns(UUID(match), before)
    turns.take_bot_turns(UUID(match), before)  # a second call for the same move does nothing more
    assert four["N"].state(match)["seq"] == before
    until(lambda: four["N"].state(match)["seq"] > before)
    assert time.monotonic() - began >= 0.3
    time.sleep(0.2)
    assert four["N"].state(match)["seq"] == before + 1
