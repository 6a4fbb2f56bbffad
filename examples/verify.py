"""Whether an exported match was dealt fairly and left as it was: `python examples/verify.py match.json`.

The file is what GET `matches/{id}/export/` answers. This needs neither the service nor its code.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

SEATS = "NESW"
FRESH = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]
PACKETS = {"one_by_one": [1] * 13, "packets_4_4_5": [4, 4, 5]}


class Unfair(Exception):
    """What is wrong."""


def verify(match: dict[str, Any]) -> int:
    """The number of deals that were checked. Raises Unfair."""
    events, proof = match["events"], match["fairness"]
    created, finished = events[0]["data"], events[-1]["data"]
    expect(
        created["deal_algorithm"] == "tarneeb-deal/1", "the deals are by an algorithm that is not known here"
    )
    seed = bytes.fromhex(finished["server_seed"])
    hashed = hashlib.sha256(seed).hexdigest()
    expect(
        hashed == created["seed_hash"] == proof["seed_hash"],
        "the seed is not what was promised before the start",
    )
    expect(proof["server_seed"] == finished["server_seed"], "two seeds are told of")
    client_seeds = seeds_of(events)
    expect(proof["client_seeds"] == client_seeds, "the players' seeds are not those that they brought")
    deals = [event["data"] for event in events if event["type"] == "deal_started"]
    verify_deals(match["id"], created["ruleset"], seed, client_seeds, deals)
    verify_chain(events, proof["head"])
    return len(deals)


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Unfair(otherwise)


def seeds_of(events: list[Any]) -> dict[str, str]:
    """What each seat's player brought, of those who were there at the start."""
    seeds = dict.fromkeys(SEATS, "")
    for event in events:
        if event["type"] == "seat_taken":
            seeds[event["data"]["seat"]] = event["data"]["client_seed"]
        elif event["type"] == "seat_left":
            seeds[event["data"]["seat"]] = ""
    return seeds


def verify_deals(match: str, rules: Any, seed: bytes, client_seeds: dict[str, str], deals: list[Any]) -> None:
    """Numbers, dealers and cards."""
    order = SEATS if rules["direction"] == "clockwise" else SEATS[::-1]

    def stream(deal: int) -> Iterator[int]:
        brought = ":".join(client_seeds[seat] for seat in SEATS)
        for block in count():
            message = f"tarneeb-deal/1:{match}:{deal}:{brought}:{block}"
            yield from hmac.digest(seed, message.encode(), "sha256")

    first = order.index(SEATS[below(stream(0), 4)])
    for number, deal in enumerate(deals, start=1):
        dealer = (first + number - 1) % 4
        expect(deal["deal"] == number, f"deal {number} is missing")
        expect(deal["dealer"] == order[dealer], f"deal {number} has the wrong dealer")
        turn = order[dealer + 1 :] + order[: dealer + 1]
        expect(deal["opener"] == turn[0], f"deal {number} has the wrong opener")
        hands = dealt(shuffled(stream(number)), turn, PACKETS[rules["dealing"]])
        expect(deal["hands"] == hands, f"deal {number} has other cards than the seeds give")


def below(stream: Iterator[int], n: int) -> int:
    """An even choice of 0 … n - 1: bytes that would favour the low ones are passed over."""
    return next(byte for byte in stream if byte < 256 - 256 % n) % n


def shuffled(stream: Iterator[int]) -> list[str]:
    """The deck, top card first."""
    deck = FRESH.copy()
    for last in range(51, 0, -1):
        chosen = below(stream, last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck


def dealt(deck: list[str], turn: str, packets: list[int]) -> dict[str, list[str]]:
    cards = iter(deck)
    hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
    for size in packets:
        for seat in turn:
            hands[seat] += [next(cards) for _ in range(size)]
    return hands


def verify_chain(events: list[Any], head: Any) -> None:
    """Each event is bound to all before it."""
    link = bytes(32)
    for seq, event in enumerate(events, start=1):
        expect(event["seq"] == seq, f"event {seq} is missing")
        link = hashlib.sha256(link + canonical(nameless(event))).digest()
    expect(
        head == {"seq": len(events), "hash": link.hex()}, "an event is not what it was: the chain is broken"
    )


def canonical(value: Any) -> bytes:
    """RFC 8785, for what events hold: no fractions, keys in ASCII."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def nameless(event: Any) -> Any:
    """As it is stored: players have names only for readers, so that an account can be deleted."""
    data = dict(event["data"])
    if "player" in data:
        data["player"] = {key: value for key, value in data["player"].items() if key != "name"}
    for field in ("seats", "forfeited"):
        if field in data:
            data[field] = {
                seat: {key: value for key, value in player.items() if key != "name"}
                for seat, player in data[field].items()
            }
    return {**event, "data": data}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        print(f"yes: {verify(json.loads(Path(sys.argv[1]).read_bytes()))} deals are as the seeds have them")
    except Unfair as reason:
        sys.exit(f"no: {reason}")
    except (ValueError, LookupError, TypeError, StopIteration) as error:
        sys.exit(f"no: this is no exported match ({error!r})")
