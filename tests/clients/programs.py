"""The examples as people run them: programs of their own that know a service by its address."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parents[2]
EXAMPLES = CHECKOUT / "examples"
# How the bot talks with a service: by what arguments.
WAYS = ((), ("--socket",))
PATIENCE_SECONDS = 120


def start(example: str, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, str(EXAMPLES / example), *arguments],
        env=os.environ | {"PYTHONPATH": str(CHECKOUT / "clients/python/src"), "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(example: str, *arguments: str, status: int = 0) -> str:
    """What it writes, where it ends as it should."""
    with start(example, *arguments) as process:
        out, err = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == status, out + err
    return out + err


def is_fair(exported: Any, folder: Path) -> tuple[bool, str]:
    """What verify.py says of an exported match."""
    file = folder / f"{exported['id']}.json"
    file.write_text(json.dumps(exported))
    with start("verify.py", str(file)) as process:
        out, err = process.communicate(timeout=PATIENCE_SECONDS)
    return process.returncode == 0, out + err
