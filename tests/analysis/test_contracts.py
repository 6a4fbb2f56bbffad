"""The contract that neither side can better, beside a plain search through the auction's own rules."""

import random
from dataclasses import replace

import pytest

from games.analysis.contracts import OpenContract, best_contract, points_of
from games.bots.doubledummy import Table as Tricks
from games.rules.cards import NO_TRUMP
from games.rules.decide import decide
from games.rules.events import AuctionWon, DealPassedOut
from games.rules.legal import legal_actions
from games.rules.ruleset import PRESETS, RuleSet
from games.rules.seats import EW, NS, E, N, S, W
from games.rules.state import MatchState
from tests.rules.table import Table


def tricks(north: int, east: int, south: int | None = None, west: int | None = None) -> Tricks:
    """The same with every trump; a seat takes what its partner does unless said."""
    four = (north, east, north if south is None else south, east if west is None else west)
    return [[taken] * 5 for taken in four]


def found(preset: str | RuleSet, table: Tricks, opener: int = W) -> OpenContract:
    contract = best_contract(PRESETS[preset] if isinstance(preset, str) else preset, opener, table)
    assert contract is not None
    return contract


def test_who_can_make_something_where_the_others_cannot_has_it_for_the_lowest_bid() -> None:
    contract = found("levant-41", tricks(10, 3))
    assert (contract.declarer in (N, S), contract.amount, contract.tricks) == (True, 7, 10)
    assert contract.points == (10, 3)


def test_a_bid_is_raised_as_far_as_the_other_side_could_make_one() -> None:
    """Both sides make eight: who opens has it, by bidding eight at once."""
    for opener, side in ((N, NS), (W, EW)):
        contract = found("levant-41", tricks(8, 8), opener)
        assert (contract.declarer & 1, contract.amount, contract.tricks) == (side, 8, 8)


def test_thirteen_is_bid_where_the_bid_itself_pays() -> None:
    assert found("levant-41", tricks(13, 0)).amount == 7
    kaboot = found("kaboot-41", tricks(13, 0))
    assert (kaboot.amount, kaboot.points) == (13, (26, 0))
    assert found("levant-41-double", tricks(13, 0)).points == (26, 0)


def test_the_partner_declares_where_that_takes_more() -> None:
    contract = found("levant-41", tricks(8, 4, south=9))
    assert (contract.declarer, contract.tricks) == (S, 9)


def test_nobody_bids_where_everybody_would_be_set() -> None:
    assert best_contract(PRESETS["levant-41"], W, tricks(6, 6)) is None
    forced = found("cardems", tricks(6, 6), opener=E)
    assert (forced.declarer, forced.amount, forced.points) == (N, 7, (-7, 7))


def test_no_trump_outranks_the_same_amount() -> None:
    """North and South may bid eight over seven, but not over eight at no-trump: so seven is enough."""
    table = [[8, 8, 8, 8, 4], [3, 3, 3, 3, 8]] * 2
    for opener in (N, W):
        contract = found("levant-41-sol", table, opener)
        assert (contract.declarer & 1, contract.trump, contract.tricks) == (EW, NO_TRUMP, 8)


def test_where_cards_are_counted_a_trick_is_its_share_of_120() -> None:
    assert points_of(PRESETS["points-400"], EW, 65, 7) == (55, 65)
    assert points_of(PRESETS["points-400"], NS, 70, 7) == (-70, 55)


FEW_BIDS = [
    replace(PRESETS["levant-41"], bids=(7, 9, 13)),
    replace(PRESETS["levant-41-sol"], bids=(7, 10)),
    replace(PRESETS["cardems"], bids=(7, 8, 13)),
    replace(PRESETS["cardems-es"], bids=(7, 13)),
    replace(PRESETS["kaboot-41"], bids=(8, 13)),
]


@pytest.mark.parametrize("rules", FEW_BIDS, ids=lambda rules: str(rules.id))
def test_every_auction_that_the_rules_allow_comes_to_no_more(rules: RuleSet) -> None:
    chance = random.Random(8)
    for dealer in range(4):
        table = [[chance.randint(3, 13) for _ in range(5)] for _ in range(4)]
        auction = Table(rules, dealer=dealer)
        opener = auction.turn
        contract = best_contract(rules, opener, table)
        assert (0 if contract is None else contract.worth(NS)) == searched(auction.state, auction, table)


def searched(state: MatchState, auction: Table, table: Tricks) -> int:
    """What NS gets where all four call as is best for them: every call of the engine, one after the other."""
    assert state.turn is not None
    ends = []
    for call in legal_actions(state):
        events = decide(state, call, auction.deals, 0)
        won = next((event for event in events if isinstance(event, AuctionWon)), None)
        if won is not None:
            ends.append(declared(state.ruleset, won, table))
        elif any(isinstance(event, DealPassedOut) for event in events):
            ends.append(0)
        else:
            after = state.copy()
            for event in events:
                after.apply(event)
            ends.append(searched(after, auction, table))
    return max(ends) if state.turn & 1 == NS else min(ends)


def declared(rules: RuleSet, won: AuctionWon, table: Tricks) -> int:
    trumps = (NO_TRUMP,) if won.no_trump else range(4)
    side = won.seat & 1
    worth = [points_of(rules, side, won.amount, table[won.seat][trump]) for trump in trumps]
    differences = [north_south - east_west for north_south, east_west in worth]
    return max(differences) if side == NS else min(differences)
