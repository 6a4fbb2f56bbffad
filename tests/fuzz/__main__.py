"""`python -m tests.fuzz`: schemathesis tries the server at TARNEEB_URL, with every scope and signed out."""

import os
import secrets
import subprocess
import sys

import httpx

PASSWORD = "sahlab-w-tamr"


def signed_in(url: str) -> str:
    """A new person's token."""
    name = f"fuzz-{secrets.token_hex(4)}"
    person = {"username": name, "password": PASSWORD}
    with httpx.Client(base_url=f"{url}/api/v1/", timeout=30) as api:
        api.post("accounts/", json=person | {"email": f"{name}@example.org"}).raise_for_status()
        wish = person | {"name": "fuzz", "scopes": ["read", "play", "account"]}
        return str(api.post("tokens/", json=wish).raise_for_status().json()["token"])


def run(url: str, *options: str) -> int:
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{url}/api/v1/schema/", *options]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    url, options = os.environ["TARNEEB_URL"], sys.argv[1:]
    header = f"Authorization: Bearer {signed_in(url)}"
    sys.exit(run(url, *options, "--header", header) or run(url, *options))
