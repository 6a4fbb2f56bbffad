"""The bot plays ten verified matches each way: `TARNEEB_URL=http://… python -m tests.clients`."""

import os
import tempfile
import time
from pathlib import Path

from tarneeb import Client
from tests.clients.programs import WAYS, is_fair, run

MATCHES = 10


def main() -> None:
    url = os.environ["TARNEEB_URL"]
    with tempfile.TemporaryDirectory() as folder:
        for way in WAYS * MATCHES:
            began = time.monotonic()
            match, _, result = run("bot.py", "--url", url, *way).partition(" ")
            fair, said = is_fair(Client(url).export(match), Path(folder))
            assert fair, f"{match}: {said}"
            told = f"{time.monotonic() - began:5.1f} s {result.strip()} {said.strip()}"
            print(f"{' '.join(way) or '--stream':9} {match} {told}", flush=True)


if __name__ == "__main__":
    main()
