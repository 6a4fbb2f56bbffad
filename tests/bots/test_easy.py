"""The bot `easy`: what it bids, names, leads and plays."""

import random

import pytest

from games.bots import choose
from games.bots.easy_auction import best_trump, expected_tricks, own_tricks
from games.rules.cards import card_name, mask_of, parse_card
from games.rules.commands import Action, Bid, NameTrump, Pass, PlayCard
from games.rules.events import Hands
from games.rules.seats import E, N, S, W
from games.rules.views import Viewer, view
from tests.rules.table import Table, hands_of, name_trump

# N: three aces and five spades.
HANDS = hands_of(
    "AQJ98 A42 A43 32",
    "K76 KQJ KQJ KQJT",
    "T54 T98 T98 A987",
    "32 7653 7652 654",
)


def answer(table: Table) -> Action:
    seat = table.turn
    return choose("easy", view(table.state, Viewer(seat, acts=True)), random)


def answers(table: Table, script: str) -> list[Action]:
    """What the bot would have played, card by card, had it sat everywhere; the script is played."""
    chosen = []
    for name in script.split():
        chosen.append(answer(table))
        table.plays(name)
    return chosen


def hand_of(text: str) -> int:
    return mask_of(parse_card(name) for name in text.split())


@pytest.mark.parametrize(
    ("hand", "trump", "tricks"),
    [
        ("SA S5 S4 S3 HA H3 H2 DA D3 D2 C4 C3 C2", 0, 4),
        ("S9 S8 S7 S6 S5 H4 H3 H2 D4 D3 D2 C3 C2", 0, 2),
        ("S9 S8 S7 S6 S5 S4 H3 H2 D4 D3 D2 C3 C2", 0, 3),
        ("SA SK SQ S6 S5 S4 HA H2 D4 D3 D2 C3 C2", 0, 5),
    ],
)
def test_a_trick_per_ace_and_per_trump_above_the_third(hand: str, trump: int, tricks: int) -> None:
    assert own_tricks(hand_of(hand), trump) == tricks
    assert expected_tricks(hand_of(hand)) == tricks + 4


def test_the_best_suit_is_the_longest_then_the_one_with_honours() -> None:
    assert best_trump(hand_of("S9 S8 S7 S6 S5 H4 H3 H2 D4 D3 D2 C3 C2")) == 0
    assert best_trump(hand_of("S9 S8 S7 S6 HA HK HQ H2 D4 D3 D2 C3 C2")) == 1


def table_with(dealer: int = E, ruleset: str = "levant-41", hands: Hands = HANDS) -> Table:
    return Table(ruleset, dealer=dealer, hands=hands)


def test_it_opens_with_the_lowest_bid() -> None:
    assert answer(table_with()) == Bid(N, 7)


def test_it_outbids_an_opponent_while_the_estimate_allows() -> None:
    table = table_with(dealer=S)
    table.calls("E 8, N P" if table.turn == N else "E 8")
    assert answer(table) == Bid(N, 9)
    table = table_with(dealer=S)
    table.calls("E 9")
    assert answer(table) == Pass(N)


def test_it_leaves_the_partners_bid_alone() -> None:
    table = table_with(dealer=W)
    table.calls("S 7, E P")
    assert answer(table) == Pass(N)


def test_it_passes_with_a_poor_hand() -> None:
    table = table_with(dealer=N)
    assert answer(table) == Pass(W)


def test_it_bids_the_lowest_when_it_may_not_pass() -> None:
    table = table_with(dealer=W, ruleset="cardems-es")
    table.calls("S P, E P, N P")
    assert answer(table) == Bid(W, 7)


def test_it_never_bids_no_trump() -> None:
    assert answer(table_with(ruleset="levant-41-sol")) == Bid(N, 7)


def test_card_points_are_estimated_in_card_points() -> None:
    assert answer(table_with(ruleset="points-400")) == Bid(N, 65)
    table = table_with(dealer=S, ruleset="points-400")
    table.calls("E 80")
    assert answer(table) == Pass(N)  # nine tricks are 83 points


