"""A var directory at work: servers where none are given, and the product on request."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tarneeb_site.launcher import addresses, leftovers, postgres, replica, valkey
from tarneeb_site.launcher.errors import CannotStart
from tarneeb_site.launcher.product import Product
from tarneeb_site.launcher.programs import Server
from tarneeb_site.launcher.supervision import Supervisor

PATIENCE_SECONDS = 60


def environment_for(var: Path, overrides: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of everything that works with `var`."""
    environment = {**os.environ, **(overrides or {}), "TARNEEB_VAR": str(var)}
    if environment.get("DATABASE_URL"):
        environment.setdefault("DATABASE_OWNER_URL", environment["DATABASE_URL"])
    elif environment.get("DATABASE_OWNER_URL"):
        raise CannotStart("DATABASE_OWNER_URL is of no use without DATABASE_URL")
    return environment


@contextmanager
def running(
    var: Path, environment: Mapping[str, str], product: Product | None = None, *, durable: bool = True
) -> Iterator[Supervisor]:
    """Run the servers, and the product until it is healthy; stop everything at the end."""
    leftovers.stop(var)
    if product:
        product.check()
    servers = _prepare_servers(var, environment, durable)
    programs = product.programs() if product else []
    supervisor = Supervisor(var, [server.program for server in servers], programs, environment)
    try:
        _wait_for(servers, supervisor)
        if product:
            product.prepare()
            supervisor.start_product()
            product.wait_until_healthy(supervisor)
        yield supervisor
    finally:
        supervisor.stop()
        leftovers.stop(var)  # what supervisord left behind if it was killed itself


def _prepare_servers(var: Path, environment: Mapping[str, str], durable: bool) -> list[Server]:
    """Servers for the URLs that the environment lacks; settings.py reads their addresses from the file."""
    known = addresses.load(var)
    known.pop("DATABASE_REPLICA_URL", None)  # of an earlier start, which may have had one
    servers = []
    if not environment.get("DATABASE_URL"):
        servers.append(postgres.prepare(var, known, durable=durable))
        if environment.get("TARNEEB_REPLICA") == "1":
            servers.append(replica.prepare(var, {**known, **servers[0].urls}))
        else:
            replica.remove(var)
    if not environment.get("REDIS_URL"):
        servers.append(valkey.prepare(var, known, durable=durable))
    known.setdefault("SECRET_KEY", addresses.new_secret())
    for server in servers:
        known.update(server.urls)
    addresses.save(var, known)
    return servers


def _wait_for(servers: list[Server], supervisor: Supervisor) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    for server in servers:
        while not server.answers():
            supervisor.check()
            if time.monotonic() > deadline:
                raise CannotStart(f"{server.program.name} does not answer: see its log in var/log")
            time.sleep(0.05)
