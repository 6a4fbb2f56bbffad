"""Cards as integers 0–51 and sets of cards as 52-bit masks.

Suits are S H D C, ranks A K Q J T 9 … 2, so the order of the numbers is the order in which
cards are shown, and in one suit the lower number wins. A trump of `NO_TRUMP` beats nothing.
"""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Final, Literal

Card = int
Suit = int
Mask = int
SuitName = Literal["S", "H", "D", "C"]
TrumpName = Literal["S", "H", "D", "C", "NT"]

SUITS: Final[tuple[SuitName, ...]] = ("S", "H", "D", "C")
RANKS = "AKQJT98765432"
TRUMPS: Final[tuple[TrumpName, ...]] = ("S", "H", "D", "C", "NT")
NO_TRUMP = 4
NO_SUIT = 4

CARD_NAMES = tuple(suit + rank for suit in SUITS for rank in RANKS)
CARDS: dict[str, Card] = {name: card for card, name in enumerate(CARD_NAMES)}
BIT = tuple(1 << card for card in range(52))
SUIT_OF = tuple(card // 13 for card in range(52))
RANK_BIT = tuple(1 << card % 13 for card in range(52))
SUIT_MASK = tuple(0x1FFF << 13 * suit for suit in range(4))
ALL_CARDS: Mask = (1 << 52) - 1
# A 11, T 10, K 4, Q 3, J 2: 30 in a suit, 120 in a deal (rules.md, `unit`).
POINTS = tuple({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(name[1], 0) for name in CARD_NAMES)


def _beaten_by(trump: Suit, best: Card) -> Mask:
    higher = SUIT_MASK[SUIT_OF[best]] & (BIT[best] - 1)
    return higher if trump in (SUIT_OF[best], NO_TRUMP) else higher | SUIT_MASK[trump]


# BEATS[trump][card]: every card that takes a trick from `card`.
BEATS = tuple(tuple(_beaten_by(trump, best) for best in range(52)) for trump in range(5))
# TAKES[trump][best][card]: the same, card by card.
TAKES = tuple(tuple(tuple(bool(beats >> card & 1) for card in range(52)) for beats in row) for row in BEATS)

# CARDS_OF_SUIT[suit][ranks]: the cards, highest first; four look-ups list a hand.
_LISTED = tuple(tuple(rank for rank in range(13) if bits >> rank & 1) for bits in range(1 << 13))
CARDS_OF_SUIT = tuple(
    tuple(tuple(13 * suit + rank for rank in ranks) for ranks in _LISTED) for suit in range(4)
)


def cards_in(mask: Mask) -> tuple[Card, ...]:
    """The cards of a mask by suit, then from the ace down."""
    spades, hearts, diamonds, clubs = CARDS_OF_SUIT
    return (
        spades[mask & 0x1FFF]
        + hearts[mask >> 13 & 0x1FFF]
        + diamonds[mask >> 26 & 0x1FFF]
        + clubs[mask >> 39]
    )


def ranks_by_suit(hand: Sequence[Card]) -> list[int]:
    """A hand of several cards as five sets of ranks: spades, hearts, diamonds, clubs, none of `NO_SUIT`."""
    mask = sum(itemgetter(*hand)(BIT))  # a third quicker than mask_of
    return [mask & 0x1FFF, mask >> 13 & 0x1FFF, mask >> 26 & 0x1FFF, mask >> 39, 0]


def mask_of(cards: Iterable[Card]) -> Mask:
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def card_name(card: Card) -> str:
    return CARD_NAMES[card]


def parse_card(name: object) -> Card:
    """The card called e.g. `SA` or `D2`; ValueError for anything else."""
    if isinstance(name, str) and name in CARDS:
        return CARDS[name]
    raise ValueError(f"not a card: {name!r}")


def parse_trump(name: object) -> Suit:
    """The trump called `S`, `H`, `D`, `C` or `NT`; ValueError for anything else."""
    if isinstance(name, str) and name in TRUMPS:
        return TRUMPS.index(name)
    raise ValueError(f"not a trump: {name!r}")
