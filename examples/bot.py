"""A bot that plays casual matches with the service's own: `python examples/bot.py --url https://…`."""

import argparse
from typing import Any

from tarneeb import Client, Table
from tarneeb.shapes import side_of

RANKS = "23456789TJQKA"


def choose(table: Table) -> Any:
    """One of the legal actions."""
    legal: list[Any] = table.legal
    deal, seat = table.state["deal"], table.now["turn"]
    assert deal and seat
    hand = deal["hands"][seat] or []
    if table.now["phase"] == "naming":
        return max(legal, key=lambda action: tricks(hand, action["trump"]))
    if deal["contract"]:
        return best_card(legal, deal["trick"]["plays"], deal["contract"]["trump"], side_of(seat))
    hope = 2.5 + max(tricks(hand, suit) for suit in "SHDC")  # the partner takes some as well
    return next((action for action in legal if action.get("amount", 99) <= hope), legal[0])


def tricks(hand: list[str], trump: str) -> float:
    """What a hand may take by itself."""
    honours = sum({"A": 1.0, "K": 0.7, "Q": 0.3}.get(card[1], 0) for card in hand)
    return honours + 0.8 * max(0, len([card for card in hand if card[0] == trump]) - 3)


def best_card(legal: list[Any], plays: list[Any], trump: str | None, side: str) -> Any:
    """Lead high; win as cheaply as one can; waste nothing on a trick that is the partner's."""

    def strength(play: Any) -> tuple[bool, bool, int]:
        suit, rank = play["card"]
        return suit == trump, suit == led, RANKS.index(rank)

    led = plays[0]["card"][0] if plays else None
    if not plays:
        return max(legal, key=lambda action: RANKS.index(action["card"][1]))
    best = max(plays, key=strength)
    wins = [action for action in legal if strength(action) > strength(best)]
    return min(wins if wins and side_of(best["seat"]) != side else legal, key=strength)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--token", help="with the scopes read and play; without one it plays as a guest")
    parser.add_argument("--socket", action="store_true", help="a WebSocket in place of REST and a stream")
    options = parser.parse_args()
    client = Client(options.url, options.token or Client(options.url).create_guest()["token"], patience=60)
    seats = {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:easy"}
    table = client.live(client.open_match("levant-41", seats)["id"], "socket" if options.socket else "stream")
    for _ in table:
        if table.legal:
            table.act(choose(table))
    print(table.match, table.state["score"], table.state["result"])
