"""The arena: the same cards both ways, the same again from the same seed, gone on with where it ended."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import arena
from games.arena import Bout, ahead, play_bout


def test_a_level_against_itself_gains_nothing() -> None:
    records = [play_bout(Bout("medium", "medium", "cardems", 5), number) for number in range(20)]
    assert all(first == -second for first, second in (record.points for record in records))


def test_a_deal_is_the_same_from_the_same_seed() -> None:
    bout = Bout("strong", "easy", "levant-41", 9)
    first, again = play_bout(bout, 0), play_bout(bout, 0)
    assert (first.points, first.contracts) == (again.points, again.contracts)
    others = [play_bout(Bout("medium", "easy", "levant-41", 9), number).points for number in range(6)]
    assert len(set(others)) > 1


@pytest.mark.parametrize("preset", ["levant-41", "cardems"])
def test_medium_is_ahead_of_easy(preset: str) -> None:
    gain, error = ahead([play_bout(Bout("medium", "easy", preset, 1), number) for number in range(400)])
    assert gain >= 0.3
    assert gain > 2 * error


def test_strong_plays_a_short_bout(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("arena", "strong", "easy", "--deals", "2", "--seed", "1", "--jobs", "1")
    printed = capsys.readouterr().out
    assert "2 duplicate deals" in printed
    median = float(printed.split("median ms a decision")[1].split()[1])
    assert median > 1  # the solver was asked


def found(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What the last bout printed, less its times."""
    printed = capsys.readouterr().out.splitlines()
    rows = [line for line in printed if "points a deal" in line or "contracts" in line]
    return rows[-3:]


def test_a_file_is_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bout.jsonl"
    short = ["arena", "medium", "easy", "--jobs", "1", "--json", str(file)]
    call_command(*short, "--deals", "3")
    head, *lines = file.read_text().splitlines()
    file.write_text("\n".join([head, *lines, '{"number": 3, "poi']))  # killed as it wrote
    call_command(*short, "--deals", "5")
    numbers = [json.loads(line)["number"] for line in file.read_text().splitlines()[1:]]
    assert sorted(numbers) == [0, 1, 2, 3, 4]
    assert numbers[:3] == [json.loads(line)["number"] for line in lines]
    gone_on_with = found(capsys)
    file.unlink()
    call_command(*short, "--deals", "5")
    assert found(capsys) == gone_on_with


def test_a_file_of_another_bout_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bout.jsonl"
    call_command("arena", "medium", "easy", "--deals", "2", "--jobs", "1", "--json", str(file))
    with pytest.raises(CommandError, match="another bout"):
        call_command("arena", "easy", "medium", "--deals", "2", "--json", str(file), stdout=StringIO())


def test_whoever_is_out_of_the_arena_has_no_seat() -> None:
    with pytest.raises(CommandError):
        call_command("arena", "medium", "grandmaster")
    assert arena.points_of(None) == (0, 0)
