"""What of a hand counts in the auction, as figures whose weights `benchmarks/auction.py` fits.

A suit is a set of ranks as 13 bits, the ace lowest. Figures of one suit depend on that suit alone, but
for short suits, whose worth depends on the trumps one holds.
"""

from functools import lru_cache

from games.rules.cards import Mask, Suit

_A, _K, _Q, _J, _T = (1 << rank for rank in range(5))
TRUMP = ("A", "K", "Q", "J", "T", "AK", "AQ", "KQ", "length", "length over 5", "length over 6")
SIDE = ("A", "K", "bare K", "Q", "Q with A or K", "AK", "J", *(f"length{length}" for length in range(8)))
# Voids, singletons and doubletons, with up to three trumps, four, five, six and more.
SHORT = tuple(
    f"{name} with {trumps}" for trumps in ("3", "4", "5", "6") for name in ("void", "single", "double")
)
# What has been called before: by the partner, by opponents, and how high.
CALLS = (
    "partner passed",
    "partner bid",
    "one opponent passed",
    "both opponents passed",
    "one opponent bid",
    "both opponents bid",
    "amount of partner's bid",
    "amount of opponents' bid",
)

Figures = tuple[float, ...]


@lru_cache(maxsize=8192)
def trump_figures(ranks: Mask) -> Figures:
    """TRUMP of the trump suit."""
    honours = [float(bool(ranks & bit)) for bit in (_A, _K, _Q, _J, _T)]
    pairs = [float(ranks & pair == pair) for pair in (_A | _K, _A | _Q, _K | _Q)]
    length = min(ranks.bit_count(), 9)
    return (*honours, *pairs, float(length), float(max(0, length - 5)), float(max(0, length - 6)))


@lru_cache(maxsize=8192)
def side_figures(ranks: Mask) -> Figures:
    """SIDE of a suit that is not trump, or of any where trump is not known."""
    length = ranks.bit_count()
    ace, king, queen, jack = (bool(ranks & bit) for bit in (_A, _K, _Q, _J))
    held = (
        ace,
        king and length > 1,
        king and length == 1,
        queen and length > 2 and not (ace or king),
        queen and (ace or king),
        ace and king,
        jack and length > 2,
    )
    return (*map(float, held), *_one_hot(min(length, 7), 8))


def short_figures(trumps: int, lengths: tuple[int, ...]) -> Figures:
    """SHORT of the suits that are not trump, by how many trumps the hand holds."""
    row = min(max(trumps, 3), 6) - 3
    figures = [0.0] * len(SHORT)
    for length in lengths:
        if length < 3:
            figures[3 * row + length] += 1
    return tuple(figures)


def _one_hot(place: int, size: int) -> list[float]:
    return [float(index == place) for index in range(size)]


def suits_of(hand: Mask) -> tuple[Mask, Mask, Mask, Mask]:
    """A hand as four sets of ranks."""
    return hand & 0x1FFF, hand >> 13 & 0x1FFF, hand >> 26 & 0x1FFF, hand >> 39


def with_trump(hand: Mask, trump: Suit) -> Figures:
    """TRUMP, SIDE (added over three suits) and SHORT of a hand whose trump is known."""
    suits = suits_of(hand)
    sides = [ranks for suit, ranks in enumerate(suits) if suit != trump]
    added = map(sum, zip(*map(side_figures, sides), strict=True))
    lengths = tuple(ranks.bit_count() for ranks in sides)
    return (*trump_figures(suits[trump]), *added, *short_figures(suits[trump].bit_count(), lengths))


def without_trump(hand: Mask) -> Figures:
    """SIDE added over four suits: a hand at no-trump, or one that does not know the trump."""
    return tuple(map(sum, zip(*map(side_figures, suits_of(hand)), strict=True)))
