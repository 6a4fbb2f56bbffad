"""The worked examples of the rules page: as rules.md scores them, as the engine plays them."""

import pytest

from games import examples
from games.rules.events import AuctionWon
from games.rules.ruleset import PRESETS
from games.rules.seats import SEAT_NAMES

from .table import Table
from .test_scoring import ROWS


@pytest.mark.parametrize(("preset", "row", "answer"), ROWS)
def test_deals_are_scored_as_by_the_vectors(preset: str, row: str, answer: str) -> None:
    deals = {f"{deal.bid}/{deal.took[0]}": deal for deal in examples.deals(PRESETS[preset])}
    *verdict, figures = answer.split()
    assert deals[row].points == tuple(map(int, figures.split("/")))
    assert deals[row].remark == (f"{verdict[0]} the match" if verdict else "")


def test_points_are_written_with_their_signs() -> None:
    by_bid = {deal.bid: deal.signed_points for deal in examples.deals(PRESETS["points-400"])}
    assert by_bid[80] == ("−80", "+46")
    assert by_bid[120] == ("+120", "0")


def test_the_auction_is_one() -> None:
    calls = ", ".join(f"{SEAT_NAMES[seat]} {amount or 'P'}" for seat, amount in examples.CALLS)
    *_, won = Table("cardems").calls(calls)
    assert isinstance(won, AuctionWon)
    assert (examples.PLAYERS[won.seat], won.amount) == tuple(
        examples.auction()[name] for name in ("declarer", "amount")
    )


def test_the_tricks_go_where_the_reasons_say() -> None:
    assert [examples.card(names[examples.winning(names)]) for names, _ in examples.PLAYED] == [
        "K♥",
        "2♠",
        "9♠",
    ]
