"""`tarneeb-deal/1` and the hash chain, from protocol.md alone."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from .laws import SEATS, seats_from
from .presets import Rules

Event = dict[str, Any]

FRESH_DECK = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]
PACKETS = {"one_by_one": [1] * 13, "packets_4_4_5": [4, 4, 5]}


def seed_hash(server_seed: str) -> str:
    """SHA-256 of the raw seed, both in hex."""
    return hashlib.sha256(bytes.fromhex(server_seed)).hexdigest()


@dataclass(frozen=True)
class Seeds:
    """Everything that the deals of one match are drawn from."""

    match: str
    server_seed: str
    client_seeds: dict[str, str]

    def _bytes(self, deal: int) -> Iterator[int]:
        seeds = ":".join(self.client_seeds[seat] for seat in SEATS)
        key = bytes.fromhex(self.server_seed)
        for block in count():
            message = f"tarneeb-deal/1:{self.match}:{deal}:{seeds}:{block}"
            yield from hmac.digest(key, message.encode(), "sha256")

    def first_dealer(self) -> str:
        """The cut: drawn from the stream of deal 0."""
        return SEATS[_below(self._bytes(0), 4)]

    def deck(self, deal: int) -> list[str]:
        """The shuffled deck, top card first."""
        stream, deck = self._bytes(deal), FRESH_DECK.copy()
        for j in range(51, 0, -1):
            k = _below(stream, j + 1)
            deck[j], deck[k] = deck[k], deck[j]
        return deck

    def hands(self, deal: int, opener: str, rules: Rules) -> dict[str, list[str]]:
        """The four hands, each in the order in which its cards were dealt."""
        deck = iter(self.deck(deal))
        hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
        for size in PACKETS[rules["dealing"]]:
            for seat in seats_from(opener, rules):
                hands[seat] += [next(deck) for _ in range(size)]
        return hands


def _below(stream: Iterator[int], n: int) -> int:
    """The next byte under the largest multiple of n, mod n."""
    return next(byte for byte in stream if byte < 256 - 256 % n) % n


def canonical(value: Any) -> bytes:
    """RFC 8785 JSON of a value of objects, arrays, strings, integers, booleans and null (ASCII keys)."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def stored_form(event: Event) -> Event:
    """The event as the chain holds it: no `name` in any player, nothing but the four keys."""
    data = dict(event["data"])
    if "player" in data:
        data["player"] = _nameless(data["player"])
    for key in ("seats", "forfeited"):
        if key in data:
            data[key] = {seat: _nameless(player) for seat, player in data[key].items()}
    return {"seq": event["seq"], "type": event["type"], "at": event["at"], "data": data}


def _nameless(player: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in player.items() if key != "name"}


def chain_hash(events: Iterable[Event]) -> str:
    """h(n) = SHA-256(h(n−1) ‖ JSON of event n), from 32 zero bytes; in hex."""
    link = bytes(32)
    for event in events:
        link = hashlib.sha256(link + canonical(stored_form(event))).digest()
    return link.hex()
