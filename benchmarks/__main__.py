"""Runs every benchmark, or those named on the command line, into `bench.json` under TARNEEB_VAR or var/.

PEER=1 in the environment measures boardgame.io too, beside the service.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import core, service, streams

BENCHMARKS: dict[str, Callable[[], dict[str, Any]]] = {
    "core": lambda: {"core": core.run()},
    "service": lambda: service.run(with_peer=os.environ.get("PEER") == "1"),
    "streams": streams.run,
}


def merge(path: Path, figures: dict[str, Any]) -> None:
    """Replace these benchmarks' figures in the file, and leave the others."""
    known = json.loads(path.read_text()) if path.exists() else {}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(known | figures, indent=2) + "\n")


def main() -> None:
    path = Path(os.environ.get("TARNEEB_VAR", "var")) / "bench.json"
    for name in sys.argv[1:] or BENCHMARKS:
        merge(path, BENCHMARKS[name]())
    print(f"written to {path}")


if __name__ == "__main__":
    main()
