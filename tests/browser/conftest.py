"""Chromium for the tests, and a context for each person."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, ViewportSize, sync_playwright

from tests.browser.site import CHROMIUM, DESKTOP, FLAGS, NAMES, PHONE, Site

OpenContext = Callable[..., BrowserContext]


@pytest.fixture(scope="package")  # while it is open, a loop runs in this thread, and no other can
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        message = f"there is no {NAMES[0]}: install it to look at the pages in a browser"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


def _is_of_a_page_that_says_no(message: ConsoleMessage) -> bool:
    """By a 404 or 429 that a test went to; a file that is missing is another matter."""
    of_the_page = message.page is not None and message.location["url"] == message.page.url
    return of_the_page and "with a status of 4" in message.text


@pytest.fixture
def open_context(browser: Browser, site: Site) -> Iterator[OpenContext]:
    """A person's browser: how large, in which language. Whatever it complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not _is_of_a_page_that_says_no(message):
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
    assert not [text for text in complaints if "ERR_INTERNET_DISCONNECTED" not in text]
