"""Fair deals, `tarneeb-deal/1`: the shuffle that a player can check (protocol.md, "Fair deals")."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate, chain, count
from operator import itemgetter
from typing import Protocol

from .cards import Card
from .events import Hands
from .ruleset import RuleSet
from .seats import SEATS, Seat

ALGORITHM = "tarneeb-deal/1"
PACKETS = {"one_by_one": (1,) * 13, "packets_4_4_5": (4, 4, 5)}
CLIENT_SEED_LENGTH = 64
# C D H S, each from the two up.
_FRESH = tuple(range(51, -1, -1))
# The two keys of HMAC.
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
# For n = 52 … 2: the last place, and below(n) takes the next byte under the third figure.
_BELOW = tuple((n - 1, n, 256 - 256 % n) for n in range(52, 1, -1))


class DealSource(Protocol):
    """Where `decide` takes the cards from: the only thing it is told that players are not."""

    @property
    def server_seed(self) -> str: ...

    def first_dealer(self, client_seeds: Sequence[str]) -> Seat: ...

    def hands(self, deal: int, client_seeds: Sequence[str], ruleset: RuleSet, opener: Seat) -> Hands: ...


@dataclass(frozen=True, slots=True)
class FairDeals:
    """The deals of one match, fixed by its id, the server's seed and the four client seeds."""

    match_id: str
    seed: bytes

    @property
    def server_seed(self) -> str:
        """The raw seed as lowercase hex."""
        return self.seed.hex()

    @property
    def seed_hash(self) -> str:
        """SHA-256 of the raw seed, published before anyone sits down."""
        return sha256(self.seed).hexdigest()

    def first_dealer(self, client_seeds: Sequence[str]) -> Seat:
        """The cut: drawn from the stream of deal 0."""
        return next(self._bytes(0, client_seeds)) % 4  # 4 divides 256: no byte is refused

    def deck(self, deal: int, client_seeds: Sequence[str]) -> list[Card]:
        """The 52 cards of a deal, the top one first."""
        stream = self._bytes(deal, client_seeds)
        deck = [*_FRESH]
        for (last, n, accepted), byte in zip(_BELOW, stream, strict=False):
            while byte >= accepted:
                byte = next(stream)
            place = byte % n
            deck[last], deck[place] = deck[place], deck[last]
        return deck

    def hands(self, deal: int, client_seeds: Sequence[str], ruleset: RuleSet, opener: Seat) -> Hands:
        """Thirteen cards for N, E, S and W each, in the order dealt."""
        return lay_out(self.deck(deal, client_seeds), ruleset, opener)

    def _bytes(self, deal: int, client_seeds: Sequence[str]) -> Iterator[int]:
        """HMAC-SHA256 blocks, concatenated, without end (RFC 2104: hmac.digest takes three times as long)."""
        key = self.seed.ljust(64, b"\0")
        inner, outer = key.translate(_INNER), key.translate(_OUTER)
        prefix = inner + f"{ALGORITHM}:{self.match_id}:{deal}:{':'.join(client_seeds)}:".encode()
        return chain.from_iterable(
            sha256(outer + sha256(prefix + b"%d" % block).digest()).digest() for block in count()
        )


def _places(packets: Sequence[int], turn: int) -> list[int]:
    """Where in the deck the cards lie that the seat `turn` places after the opener receives."""
    starts = accumulate(packets, initial=0)
    return [
        4 * start + turn * packet + n
        for start, packet in zip(starts, packets, strict=False)
        for n in range(packet)
    ]


# For each dealing, direction and opener: what takes the hands of N, E, S and W from a deck.
_LAYOUTS = {
    (dealing, step, opener): tuple(
        itemgetter(*_places(packets, (seat - opener) * step & 3)) for seat in SEATS
    )
    for dealing, packets in PACKETS.items()
    for step in (1, 3)
    for opener in SEATS
}


def lay_out(deck: Sequence[Card], ruleset: RuleSet, opener: Seat) -> Hands:
    """Deal a deck from the top, to the opener first and on in the direction of play."""
    north, east, south, west = _LAYOUTS[ruleset.dealing, ruleset.step, opener]
    return north(deck), east(deck), south(deck), west(deck)
