"""The embedded PostgreSQL: one cluster under `var`, two roles, one database.

`tarneeb_owner` owns the database and migrates it; `tarneeb_app` may only connect, and gets from the
migrations what the application needs; `tarneeb_replica` may copy all of it, for backups and replicas.
Nobody else can log in: the superuser works in single-user mode.
"""

import hashlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tarneeb_site.launcher import binaries
from tarneeb_site.launcher.accounts import Account, can_enter, run_as, unprivileged
from tarneeb_site.launcher.addresses import new_secret
from tarneeb_site.launcher.errors import CannotStart
from tarneeb_site.launcher.paths import replica_directory
from tarneeb_site.launcher.ports import free_port
from tarneeb_site.launcher.programs import Program, Server

ACCESS = """\
host all tarneeb_owner,tarneeb_app 127.0.0.1/32 scram-sha-256
host replication tarneeb_replica 127.0.0.1/32 scram-sha-256
"""
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
    "password_encryption": "scram-sha-256",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # What failed, not with which values: those can be hands, addresses, password hashes.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
THROWN_AWAY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def prepare(var: Path, known: Mapping[str, str], *, durable: bool) -> Server:
    """The cluster under `var`, made if there is none; `known` are the addresses of the last start."""
    account = unprivileged(var / "postgres")
    programs = binaries.postgres(account)
    data = _data_directory(var, account)
    passwords = {role: _password(known, name) for role, name in _ROLES.items()}
    if not (data / "PG_VERSION").exists():
        _create(programs, data, account, passwords, durable)
    elif not all(known.get(name) for name in _ROLES.values()):
        _mend_roles(programs, data, account, passwords)
    # No server of ours runs any more (leftovers were stopped, we hold the lock). After a crash the number
    # in this file may belong to a stranger by now, and PostgreSQL would refuse to start because of it.
    (data / "postmaster.pid").unlink(missing_ok=True)
    return _server(programs, data, account, passwords, _port(known), durable)


_ROLES = {
    "tarneeb_app": "DATABASE_URL",
    "tarneeb_owner": "DATABASE_OWNER_URL",
    "tarneeb_replica": "REPLICATION_URL",
}


def _password(known: Mapping[str, str], name: str) -> str:
    return urlsplit(known.get(name, "")).password or new_secret()


def _port(known: Mapping[str, str]) -> int:
    return free_port(urlsplit(known.get("DATABASE_URL", "")).port)


_REPLICA = "CREATE ROLE tarneeb_replica LOGIN REPLICATION PASSWORD '{}';"
# An error that is caught would end the single-user mode all the same.
_REPLICA_MISSING = (
    "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tarneeb_replica') "
    "THEN {} END IF; END $$;"
)


def _mend_roles(programs: Path, data: Path, account: Account | None, passwords: Mapping[str, str]) -> None:
    """Passwords that were lost are made anew; an earlier version had no role for replicas."""
    (data / "pg_hba.conf").write_text(ACCESS)
    missing = _REPLICA_MISSING.format(_REPLICA.format(passwords["tarneeb_replica"]))
    alter = [f"ALTER ROLE {role} PASSWORD '{password}';" for role, password in passwords.items()]
    _single_user(programs, data, account, [missing, *alter])


def _data_directory(var: Path, account: Account | None) -> Path:
    """`var/postgres`, or a link there to a place which the account can enter."""
    link = var / "postgres"
    if link.exists() or can_enter(account, var):
        return link.resolve()
    data = binaries.SHARED / hashlib.sha256(str(var).encode()).hexdigest()[:16]
    data.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(data)
    return data


def remove(var: Path) -> None:
    """Delete the data and its copy, also where `var/postgres` is only a link to it."""
    shutil.rmtree(replica_directory(var), ignore_errors=True)
    shutil.rmtree((var / "postgres").resolve(), ignore_errors=True)


def _create(
    programs: Path, data: Path, account: Account | None, passwords: Mapping[str, str], durable: bool
) -> None:
    """Make the cluster beside its place and move it there when it is complete."""
    fresh = data.with_name(data.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    if account:
        os.chown(fresh, account.uid, account.gid)
    _initdb(programs, fresh, account, [] if durable else ["--no-sync"])
    (fresh / "pg_hba.conf").write_text(ACCESS)
    _single_user(
        programs,
        fresh,
        account,
        [
            f"CREATE ROLE tarneeb_owner LOGIN CREATEDB PASSWORD '{passwords['tarneeb_owner']}';",
            f"CREATE ROLE tarneeb_app LOGIN PASSWORD '{passwords['tarneeb_app']}';",
            _REPLICA.format(passwords["tarneeb_replica"]),
            # Before PostgreSQL 15 everybody might create tables, and a database's owner not by right.
            "REVOKE CREATE ON SCHEMA public FROM PUBLIC;",
            "GRANT CREATE ON SCHEMA public TO tarneeb_owner;",
            "CREATE DATABASE tarneeb OWNER tarneeb_owner;",
            "REVOKE ALL ON DATABASE tarneeb FROM PUBLIC;",
            "GRANT CONNECT ON DATABASE tarneeb TO tarneeb_app;",
        ],
    )
    fresh.replace(data)


def _initdb(programs: Path, data: Path, account: Account | None, options: list[str]) -> None:
    """PostgreSQL 17 brought a C.UTF-8 of its own; older ones depend on the system's."""
    command = [str(programs / "initdb"), "-D", str(data), "-U", "postgres", "-E", "UTF8", "--auth=reject"]
    builtin = ["--locale-provider=builtin", "--locale=C.UTF-8"]
    for locale in (builtin, ["--locale=C.UTF-8"], ["--locale=C"]):
        result = run_as(account, [*command, *options, *locale])
        if result.returncode == 0:
            return
    raise CannotStart(f"initdb failed:\n{result.stdout}")


def _single_user(programs: Path, data: Path, account: Account | None, statements: list[str]) -> None:
    """Run statements, one a line, as superuser without a server."""
    command = [str(programs / "postgres"), "--single", "-D", str(data), "-c", "exit_on_error=on", "template1"]
    result = run_as(account, command, text="\n".join(statements) + "\n")
    if result.returncode:
        raise CannotStart(f"PostgreSQL could not be set up:\n{result.stdout}")


def _server(
    programs: Path,
    data: Path,
    account: Account | None,
    passwords: Mapping[str, str],
    port: int,
    durable: bool,
) -> Server:
    settings = {"port": str(port), **({} if durable else THROWN_AWAY)}
    urls = {
        name: f"postgresql://{role}:{passwords[role]}@127.0.0.1:{port}/tarneeb"
        for role, name in _ROLES.items()
    }
    program = Program(
        name="postgres",
        command=[str(programs / "postgres"), "-D", str(data), *options(settings)],
        directory=data,
        user=account.uid if account else None,
        priority=1,
        stop_signal="INT",  # fast shutdown: doesn't wait for clients
        stop_seconds=30,
    )
    return Server(program, urls, lambda: answers(urls["DATABASE_URL"]))


def options(more: Mapping[str, str] | None = None) -> list[str]:
    """A server's settings as arguments."""
    return [
        part for name, value in {**SETTINGS, **(more or {})}.items() for part in ("-c", f"{name}={value}")
    ]


def answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
