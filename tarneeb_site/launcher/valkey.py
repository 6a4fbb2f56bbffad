"""The embedded Valkey: Celery's queues, the channel layer and the cache."""

import os
import socket
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from tarneeb_site.launcher import binaries
from tarneeb_site.launcher.addresses import new_secret
from tarneeb_site.launcher.ports import free_port
from tarneeb_site.launcher.programs import Program, Server

CONFIGURATION = """\
bind 127.0.0.1
port {port}
requirepass {password}
dir "{data}"
save ""
appendonly {durable}
appendfsync everysec
maxmemory-policy noeviction
"""


def prepare(var: Path, known: Mapping[str, str], *, durable: bool) -> Server:
    """A server with its data in `var/valkey`; `known` are the addresses of the last start."""
    last = urlsplit(known.get("REDIS_URL", ""))
    password, port = last.password or new_secret(), free_port(last.port)
    data = var / "valkey"
    data.mkdir(exist_ok=True)
    configuration = var / "valkey.conf"
    configuration.touch(mode=0o600)
    os.chmod(configuration, 0o600)
    configuration.write_text(
        CONFIGURATION.format(port=port, password=password, data=data, durable="yes" if durable else "no")
    )
    program = Program(
        name="valkey",
        command=[str(binaries.valkey()), str(configuration)],
        directory=data,
        priority=2,
        stop_seconds=10,
    )
    urls = {"REDIS_URL": f"redis://:{password}@127.0.0.1:{port}/0"}
    return Server(program, urls, lambda: _answers(port, password))


def _answers(port: int, password: str) -> bool:
    """Whether it has loaded its data: until then PING is answered with an error."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
            connection.sendall(f"AUTH {password}\r\nPING\r\nQUIT\r\n".encode())
            with connection.makefile("rb") as replies:
                return b"+PONG" in replies.read()
    except OSError:
        return False
