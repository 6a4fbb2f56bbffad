"""Runs every benchmark and merges its figures into `bench.json` under TARNEEB_VAR (or var/)."""

import json
import os
from pathlib import Path
from typing import Any

from . import core

BENCHMARKS = {"core": core.run}


def merge(path: Path, figures: dict[str, Any]) -> None:
    """Replace these benchmarks' figures in the file, and leave the others."""
    known = json.loads(path.read_text()) if path.exists() else {}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(known | figures, indent=2) + "\n")


def main() -> None:
    path = Path(os.environ.get("TARNEEB_VAR", "var")) / "bench.json"
    for name, run in BENCHMARKS.items():
        merge(path, {name: run()})
    print(f"written to {path}")


if __name__ == "__main__":
    main()
