"""docs/asvs.md: each requirement once, each test that it names there, its figures right."""

import re
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parent
TEXT = (TESTS.parent / "docs" / "asvs.md").read_text()
ROW = re.compile(r"\| ([\d.]+) \| ([12]) \| ([^|]+) \| (met|not applicable|not met) \| ([^|]+) \|")
# As in version 5.0.0: requirements of level 1, and those that level 2 adds.
OF_LEVEL = {"1": 70, "2": 183}


def rows() -> list[tuple[str, ...]]:
    lines = [line for line in TEXT.splitlines() if re.match(r"\| \d", line)]
    found = [ROW.fullmatch(line) for line in lines]
    return [row.groups() for row in found if row is not None and len(found) == len(lines)]


def test_every_requirement_is_there_once() -> None:
    assert Counter(level for _id, level, *_rest in rows()) == OF_LEVEL
    assert len({row[0] for row in rows()}) == sum(OF_LEVEL.values())


def test_the_figures_are_those_of_the_table() -> None:
    count = Counter(row[3] for row in rows())
    met, apart, missed = (count[state] for state in ("met", "not applicable", "not met"))
    assert f"Of {len(rows())}, {met} are met, {apart} do not apply, {missed} are not met." in TEXT


def test_every_test_that_it_names_is_there() -> None:
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", TEXT)
    assert len(named) > 100
    for file, name in named:
        assert f"def {name}(" in (TESTS / file).read_text(), f"{file}::{name}"
