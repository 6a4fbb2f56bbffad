"""The service and Chromium for the tests: one of each, and a context for each person."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, ViewportSize, sync_playwright

from tests.browser.site import CHROMIUM, DESKTOP, FLAGS, NAMES, PHONE, Site, serving

OpenContext = Callable[..., BrowserContext]

# Asked for by the tests: to be offline, and pages that say no.
MEANT = ("ERR_INTERNET_DISCONNECTED", "status of 404", "status of 429")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site"), throttles="off") as site:
        yield site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        message = f"there is no {NAMES[0]}: install it to look at the pages in a browser"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


@pytest.fixture
def open_context(browser: Browser, site: Site) -> Iterator[OpenContext]:
    """A person's browser: how large, in which language. Whatever it complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def opened(size: ViewportSize = DESKTOP, language: str = "en", **more: Any) -> BrowserContext:
        context = browser.new_context(
            base_url=site.url,
            viewport=size,
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
    assert not [text for text in complaints if not any(meant in text for meant in MEANT)]
