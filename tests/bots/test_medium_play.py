"""How `medium` plays: what it counts, and the habits it must never lose."""

from games.bots import medium_play
from games.bots.counting import Count
from games.rules.cards import CARDS, SUIT_MASK, card_name, mask_of, parse_card
from games.rules.events import Hands
from games.rules.seats import E, N, S, W
from games.rules.views import Viewer, view
from tests.rules.table import Table, hands_of, name_trump

SPADES, HEARTS = SUIT_MASK[0], SUIT_MASK[1]
HANDS = hands_of("AQJ98 A42 A43 32", "K76 KQJ KQJ KQJT", "T54 T98 T98 A987", "32 7653 7652 654")
# E has no heart; S and W hold the others.
VOID = hands_of("AQJ98 A42 A43 32", "K76 - KQJT9 KQJT9", "T54 T98 82 A8765", "32 KQJ7653 765 4")


def at_play(hands: Hands, trump: str = "S", ruleset: str = "levant-41", bid: int = 7) -> Table:
    """N declares and leads; play is counterclockwise: N, W, S, E."""
    table = Table(ruleset, dealer=E, hands=hands)
    table.calls(f"N {bid}, W P, S P, E P")
    table.do(name_trump(N, trump))
    return table


def card(table: Table) -> str:
    seen = view(table.state, Viewer(table.turn, acts=True))
    hand = seen.hands[table.turn]
    assert hand is not None
    return card_name(medium_play.choose_card(seen, table.turn, hand))


def count_of(table: Table) -> Count:
    seen = view(table.state, Viewer(table.turn, acts=True))
    hand = seen.hands[table.turn]
    assert hand is not None
    return Count(seen, table.turn, hand)


def test_it_counts_every_unseen_card_and_the_voids_shown() -> None:
    table = at_play(VOID)
    table.plays("H2 HJ H8")
    count = count_of(table)
    assert count.seat == E and count.unseen.bit_count() == 36
    assert not count.unseen & mask_of(map(parse_card, ["H2", "HJ", "H8", "SK"]))
    table.plays("CK")  # E cannot follow
    count = count_of(table)
    assert count.seat == W
    assert not count.may[E] & HEARTS and count.may[E] & SPADES
    assert count.may[N] & HEARTS and count.may[S] & HEARTS


def test_what_must_be_in_one_hand_is_in_no_other() -> None:
    hands = hands_of(
        "AKQJT98765432 - - -", "- AKQJT98765432 - -", "- - AKQJT98765432 -", "- - - AKQJT98765432"
    )
    table = at_play(hands)
    table.plays("SA")
    count = count_of(table)
    assert count.seat == W and count.may[N] == count.unseen
    table.plays("C2 D2")
    count = count_of(table)  # E: both others have failed in spades, so all spades are N's
    assert count.may[N] == SPADES & count.unseen
    assert not count.may[S] & SPADES and not count.may[W] & SPADES


def test_chances_follow_from_the_places_that_are_left() -> None:
    table = at_play(HANDS)
    count = count_of(table)
    king = 1 << CARDS["SK"]
    assert count.chance_none(E, king) == 2 / 3
    assert abs(count.chance_none(E, king | 1 << CARDS["S7"]) - 26 * 25 / (39 * 38)) < 1e-12
    assert count.chance_none(N, king) == 1.0


def test_declarer_draws_trumps_and_stops_when_the_others_are_out() -> None:
    hands = hands_of("AKQJ9 A42 A43 32", "76 KQJ5 KQJ5 KQJ", "T54 T98 T98 A987", "832 763 762 T654")
    table = at_play(hands)
    assert card(table) == "SA"
    table.plays("SA S2 S4 S6")
    assert card(table) == "SK"
    table.plays("SK S3 S5 S7")
    table.plays("SQ S8 ST D5")
    assert card(table) not in ("SJ", "S9")


def test_it_never_ruffs_partners_sure_trick() -> None:
    table = at_play(VOID)
    table.plays("H2 HK H8")
    assert card(table)[0] != "S"


def test_it_ruffs_low_in_the_last_seat() -> None:
    table = at_play(VOID)
    table.plays("HA H3 H8")
    assert card(table) == "S6"


def test_it_takes_cheaply_in_the_last_seat() -> None:
    table = at_play(HANDS, trump="H")
    table.plays("D3 D2 D8")
    assert card(table) == "DJ"


def test_it_discards_losers_and_keeps_the_guard_of_a_king() -> None:
    hands = hands_of("AKQJ9 A42 A43 32", "- QJT5 K2 KQJT987", "T54 K98 T98 A654", "87632 763 QJ765 -")
    table = at_play(hands)
    table.plays("SA S2 S4")
    assert card(table) == "H5" or card(table)[0] == "C"


def test_partner_gets_points_and_opponents_none() -> None:
    table = at_play(HANDS, ruleset="points-400", bid=65)
    table.plays("HA H3")
    assert card(table) == "HT"
    hands = hands_of("AQJ98 A42 A43 32", "K76 KT5 KQJ KQJT", "T54 J98 T98 A987", "32 Q763 7652 654")
    table = at_play(hands, ruleset="points-400", bid=65)
    table.plays("HA H3 H8")
    assert card(table) == "H5"


def test_it_plays_at_no_trump() -> None:
    table = Table("levant-41-sol", dealer=E, hands=HANDS)
    table.calls("N 7NT, W P, S P, E P")
    table.plays("D3 D2 D8")
    assert card(table) == "DJ"