def at_play(hands: Hands = HANDS, trump: str = "S") -> Table:
    table = table_with(hands=hands)
    table.calls("N 7, W P, S P, E P")
    table.do(name_trump(N, trump))
    return table


def test_it_names_its_best_suit() -> None:
    table = table_with()
    table.calls("N 7, W P, S P, E P")
    assert answer(table) == NameTrump(N, 0)


def card(seat: int, name: str) -> PlayCard:
    return PlayCard(seat, parse_card(name))


def test_declarer_draws_trumps_and_then_cashes_aces() -> None:
    table = at_play()
    assert answer(table) == card(N, "SA")
    table.plays("SA S2 S4 S6")
    assert answer(table) == card(N, "SQ")
    table.plays("SQ S3 S5 SK CK")
    table.plays("C2 C4 CA")
    table.plays("C9 CT C3 C5")
    assert table.turn == E
    table.plays("CJ SJ C6 C7")
    # E has shown no void, S7 is still out.
    assert answer(table) == card(N, "S9")
    table.plays("S9 D2 ST S7")
    assert table.turn == S


def test_a_master_trump_is_kept_in_defence() -> None:
    hands = hands_of(
        "KQJT98 A42 A4 32",
        "A7 KQJ KQJ3 KQJT",
        "654 T98 T98 A987",
        "32 7653 7652 654",
    )
    table = at_play(hands)
    assert answers(table, "SK S2 S4") == [card(N, "SK"), card(W, "S2"), card(S, "S4")]
    assert answer(table) == card(E, "S7")
    table.plays("S7 SQ S3 S5")
    assert answer(table) == card(E, "SA")  # nothing else follows suit


def test_it_wins_cheaply_in_the_last_seat() -> None:
    table = at_play(trump="H")
    table.plays("D3 D2 D8")
    assert answer(table) == card(E, "DJ")


def test_it_follows_low_when_it_cannot_win() -> None:
    table = at_play()
    table.plays("DA")
    assert answer(table) == card(W, "D2")
    table.plays("D2")
    assert answer(table) == card(S, "D8")


def test_it_leaves_the_partners_trick_alone() -> None:
    hands = hands_of("AQJ98 A42 A43 32", "K76 KQ3 KQJ KQJT", "T54 T98 T98 A987", "32 J765 7652 654")
    table = at_play(hands)
    table.plays("HA H5 H8")
    table.plays("H3 H2")
    table.plays("HJ H9")
    assert table.turn == E
    assert answer(table) == card(E, "HQ")  # only higher ones are left
    hands = hands_of("AQJ98 A42 A43 32", "K76 K53 KQJ KQJT", "T54 T98 T98 A987", "32 QJ76 7652 654")
    table = at_play(hands)
    table.plays("H2 HQ H8")
    assert answer(table) == card(E, "H3")


def test_it_ruffs_with_the_lowest_trump_that_wins() -> None:
    hands = hands_of("AQJ98 A42 A43 32", "K76 - KQJT9 KQJT9", "T54 T98 82 A8765", "32 KQJ7653 765 4")
    table = at_play(hands)
    table.plays("H2 HJ H8")
    assert table.state.best_seat == W
    assert answer(table) == card(E, "D9")  # the partner's trick: a discard
    table = at_play(hands)
    table.plays("HA H3 H8")
    assert answer(table) == card(E, "S6")


def test_it_gives_the_partners_trick_points_where_they_count() -> None:
    table = table_with(ruleset="points-400")
    table.calls("N 65, W P, S P, E P")
    table.do(name_trump(N, "S"))
    table.plays("HA H3")
    assert answer(table) == card(S, "HT")


def test_the_second_seat_plays_low_unless_it_holds_the_master() -> None:
    hands = hands_of("AQJ98 A42 K43 32", "K76 KQ3 QJT KQJT", "T54 T98 A98 A987", "32 J765 7652 654")
    table = at_play(hands)
    table.plays("H2 H5 HT HQ")
    assert table.turn == E
    table.plays("DT")
    assert [card_name(table.turn), answer(table)] == ["SA", card(N, "D3")]
