"""The process manager: supervisord runs every program and restarts what dies."""

import configparser
import subprocess
import sys
import xmlrpc.client
from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Any

from tarneeb_site.launcher import leftovers
from tarneeb_site.launcher.addresses import new_secret
from tarneeb_site.launcher.errors import CannotStart
from tarneeb_site.launcher.paths import CHECKOUT, log_directory
from tarneeb_site.launcher.ports import free_port
from tarneeb_site.launcher.programs import Program

MANAGER = """\
[supervisord]
nodaemon = true
silent = true
logfile = {log}/supervisord.log
logfile_maxbytes = 5MB
logfile_backups = 2
childlogdir = {log}
pidfile = {var}/supervisord.pid

[inet_http_server]
port = 127.0.0.1:{port}
username = tarneeb
password = {password}

[rpcinterface:supervisor]
supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface
"""
# Alone, programs stop one after the other; a group's all at once.
GROUP = """
[group:product]
programs = {names}
priority = 20
"""
# What fails at once is tried again after 1, 2, 3, … seconds, for ever.
PROGRAM = """
[program:{name}]
command = {command}
directory = {directory}
priority = {priority}
autostart = {autostart}
autorestart = true
startsecs = 1
startretries = 1000000
stopsignal = {signal}
stopwaitsecs = {patience}
redirect_stderr = true
stdout_logfile = {log}/{name}.log
stdout_logfile_maxbytes = 5MB
stdout_logfile_backups = 2
"""


class Supervisor:
    """A running supervisord: `servers` start with it, the `product` when told so."""

    def __init__(
        self,
        var: Path,
        servers: Sequence[Program],
        product: Sequence[Program],
        environment: Mapping[str, str],
    ) -> None:
        _configure(var, servers, product)
        self._errors = log_directory(var) / "supervisord.err"
        self._rpc = connect(var)
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", leftovers.DAEMON, "-c", str(var / "supervisor.conf")],
                cwd=CHECKOUT,
                env={**environment, leftovers.MARK: str(var)},
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                start_new_session=True,  # the terminal's Ctrl-C is for the launcher alone
            )

    def start_product(self) -> None:
        self._rpc.startAllProcesses(False)

    def check(self) -> None:
        """Raise CannotStart when supervisord has ended."""
        if self._process.poll() is not None:
            raise CannotStart(f"supervisord ended:\n{self._errors.read_text()}")

    def wait(self) -> None:
        """Return when supervisord ends, which only a kill from outside makes it do."""
        self._process.wait()

    def stop(self) -> None:
        """Stop the product, then the servers; supervisord kills what doesn't stop in time."""
        self._process.terminate()
        self._process.wait()


def processes(var: Path) -> dict[str, int]:
    """Process ids of the running programs by name."""
    try:
        found = connect(var).getAllProcessInfo()
    except (OSError, configparser.Error) as error:
        raise CannotStart(f"nothing runs with {var}") from error
    return {str(each["name"]): int(each["pid"]) for each in found if each["pid"]}


def connect(var: Path) -> Any:
    """supervisord's own interface for what it runs with a var directory."""
    configuration = configparser.RawConfigParser()
    configuration.read(var / "supervisor.conf")
    address, password = (configuration.get("inet_http_server", name) for name in ("port", "password"))
    return xmlrpc.client.ServerProxy(f"http://tarneeb:{password}@{address}/RPC2").supervisor


def _configure(var: Path, servers: Sequence[Program], product: Sequence[Program]) -> None:
    log = _escaped(log_directory(var))
    sections = [MANAGER.format(log=log, var=_escaped(var), port=free_port(), password=new_secret())]
    sections += [_section(program, log, autostart=True) for program in servers]
    sections += [_section(program, log, autostart=False) for program in product]
    if product:
        sections.append(GROUP.format(names=",".join(program.name for program in product)))
    path = var / "supervisor.conf"
    path.touch(mode=0o600)  # it holds a password
    path.write_text("".join(sections))


def _section(program: Program, log: str, *, autostart: bool) -> str:
    section = PROGRAM.format(
        name=program.name,
        command=_escaped(" ".join(quote(part) for part in program.command)),
        directory=_escaped(program.directory),
        priority=program.priority,
        autostart=autostart,
        signal=program.stop_signal,
        patience=program.stop_seconds,
        log=log,
    )
    if program.environment:
        given = ",".join(f'{name}="{_escaped(value)}"' for name, value in program.environment.items())
        section += f"environment = {given}\n"
    return section if program.user is None else f"{section}user = {program.user}\n"


def _escaped(value: object) -> str:
    return str(value).replace("%", "%%")
