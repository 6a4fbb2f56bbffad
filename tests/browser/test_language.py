"""The language is switched where one is, and the page stays."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenContext
from tests.browser.play import begin_with_bots
from tests.browser.site import PHONE


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
