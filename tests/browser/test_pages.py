"""Every page: axe in both directions (WCAG 2.2 AA and its best practices), the policy of each, no word of
English in another language, and none wider than a phone.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Response

from tests import english
from tests.browser.conftest import OpenContext
from tests.browser.pages import ALSO_DARK, ALSO_WIDE, walk
from tests.browser.site import CHECKOUT, DESKTOP, PHONE, Site, serving

AXE = (CHECKOUT / "games/frontend/node_modules/axe-core/axe.min.js").read_text()
RUN = "axe.run({resultTypes: ['violations']})"
AXED = ("en", "ar")  # the others look like English
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


@pytest.mark.parametrize("language", ["en", "ar", "es", "pt"])
def test_every_page_is_for_everybody(site: Site, open_context: OpenContext, language: str) -> None:
    policies: dict[str, str] = {}

    def note(response: Response) -> None:
        if response.request.is_navigation_request() and response.status != 302:
            policies[response.url] = response.headers.get("content-security-policy", "none at all")

    def opened() -> Any:
        context = open_context(PHONE, language)
        context.on("response", note)
        return context

    found: list[str] = []
    for name, page in walk(site, opened, language):
        assert page.evaluate("document.dir") == ("rtl" if language == "ar" else "ltr")
        found += foreign(name, page, language)
        if language not in AXED:
            continue
        found += violations(name, page)
        if name in ALSO_DARK:
            page.emulate_media(color_scheme="dark")
            found += violations(f"{name}, dark", page)
            page.emulate_media(color_scheme="light")
        if name in ALSO_WIDE:
            page.set_viewport_size(DESKTOP)
            found += violations(f"{name}, wide", page)
            page.set_viewport_size(PHONE)
    assert not found, "\n".join(found)
    lax = [url for url, policy in policies.items() if "unsafe" in policy or "script-src 'self'" not in policy]
    assert len(policies) > 20 and not lax


def foreign(name: str, page: Page, language: str) -> Iterator[str]:
    if page.evaluate("document.documentElement.lang") != language:
        yield f"{name}: another language"
    for phrase in english.found(page.evaluate(SHOWN), language) if language != "en" else ():
        yield f"{name}: English: {phrase}"
    if page.evaluate(TOO_WIDE):
        yield f"{name}: wider than a phone"


def violations(name: str, page: Page) -> Iterator[str]:
    page.evaluate(AXE)
    for rule in page.evaluate(RUN)["violations"]:
        for node in rule["nodes"]:
            yield f"{name}: {rule['id']} ({rule['help']}): {node['html'][:200]} {node['any'][:1]}"
