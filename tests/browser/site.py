"""The service as `make serve` starts it, with a port and data of its own; and Chromium to look at it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tarneeb_site.launcher.ports import free_port, is_free

if TYPE_CHECKING:  # tests without a browser need the service too
    from playwright.sync_api import ViewportSize

CHECKOUT = Path(__file__).resolve().parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
PHONE: "ViewportSize" = {"width": 390, "height": 844}
DESKTOP: "ViewportSize" = {"width": 1440, "height": 900}
PROCESSES = 7  # web, two clocks, two for turns, default, analysis
SETTINGS = {"PORT": "0", "HOST": "127.0.0.1", "TARNEEB_IDLE_WORK": "off"}


class Site:
    def __init__(self, url: str, var: Path, first_metrics_port: int) -> None:
        self.url = url
        self.first_metrics_port = first_metrics_port
        self._var = var
        self._mail = var / "mail"

    @property
    def environment(self) -> dict[str, str]:
        """For programs of ours on the site's own data."""
        return _own_environment(self._var) | {"TARNEEB_URL": self.url}

    def run(self, module: str) -> None:
        """A program of ours on the site's own data."""
        command = [sys.executable, "-m", module]
        subprocess.run(command, cwd=CHECKOUT, env=self.environment, check=True, timeout=120)

    def link_in_mail(self, path: str) -> str:
        """The newest mail's link to an address that begins with `path`."""
        newest = max(self._mail.iterdir(), key=lambda file: file.stat().st_mtime_ns)
        found = re.search(rf"http://\S+?({re.escape(path)}\S+)", newest.read_text())
        assert found
        return self.url + found[1]


def _own_environment(var: Path) -> dict[str, str]:
    """With the embedded servers of `var`, whatever servers the tests themselves use."""
    foreign = {"DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SECRET_KEY"}
    environment = {name: value for name, value in os.environ.items() if name not in foreign}
    return environment | {"TARNEEB_VAR": str(var)}


def _ports_in_a_row(count: int) -> int:
    """The first of free ones."""
    while True:
        first = free_port()
        if first + count < 65536 and all(is_free("127.0.0.1", port) for port in range(first, first + count)):
            return first


@contextmanager
def serving(
    var: Path, throttles: str, bot_delay_ms: int = 0, more: Mapping[str, str] | None = None
) -> Iterator[Site]:
    """The service while it is needed; `throttles` is on or off, `more` is its environment besides."""
    environment = _own_environment(var)
    measured = _ports_in_a_row(PROCESSES)
    with subprocess.Popen(
        [sys.executable, "-m", "tarneeb_site.launcher", "serve"],
        cwd=CHECKOUT,
        env=environment
        | SETTINGS
        | {"TARNEEB_THROTTLES": throttles, "TARNEEB_BOT_DELAY_MS": str(bot_delay_ms)}
        | {"TARNEEB_METRICS_LISTEN": f"127.0.0.1:{measured}"}
        | dict(more or {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        lines: list[str] = []
        while not (found := re.search(r"http://\S+?(?=/?\s)", "".join(lines[-1:]))):
            lines.append(process.stdout.readline())
            assert lines[-1], "".join(lines)
        try:
            yield Site(found[0], var, measured)
        finally:
            process.terminate()
