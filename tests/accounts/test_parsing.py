"""The readers of a request's fields."""

from typing import Any

import pytest

from accounts.api import parsing
from accounts.api.errors import ApiError


@pytest.mark.parametrize("value", [8, 7, 13])
def test_integers_in_range(value: int) -> None:
    assert parsing.integer({"amount": value}, "amount", 7, 13) == value


@pytest.mark.parametrize("value", [True, "8", 8.0, 8.5, None, [], {}, 6, 14, -8, 10**30])
def test_what_is_no_integer_in_range(value: Any) -> None:
    refused(lambda: parsing.integer({"amount": value}, "amount", 7, 13, default=7), "amount")


def test_a_missing_integer() -> None:
    refused(lambda: parsing.integer({}, "amount", 7, 13), "amount")
    assert parsing.integer({}, "amount", 7, 13, default=7) == 7


@pytest.mark.parametrize("value", [0, 1, "true", None, []])
def test_what_is_no_boolean(value: Any) -> None:
    refused(lambda: parsing.boolean({"rated": value}, "rated", default=False), "rated")


def test_a_boolean() -> None:
    assert parsing.boolean({"rated": True}, "rated") is True
    assert parsing.boolean({}, "rated", default=False) is False
    refused(lambda: parsing.boolean({}, "rated"), "rated")


@pytest.mark.parametrize("value", ["X", "n", "", 1, None, True, ["N"], {"N": 1}])
def test_what_is_no_choice(value: Any) -> None:
    refused(lambda: parsing.choice({"seat": value}, "seat", "NESW", default="N"), "seat")


def test_a_choice() -> None:
    assert parsing.choice({"seat": "E"}, "seat", ("N", "E")) == "E"
    assert parsing.choice({}, "seat", ("N", "E"), default="N") == "N"


def test_a_text_of_any_length() -> None:
    assert parsing.text({"seed": ""}, "seed", max_length=64, min_length=0) == ""
    assert parsing.text({}, "seed", max_length=64, default="") == ""
    refused(lambda: parsing.text({"seed": "x" * 65}, "seed", max_length=64), "seed")


def refused(read: Any, field: str) -> None:
    with pytest.raises(ApiError) as raised:
        read()
    assert (raised.value.code, raised.value.field) == ("invalid", field)
