"""PostgreSQL refuses to run as root: whom it runs as instead, and what that user may enter."""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Account:
    uid: int
    gid: int


def unprivileged(data: Path) -> Account | None:
    """The account for a server whose files are in `data`; None when we are an ordinary user ourselves."""
    if os.geteuid() != 0:
        return None
    if data.exists() and data.stat().st_uid != 0:
        return Account(data.stat().st_uid, data.stat().st_gid)
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = known.get("postgres") or known["nobody"]
    return Account(entry.pw_uid, entry.pw_gid)


def run_as(
    account: Account | None, command: list[str], *, text: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `command` as `account`, away from directories that it may not enter."""
    return subprocess.run(
        command,
        input=text,
        stdin=subprocess.DEVNULL if text is None else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd="/",
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
    )


def can_enter(account: Account | None, path: Path) -> bool:
    """Whether the account may pass through every directory up to `path`, and enter or run it."""
    return account is None or run_as(account, ["test", "-x", str(path)]).returncode == 0
