"""The whole service on a port of its own, and Chromium to look at it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, sync_playwright

CHECKOUT = Path(__file__).resolve().parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
PHONE, DESKTOP = (390, 844), (1440, 900)
SETTINGS = {"PORT": "0", "HOST": "127.0.0.1", "TARNEEB_BOT_DELAY_MS": "0", "TARNEEB_THROTTLES": "off"}

OpenContext = Callable[..., BrowserContext]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Site"]:
    var = tmp_path_factory.mktemp("site")
    foreign = {"DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SECRET_KEY"}
    environment = {name: value for name, value in os.environ.items() if name not in foreign}
    command = [sys.executable, "-m", "tarneeb_site.launcher", "serve"]
    with subprocess.Popen(
        command,
        cwd=CHECKOUT,
        env=environment | SETTINGS | {"TARNEEB_VAR": str(var)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        lines: list[str] = []
        while not (found := re.search(r"http://\S+?(?=/?\s)", "".join(lines[-1:]))):
            lines.append(process.stdout.readline())
            assert lines[-1], "".join(lines)
        yield Site(found[0], var)
        process.terminate()


class Site:
    def __init__(self, url: str, var: Path) -> None:
        self.url = url
        self._mail = var / "mail"

    def link_in_mail(self, path: str) -> str:
        """The newest mail's link to an address that begins with `path`."""
        newest = max(self._mail.iterdir(), key=lambda file: file.stat().st_mtime_ns)
        found = re.search(rf"http://\S+?({re.escape(path)}\S+)", newest.read_text())
        assert found
        return self.url + found[1]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        message = f"there is no {NAMES[0]}: install it to look at the pages in a browser"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=found, args=FLAGS)


@pytest.fixture
def open_context(browser: Browser, site: Site) -> Iterator[OpenContext]:
    """A person's browser: how large, in which language. Whatever it complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def opened(size: tuple[int, int] = DESKTOP, language: str = "en", **more: Any) -> BrowserContext:
        width, height = size
        context = browser.new_context(
            base_url=site.url,
            viewport={"width": width, "height": height},
            has_touch=size == PHONE,
            locale=language,
            **more,
        )
        context.set_default_timeout(15_000)
        context.on("console", hear)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        contexts.append(context)
        return context

    yield opened
    for context in contexts:
        context.close()
    assert not [text for text in complaints if "ERR_INTERNET_DISCONNECTED" not in text]
