"""A match in the terminal as it is played: `python examples/watch.py [MATCH]`; else the newest that runs."""

import argparse
from typing import Any

from tarneeb import Client, LiveTable
from tarneeb.shapes import SEATS

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": "NT"}


def told(event: Any) -> str | None:
    """An event in words, where it is worth some."""
    data = event["data"]
    match event["type"]:
        case "seat_taken" | "seat_substituted" | "seat_reclaimed":
            return f"{data['seat']} is {data['player']['name']}"
        case "deal_started":
            return f"\nDeal {data['deal']}, dealt by {data['dealer']}; {said(data['score'])}"
        case "bid_made":
            return f"  {data['seat']} bids {data['amount']}{' NT' if data['no_trump'] else ''}"
        case "passed":
            return f"  {data['seat']} passes"
        case "trump_named":
            return f"  {data['seat']} names {SUITS[data['trump']]}"
        case "trick_won":
            return f"  trick {data['trick']:2} to {data['seat']}"
        case "card_played":
            return f"    {data['seat']} {SUITS[data['card'][0]]}{data['card'][1]}"
        case "deal_scored":
            return f"  {data['amount']} {'made' if data['made'] else 'set'}; {said(data['points'])}"
        case "match_finished":
            return f"\n{data['winner'] or 'Nobody'} won ({data['reason']}); {said(data['score'])}"
    return None


def said(score: Any) -> str:
    return f"NS {score['NS']}, EW {score['EW']}"


def introduced(table: LiveTable) -> str:
    taken = {seat: table.state["seats"][seat] for seat in SEATS}
    names = " ".join(f"{seat}:{player['player']['name']}" for seat, player in taken.items() if player)
    return f"{table.match}  {table.state['ruleset']['id']}  {names}  {said(table.state['score'])}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("match", nargs="?")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    options = parser.parse_args()
    client = Client(options.url, patience=60)
    match = options.match or next((found["id"] for found in client.matches("live")), None)
    if match is None:
        parser.exit(1, "Nobody plays just now.\n")
    table = client.live(match)
    for frame in table:
        if frame["type"] == "snapshot":
            print(introduced(table), flush=True)
        for line in (told(event) for event in frame["events"]) if frame["type"] == "events" else ():
            if line:
                print(line, flush=True)
