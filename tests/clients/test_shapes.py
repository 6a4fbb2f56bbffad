"""The library's types against the published schema."""

from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from games.contract import schema
from tarneeb import shapes

PUBLISHED = schema.document()["$defs"]
# Written out by the schema where they are used, and so compared there.
INLINE = {"BySeat", "NewPlayerData", "SeatTakenData", "DealStartedData"}
# What is sent: the schema has it with `expected_seq`.
SENT = {"Resign"}
NAMES = {"CallMade": "Call"}
SHAPES = {name: shape for name, shape in vars(shapes).items() if is_typeddict(shape) and name[0] != "_"}


@pytest.mark.parametrize("name", sorted(SHAPES.keys() - INLINE - SENT))
def test_a_shape_is_as_it_is_published(name: str) -> None:
    compare(SHAPES[name], PUBLISHED[NAMES.get(name, name)])


def compare(hint: Any, published: Any) -> None:
    """Fields, and which of them may be missing, all the way down."""
    while "$ref" in published:
        published = PUBLISHED[published["$ref"].rpartition("/")[2]]
    shape = get_origin(hint) or hint
    if not is_typeddict(shape):
        return
    assert shape.__required_keys__ == set(published["required"])
    assert shape.__annotations__.keys() == published["properties"].keys()
    for name, field in get_type_hints(shape).items():
        compare(field, published["properties"][name])


@pytest.mark.parametrize(("name", "union"), [("Event", shapes.Event), ("MatchFrame", shapes.Frame)])
def test_every_event_and_frame_is_known(name: str, union: Any) -> None:
    known = {shape.__name__ for shape in get_args(union)}
    assert known == {part["$ref"].rpartition("/")[2] for part in PUBLISHED[name]["anyOf"]}
