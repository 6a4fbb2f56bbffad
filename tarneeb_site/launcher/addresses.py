"""`var/servers.json`: the embedded servers' URLs, with their passwords, and the secret key.

Keys are the names of the environment variables that would say the same.
"""

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from tarneeb_site.launcher.errors import CannotStart


def load(var: Path) -> dict[str, str]:
    """What an earlier start left; empty when there was none."""
    path = var / "servers.json"
    try:
        return {str(name): str(value) for name, value in json.loads(path.read_text()).items()}
    except FileNotFoundError:
        return {}
    except PermissionError as error:
        raise CannotStart(
            f"{path} belongs to another user: start as that user or use another TARNEEB_VAR"
        ) from error
    except ValueError as error:
        raise CannotStart(f"{path} is damaged: delete it, a new one will be made") from error


def save(var: Path, values: Mapping[str, str]) -> None:
    """Replace the file in one step; only its owner may read it."""
    fresh = var / "servers.json.new"
    fresh.unlink(missing_ok=True)
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(values, file, indent=1)
    fresh.replace(var / "servers.json")


def new_secret() -> str:
    """A password or key of 256 bits that needs no escaping in URLs, SQL or configuration files."""
    return secrets.token_urlsafe(48)
