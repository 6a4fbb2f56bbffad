"""What holds in every match, whatever the rule set (house-style.md, habit 14)."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import ALL_CARDS, NO_TRUMP, SUITS, mask_of
from games.rules.commands import Action, Bid, NameTrump, Pass, PlayCard
from games.rules.decide import decide, legal_actions
from games.rules.errors import RuleViolation
from games.rules.events import (
    AuctionWon,
    CardPlayed,
    DealPassedOut,
    DealScored,
    DealStarted,
    MatchFinished,
    Passed,
    TrickWon,
    TrumpNamed,
)
from games.rules.ruleset import RuleSet
from games.rules.scoring import MAX_PASSED_OUT, MAX_SCORED_DEALS
from games.rules.seats import SEATS
from games.rules.state import FINISHED, fold

from .wander import Walk, walks


def everything(rules: RuleSet) -> Iterable[Action]:
    """Every action that any seat could think of."""
    amounts = {*rules.bids, *range(6, 15), 64, 65, 120, 121}
    for seat in SEATS:
        yield Pass(seat)
        yield from (Bid(seat, amount, strain) for amount in amounts for strain in (False, True))
        yield from (NameTrump(seat, trump) for trump in (*range(len(SUITS)), NO_TRUMP))
        yield from (PlayCard(seat, card) for card in range(52))


def is_accepted(walk: Walk, action: Action) -> bool:
    try:
        return bool(decide(walk.state, action, walk.deals, walk.now_ms))
    except RuleViolation:
        return False


@given(walks())
def test_cards_are_kept(walk: Walk) -> None:
    """In hands, on the table and in the tricks taken lie the 52 cards, each once."""
    for _ in walk.steps():
        state = walk.state
        tricks = [cards for _, cards, _ in state.history]
        piles = [*state.hands, mask_of(state.trick), *map(mask_of, tricks)]
        assert sum(piles) == ALL_CARDS
        assert sum(pile.bit_count() for pile in piles) == 52
        assert all(len(cards) == 4 for cards in tricks)


@given(walks(troubles=True))
def test_matches_end(walk: Walk) -> None:
    for _ in walk.steps():
        assert walk.state.scored <= MAX_SCORED_DEALS
        assert walk.state.passed_out <= MAX_PASSED_OUT
    finished = walk.events[-1]
    assert isinstance(finished, MatchFinished)
    assert finished.score == walk.state.score
    assert finished.server_seed == walk.deals.server_seed
    assert legal_actions(walk.state) == ()
    for action in (Pass(0), Bid(0, 7), PlayCard(0, 0), NameTrump(0, 0)):
        assert not is_accepted(walk, action)


@given(walks(), st.data())
def test_what_is_listed_is_accepted_and_nothing_else(walk: Walk, data: st.DataObject) -> None:
    """Of all that any seat could try exactly what is listed; a refusal changes nothing."""
    every = data.draw(st.integers(5, 25), label="steps between checks")
    for number, _ in enumerate(walk.steps()):
        if walk.state.phase == FINISHED:
            assert not legal_actions(walk.state)
        elif number % every == 0 or walk.state.phase == "naming":
            before = walk.state.copy()
            legal = legal_actions(walk.state)
            assert legal
            assert len({*legal}) == len(legal)
            accepted = {action for action in everything(walk.state.ruleset) if is_accepted(walk, action)}
            assert accepted == {*legal}
            assert walk.state == before


@given(walks(troubles=True), st.data())
def test_the_fold_of_the_log_is_the_live_state(walk: Walk, data: st.DataObject) -> None:
    """Of the whole log, and of `match_created` with what came since the latest `deal_started`."""
    stop = data.draw(st.integers(0, 400), label="events")
    for _ in walk.steps():
        if len(walk.log) > stop:
            break
    assert fold(walk.log) == walk.state
    last_deal = max(n for n, (event, _) in enumerate(walk.log) if isinstance(event, DealStarted))
    assert fold([walk.log[0], *walk.log[last_deal:]], walk.client_seeds) == walk.state


@given(walks(troubles=True))
def test_a_copy_is_equal_and_independent(walk: Walk) -> None:
    twin, before = walk.state.copy(), fold(walk.log)
    assert twin == before == walk.state
    walk.play_on()
    assert twin == before
    assert twin != walk.state


@given(walks(troubles=True))
def test_decide_changes_nothing(walk: Walk) -> None:
    while walk.state.phase != FINISHED:
        before = walk.state.copy()
        for action in legal_actions(walk.state)[:3]:
            decide(walk.state, action, walk.deals, walk.now_ms)
        assert walk.state == before
        walk.step()


@given(walks())
def test_a_deal_is_thirteen_tricks_of_four_and_its_score_is_theirs(walk: Walk) -> None:
    walk.play_on()
    plays = tricks = 0
    taken = [0, 0]
    for event in walk.events:
        match event:
            case DealStarted():
                plays = tricks = 0
                taken = [0, 0]
            case CardPlayed():
                plays += 1
            case TrickWon():
                tricks += 1
                taken[event.seat & 1] += 1
                assert (plays, event.trick) == (4 * tricks, tricks)
            case DealScored():
                assert (plays, tricks, event.tricks) == (52, 13, tuple(taken))
            case DealPassedOut():
                assert plays == 0


@given(walks(troubles=True))
def test_the_auction_is_won_by_the_highest_bid(walk: Walk) -> None:
    """By the last seat where the three before it pass and it must play."""
    for _ in walk.steps():
        state = walk.state
        if state.contract is None:
            continue
        declarer, amount, no_trump, forced = state.contract
        three_passes = all(isinstance(call, Passed) for call in state.calls[:3])
        assert forced == (three_passes and state.ruleset.all_pass == "force_last")
        if state.high_bidder is None:
            assert (forced, declarer, amount) == (True, state.dealer, state.ruleset.bids[0])
        else:
            assert (declarer, (amount, no_trump)) == (state.high_bidder, state.high_bid)


@given(walks())
def test_every_deal_is_scored_or_passed_out(walk: Walk) -> None:
    walk.play_on()
    kinds = [type(event) for event in walk.events]
    scored = kinds.count(DealScored)
    assert kinds.count(AuctionWon) == kinds.count(TrumpNamed) == scored == walk.state.scored
    assert kinds.count(DealStarted) == scored + kinds.count(DealPassedOut)
