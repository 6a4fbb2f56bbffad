"""Every page in other languages than English: all of it, and no wider than a phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests import english
from tests.browser.conftest import OpenContext
from tests.browser.pages import walk
from tests.browser.play import begin_with_bots
from tests.browser.site import PHONE, Site, serving

# What is read out too.
SHOWN = """() => {
  const names = ["aria-label", "title", "placeholder"];
  const labelled = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())];
  const labels = labelled.flatMap((element) => names.map((name) => element.getAttribute(name)));
  return [document.title, document.body.innerText, ...labels].join("\\n");
}"""
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """With its limits, since one of the pages says that they were reached."""
    with serving(tmp_path_factory.mktemp("site"), throttles="on") as site:
        yield site


@pytest.mark.parametrize("language", ["ar", "es", "pt"])
def test_every_page_speaks_the_language(site: Site, open_context: OpenContext, language: str) -> None:
    wrong: list[str] = []
    for name, page in walk(site, lambda: open_context(PHONE, language), language):
        wrong += complaints(name, page, language)
    assert not wrong, "\n".join(wrong)


def complaints(name: str, page: Page, language: str) -> Iterator[str]:
    if page.evaluate("document.documentElement.lang") != language:
        yield f"{name}: another language"
    for phrase in english.found(page.evaluate(SHOWN), language):
        yield f"{name}: English: {phrase}"
    if page.evaluate(TOO_WIDE):
        yield f"{name}: wider than a phone"


def test_the_language_is_switched_where_one_is(open_context: OpenContext) -> None:
    page = open_context(PHONE).new_page()
    page.goto("/rules/?from=mail")
    page.tap("footer [lang=ar]")
    page.wait_for_url("**/ar/rules/?from=mail")
    page.goto("/")
    page.wait_for_url("**/ar/")
    begin_with_bots(page, "levant-41")
    table = page.url
    page.tap("[data-settings]")
    page.tap("dialog [lang=pt]")
    expect(page.locator("html")).to_have_attribute("lang", "pt")
    assert page.url == table
    expect(page.locator("[data-settings]")).to_have_text("Ajustes")
