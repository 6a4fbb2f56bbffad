"""The product's own processes: the web server, the workers and the clock that feeds them."""

import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tarneeb_site.launcher import proxy
from tarneeb_site.launcher.errors import CannotStart
from tarneeb_site.launcher.paths import CHECKOUT, log_directory
from tarneeb_site.launcher.ports import free_port, is_free
from tarneeb_site.launcher.programs import Program
from tarneeb_site.launcher.supervision import Supervisor

LISTEN = "TARNEEB_METRICS_LISTEN"
PATIENCE_SECONDS = 120
TAIL_LINES = 12
# Queues and how many processes work on each. A process runs one task at a time itself (`-P solo`): it
# starts fast and, when killed, leaves no children behind. Of clocks and of beats, which tick for them, one is
# enough; while it starts anew the other goes on, so that turns end in time.
BEATS = 2
WORKERS = {"clock": 2, "turns": 2, "default": 1, "analysis": 1}
# Has what the others leave: a turn never waits for an analysis.
IDLE = {"analysis"}
NICE = ["nice", "-n", "15"]
CELERY = [sys.executable, "-m", "celery", "-A", "tarneeb_site.celery", "--quiet"]


class Product:
    """A web server at an address, and what works behind it."""

    def __init__(self, var: Path, environment: Mapping[str, str]) -> None:
        self._var = var
        self._environment = environment
        self._host = environment.get("HOST") or "127.0.0.1"
        self._port = _port(environment.get("PORT") or "8000")
        self._web_processes = _count(environment.get("TARNEEB_WEB_PROCESSES") or "1")
        self._outer_proxies = environment.get("FORWARDED_ALLOW_IPS", "").strip()

    @property
    def url(self) -> str:
        """The address for somebody on this machine, without a slash at its end."""
        host = self._local_host()
        return f"http://[{host}]:{self._port}" if ":" in host else f"http://{host}:{self._port}"

    def check(self) -> None:
        if not is_free(self._host, self._port):
            raise CannotStart(f"port {self._port} of {self._host} is taken: set PORT to another one")
        https = self._environment.get("TARNEEB_HTTPS") == "1"
        if https and self._web_processes > 1 and not self._outer_proxies:
            raise CannotStart(
                "TARNEEB_HTTPS=1: set FORWARDED_ALLOW_IPS to the proxy's address, to believe it"
            )

    def programs(self) -> list[Program]:
        ticking = [*CELERY, "beat", "-S", "celery.beat.Scheduler"]  # keeps nothing on disk
        beats = [_program(f"beat-{number}", ticking) for number in range(1, BEATS + 1)]
        workers = [
            _worker(queue, number) for queue, count in WORKERS.items() for number in range(1, count + 1)
        ]
        webs, proxies = self._webs()
        return [*self._measured([*webs, *workers]), *proxies, *beats]

    def _measured(self, programs: list[Program]) -> list[Program]:
        """Each tells what it measures at a port of its own, from the one that was asked for."""
        address, _, port = self._environment.get(LISTEN, "").rpartition(":")
        if not port:
            return programs
        first = _port(port)
        return [
            replace(program, environment={LISTEN: f"{address}:{first + place}"})
            for place, program in enumerate(programs)
        ]

    def prepare(self) -> None:
        """Bring database and static files up to date."""
        with ThreadPoolExecutor() as pool:
            list(pool.map(self._manage, (["migrate", "--database", "owner"], ["collectstatic"])))

    def wait_until_healthy(self, supervisor: Supervisor) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (answer := self._health()) is not None:
            if time.monotonic() > deadline:
                raise CannotStart(f"/health/ is not well: {answer}\n{_tails(log_directory(self._var))}")
            supervisor.check()
            time.sleep(0.1)

    def _webs(self) -> tuple[list[Program], list[Program]]:
        """One at our address, or several and the proxy that is there."""
        if self._web_processes == 1:
            return [_web("web", self._host, self._port)], []
        ports = [free_port() for _ in range(self._web_processes)]
        webs = [
            _web(f"web-{number}", "127.0.0.1", port, "--proxies", "127.0.0.1")
            for number, port in enumerate(ports, 1)
        ]
        return webs, [proxy.program(self._var, self._host, self._port, ports, self._outer_proxies)]

    def _manage(self, arguments: list[str]) -> None:
        result = subprocess.run(
            [sys.executable, "manage.py", *arguments, "--no-input", "--verbosity", "0"],
            cwd=CHECKOUT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if result.returncode:
            raise CannotStart(f"manage.py {arguments[0]} failed:\n{result.stdout}")

    def _health(self) -> str | None:
        """None when well, otherwise what /health/ says."""
        connection = HTTPConnection(self._local_host(), self._port, timeout=5)
        try:
            connection.request("GET", "/health/", headers=self._headers())
            response = connection.getresponse()
            body = response.read().decode(errors="replace")
        except (OSError, HTTPException) as error:
            return f"no answer ({error})"
        finally:
            connection.close()
        return None if response.status == 200 else f"{response.status} {body[:500]}"

    def _headers(self) -> dict[str, str]:
        """Ask as the world does: under a host name that is allowed, through HTTPS if only that is served."""
        host = self._environment.get("TARNEEB_HOSTS", "").split(",")[0].lstrip(".")
        headers = {} if host in ("", "*") else {"Host": host}
        return headers | (
            {"X-Forwarded-Proto": "https"} if self._environment.get("TARNEEB_HTTPS") == "1" else {}
        )

    def _local_host(self) -> str:
        return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self._host, self._host)


def _port(text: str) -> int:
    """A port's number; 0 stands for any free one."""
    if not text.isdecimal() or int(text) > 65535:
        raise CannotStart(f"PORT must be a number up to 65535, not {text!r}")
    return int(text) or free_port()


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise CannotStart(f"TARNEEB_WEB_PROCESSES must be a number from 1 to 64, not {text!r}")
    return int(text)


def _web(name: str, host: str, port: int, *options: str) -> Program:
    address = ["--host", host, "--port", str(port)]
    return _program(name, [sys.executable, "-m", "tarneeb_site.web", *address, *options])


def _worker(queue: str, number: int) -> Program:
    name = f"{queue}-{number}"
    options = ["-Q", queue, "-n", f"{name}@%h", "-P", "solo", "-l", "WARNING"]
    quiet = [
        "--without-gossip",
        "--without-mingle",
        "--without-heartbeat",
    ]  # workers need not know each other
    return _program(name, [*(NICE if queue in IDLE else []), *CELERY, "worker", *options, *quiet])


def _program(name: str, command: list[str]) -> Program:
    return Program(name=name, command=command, directory=CHECKOUT, priority=20)


def _tails(directory: Path) -> str:
    """The last lines of every log, for the person who has to find out."""
    tails = []
    for path in sorted(directory.glob("*.log")):
        lines = path.read_text(errors="replace").splitlines()[-TAIL_LINES:]
        tails += [f"--- {path}", *lines]
    return "\n".join(tails)
