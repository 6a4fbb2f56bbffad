"""Where this checkout and its data are."""

import os
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


def var_directory() -> Path:
    """TARNEEB_VAR, otherwise `var/` of this checkout."""
    return Path(os.environ.get("TARNEEB_VAR") or CHECKOUT / "var").resolve()


def replica_directory(var: Path) -> Path:
    """Beside the database that it copies, wherever that is, and named after it."""
    data = (var / "postgres").resolve()
    return data.with_name(f"{data.name}-replica")


def log_directory(var: Path) -> Path:
    directory = var / "log"
    directory.mkdir(parents=True, exist_ok=True)
    return directory
