"""Between deals: the score of one, and the next distribution or the end of the match."""

from collections.abc import Sequence

from .cards import POINTS, Card
from .events import DealScored, DealStarted, Events, Four, MatchFinished, Pair
from .fairdeal import DealSource
from .scoring import MAX_PASSED_OUT, MAX_SCORED_DEALS, Ending, ending_at, leader, score_deal
from .seats import Seat, side_of
from .state import MatchState, Trick


def score_last_trick(
    state: MatchState, deals: DealSource, now_ms: int, winner: Seat, last_card: Card
) -> Events:
    """What follows the thirteenth trick: the score, then the next deal or the end."""
    assert state.contract is not None and state.trump is not None
    declarer, amount, _, _ = state.contract
    history = [*state.history, (state.leader, (*state.trick, last_card), winner)]
    east_west = sum([taker & 1 for _, _, taker in history])
    took = (13 - east_west, east_west)
    card_points = _card_points(history) if state.ruleset.unit == "card_points" else (0, 0)
    result = score_deal(state.ruleset, side_of(declarer), amount, took, card_points)
    score = (state.score[0] + result.points[0], state.score[1] + result.points[1])
    scored = DealScored(state.deal, declarer, amount, state.trump, result.made, took, result.points, score)
    ending = _ending(state, result.wins_match, score)
    if ending is not None:
        return (scored, finished(ending, score, deals))
    return (scored, next_deal(state, deals, now_ms, score, state.scored + 1, passed_out=0))


def _card_points(history: Sequence[Trick]) -> Pair:
    """What the cards are worth that each side has taken."""
    east_west = sum(POINTS[card] for _, cards, taker in history if taker & 1 for card in cards)
    return sum(POINTS) - east_west, east_west


def _ending(state: MatchState, wins_match: int | None, score: Pair) -> Ending | None:
    if wins_match is not None:
        return Ending(wins_match, "bid13")
    if ending := ending_at(state.ruleset, score):
        return ending
    return Ending(leader(score), "limit") if state.scored + 1 >= MAX_SCORED_DEALS else None


def finished(ending: Ending, score: Pair, deals: DealSource) -> MatchFinished:
    return MatchFinished(ending.winner, score, ending.reason, deals.server_seed)


def next_deal(
    state: MatchState, deals: DealSource, now_ms: int, score: Pair, scored: int, passed_out: int
) -> DealStarted:
    """The next distribution; with it a rated seat is lost for good, a casual one may come back."""
    number = state.deal + 1
    dealer = state.following(state.dealer) if state.deal else deals.first_dealer(state.client_seeds)
    opener = state.following(dealer)
    north, east, south, west = state.players
    assert north and east and south and west
    ours, theirs, partners, others = state.forfeited
    return DealStarted(
        deal=number,
        dealer=dealer,
        opener=opener,
        hands=deals.hands(number, state.client_seeds, state.ruleset, opener),
        seats=(north, east, south, west),
        score=score,
        bank=_four(state.bank_at(now_ms)),
        expired=_four(state.expired) if state.rated else (0, 0, 0, 0),
        forfeited=(ours, theirs, partners, others),
        reclaimable=() if state.rated else tuple(state.reclaimable),
        reclaimed=tuple(state.reclaimed),
        scored=scored,
        passed_out=passed_out,
    )


def _four(figures: Sequence[int]) -> Four:
    north, east, south, west = figures
    return north, east, south, west


def after_passing_out(state: MatchState, deals: DealSource, now_ms: int) -> Events:
    in_a_row = state.passed_out + 1
    if in_a_row >= MAX_PASSED_OUT:
        return (finished(Ending(leader(state.score), "limit"), state.score, deals),)
    return (next_deal(state, deals, now_ms, state.score, state.scored, in_a_row),)
