"""A ladder as CSV: `python examples/leaderboard.py levant-41 > levant-41.csv`."""

import argparse
import csv
import sys

from tarneeb import Client

COLUMNS = ("place", "name", "rating", "deviation", "provisional", "matches")

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ladder", help="a preset's id, or `pair:` and one")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    options = parser.parse_args()
    writer = csv.DictWriter(sys.stdout, COLUMNS, extrasaction="ignore")
    writer.writeheader()
    with Client(options.url, patience=60) as client:
        for place, player in enumerate(client.leaderboard(options.ladder), start=1):
            writer.writerow({"place": place, **player})
