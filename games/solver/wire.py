"""Positions and solutions as bytes between a worker and its solver, in DDS's own layout.

DDS seats are numbered in the direction of play and its ranks are bits 2 (the two) to 14 (the ace).
"""

import struct
from collections.abc import Sequence

from games.bots.doubledummy import Position, Solution, Table
from games.rules.cards import CARDS_OF_SUIT, NO_TRUMP, SUIT_OF, Card, Mask
from games.rules.seats import SEATS, Seat

# What is asked: kind, how many, after how many nodes to stop, after how many seconds.
REQUEST = struct.Struct("<IIQd")
BOARDS, TABLE = 1, 2
# DDS's struct deal: trump, leader, suits and ranks of the trick, 4 × 4 suits of cards.
DEAL = struct.Struct("<2i3i3i16I")
# DDS's struct ddTableDeal.
HANDS = struct.Struct("<16I")
# Its return code; then struct futureTricks: nodes, cards; suit, rank, equals and score of 13.
ANSWER = struct.Struct("<i54i")
TRICKS = struct.Struct("<i20i")
SUCCESS = 1
# In place of a return code: as many were asked as the nodes and seconds allowed for.
ENOUGH = 0
_REVERSED = tuple(sum(1 << 14 - rank for rank in range(13) if ranks >> rank & 1) for ranks in range(1 << 13))


def _seat(seat: Seat, step: int) -> int:
    return seat if step == 1 else -seat & 3


def _suits(hands: Sequence[Mask], step: int) -> list[int]:
    ordered = [hands[_seat(seat, step)] for seat in SEATS]
    return [_REVERSED[hand >> 13 * suit & 0x1FFF] for hand in ordered for suit in range(4)]


def pack_position(position: Position) -> bytes:
    missing = [0] * (3 - len(position.trick))
    suits = [SUIT_OF[card] for card in position.trick]
    ranks = [14 - card % 13 for card in position.trick]
    leader = _seat(position.leader, position.step)
    cards = _suits(position.hands, position.step)
    return DEAL.pack(position.trump, leader, *suits, *missing, *ranks, *missing, *cards)


def pack_hands(hands: Sequence[Mask], step: int) -> bytes:
    return HANDS.pack(*_suits(hands, step))


def read_solution(fields: Sequence[int]) -> Solution:
    """The solution in an unpacked ANSWER: of cards that are as good as one another DDS names the highest."""
    count = fields[2]
    solution: dict[Card, int] = {}
    for place in range(count):
        suit, rank, equals, score = (fields[3 + 13 * column + place] for column in range(4))
        for ranks in (1 << rank, equals):
            for card in CARDS_OF_SUIT[suit][_ours(ranks)]:
                solution[card] = score
    return dict(sorted(solution.items()))


def _ours(ranks: int) -> int:
    return sum(1 << 14 - rank for rank in range(2, 15) if ranks >> rank & 1)


def read_table(fields: Sequence[int], step: int) -> Table:
    """The table in unpacked TRICKS. In bridge the seat after declarer leads, here declarer does.

    So what DDS says of the seat before a declarer, whose opponent leads, is what the leader leaves it.
    """
    rows = []
    for declarer in SEATS:
        before = _seat((declarer - step) & 3, step)
        rows.append([13 - fields[1 + 4 * trump + before] for trump in range(NO_TRUMP + 1)])
    return rows
