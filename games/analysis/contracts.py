"""What each contract of a deal brings with all hands open, and the one that its auction should end in."""

from typing import NamedTuple

from games.bots.doubledummy import Table
from games.bots.stakes import result_of, taking
from games.rules.cards import NO_TRUMP, Suit
from games.rules.commands import call_ladder
from games.rules.events import Pair
from games.rules.ruleset import RuleSet
from games.rules.seats import Seat, Side, side_of


class OpenContract(NamedTuple):
    """A contract played best by all four: `points` are those of the deal."""

    declarer: Seat
    amount: int
    trump: Suit
    tricks: int
    points: Pair

    def worth(self, side: Side) -> int:
        return self.points[side] - self.points[1 - side]


def best_contract(rules: RuleSet, opener: Seat, table: Table) -> OpenContract | None:
    """Where the auction ends if all four see all hands and call for the points of this deal.

    Exact: every auction that the rules allow is looked at, and each seat calls what is best for its side
    given that the others will. So it is the contract that neither side can better. Of calls that come to
    the same the lowest is made, a pass first. None where all four had better pass.
    """
    return _Auction(rules, table).outcome(None, frozenset(), opener)


class _Bid(NamedTuple):
    seat: Seat
    place: int  # in the list of all bids, ascending


class _Auction:
    def __init__(self, rules: RuleSet, table: Table) -> None:
        self._rules, self._table = rules, table
        self._bids = tuple(call_ladder(rules.bids, rules.no_trump))[1:]
        self._contracts: dict[_Bid, OpenContract] = {}
        self._outcomes: dict[tuple[_Bid | None, frozenset[Seat], Seat], OpenContract | None] = {}

    def outcome(self, high: _Bid | None, passed: frozenset[Seat], turn: Seat) -> OpenContract | None:
        """What comes of it where `turn` is to call behind the bid `high`."""
        key = (high, passed, turn)
        if key not in self._outcomes:
            least = 0 if high is None else high.place + 1
            ends = [self._after_bid(_Bid(turn, place), passed) for place in range(least, len(self._bids))]
            if not self._must_bid(high, passed):
                ends.insert(0, self._after_pass(high, passed | {turn}, turn))
            side = side_of(turn)
            self._outcomes[key] = max(ends, key=lambda end: 0 if end is None else end.worth(side))
        return self._outcomes[key]

    def _must_bid(self, high: _Bid | None, passed: frozenset[Seat]) -> bool:
        return high is None and len(passed) == 3 and self._rules.all_pass == "force_last"

    def _after_bid(self, bid: _Bid, passed: frozenset[Seat]) -> OpenContract | None:
        if bid.place == len(self._bids) - 1 or len(passed) == 3:
            return self._contract(bid)
        return self.outcome(bid, passed, self._next(bid.seat, passed))

    def _after_pass(self, high: _Bid | None, passed: frozenset[Seat], seat: Seat) -> OpenContract | None:
        if len(passed) == 4:
            return None
        turn = self._next(seat, passed)
        if high is not None and turn == high.seat:
            return self._contract(high)
        if self._must_bid(high, passed) and not self._rules.forced_may_raise:
            return self._contract(_Bid(turn, 0))
        return self.outcome(high, passed, turn)

    def _next(self, seat: Seat, passed: frozenset[Seat]) -> Seat:
        order = [(seat + self._rules.step * places) & 3 for places in (1, 2, 3, 4)]
        return next(following for following in order if following not in passed)

    def _contract(self, bid: _Bid) -> OpenContract:
        """With the trump that brings most points, then most tricks."""
        if bid not in self._contracts:
            amount, no_trump = self._bids[bid.place]
            trumps = (NO_TRUMP,) if no_trump else range(NO_TRUMP)
            side = side_of(bid.seat)
            found = [self._played(bid.seat, amount, trump) for trump in trumps]
            self._contracts[bid] = max(found, key=lambda one: (one.worth(side), one.tricks))
        return self._contracts[bid]

    def _played(self, declarer: Seat, amount: int, trump: Suit) -> OpenContract:
        tricks = self._table[declarer][trump]
        points = points_of(self._rules, side_of(declarer), amount, tricks)
        return OpenContract(declarer, amount, trump, tricks, points)


def points_of(rules: RuleSet, declaring: Side, amount: int, tricks: int) -> Pair:
    """The points of a deal by declarers' tricks, whatever is counted."""
    return result_of(rules, declaring, amount, taking(rules, tricks)).points
