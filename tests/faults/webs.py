"""Web processes of our own beside the product's, on the same servers."""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx

from tarneeb_site.launcher import leftovers, paths
from tarneeb_site.launcher.execute import SERVED
from tarneeb_site.launcher.ports import free_port
from tarneeb_site.launcher.product import Product
from tests.faults.scene import PATIENCE_SECONDS, Scene


@dataclass
class Web:
    """A web process at an address."""

    url: str
    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    async def stop(self) -> None:
        """As an operator does."""
        self.process.terminate()
        await asyncio.to_thread(self.process.wait)


async def start_web(
    scene: Scene, more: Mapping[str, str], checkout: Path = paths.CHECKOUT, port: int | None = None
) -> Web:
    """One that answers. The launcher's own command, with `more` in its environment."""
    var, port = paths.var_directory(), port or free_port()
    environment = scene.environment() | SERVED | {leftovers.MARK: str(var), "PORT": str(port), **more}
    product = Product(var, environment)
    (web,) = (program for program in product.programs() if program.name == "web")
    with (paths.log_directory(var) / "faults-web.log").open("ab") as log:
        process = subprocess.Popen(web.command, cwd=checkout, env=environment, stdout=log, stderr=log)
    await _answers(product.url)
    return Web(product.url, process)


async def _answers(url: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    async with httpx.AsyncClient() as http:
        while True:
            try:
                await http.get(f"{url}/api/v1/rulesets/")
                return
            except httpx.TransportError:
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(0.05)
