"""Whole matches: a new person on every kind of screen in both directions, and four people at one table."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import OpenContext
from tests.browser.play import (
    How,
    begin_with_bots,
    can_choose,
    choose,
    fits,
    play_to_the_end,
    register,
)
from tests.browser.site import DESKTOP, PHONE, Site

RESIGN = """async () => (await fetch(`/api/v1${location.pathname}actions/`, {
  method: "POST",
  headers: {"Content-Type": "application/json", "X-CSRFToken": document.cookie.match(/csrftoken=(\\w+)/)[1]},
  body: JSON.stringify({action: "resign"}),
})).status"""


def seat(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(f".plate[data-seat={name}]").bounding_box()
    assert box
    return box["x"], box["y"]


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize(("size", "how"), [(PHONE, "tap"), (DESKTOP, "key")])
def test_a_new_person_registers_and_plays_a_match(
    open_context: OpenContext, site: Site, size: ViewportSize, how: How, language: str
) -> None:
    page = open_context(size, language).new_page()
    register(page, site, f"Zeinab-{language}-{size['width']}")
    begin_with_bots(page, "kaboot-31")
    expect(page.locator(".hand .card")).to_have_count(13)
    assert page.evaluate("document.dir") == ("rtl" if language == "ar" else "ltr")
    assert seat(page, "N")[1] < seat(page, "S")[1]
    assert seat(page, "W")[0] < seat(page, "E")[0]  # the table is never mirrored
    assert fits(page)
    play_to_the_end(page, how)
    expect(page.locator("[data-result]")).to_contain_text("You" if language == "en" else "تم")
    if size == PHONE:
        page.locator("[data-score]").tap()
        expect(page.locator("dialog .scores tbody tr").first).to_be_visible()
        page.keyboard.press("Escape")
        page.locator("[data-rematch]").tap()
        expect(page.locator(".hand .card")).to_have_count(13)


def test_four_people_play_together(open_context: OpenContext) -> None:
    """A deal; then a side resigns, for with four windows a whole match takes minutes."""
    pages = [open_context(size).new_page() for size in (PHONE, DESKTOP, PHONE, DESKTOP)]
    host, *friends = pages
    host.goto("/")
    host.select_option("#table-ruleset", "kaboot-31")
    host.select_option("#table-clock", "slow")
    host.click("form[data-form=table] button")
    host.wait_for_selector("[data-fill]")
    for page, name in zip(friends, "WNE", strict=True):
        page.goto(host.url)
        page.click(f"[data-sit={name}]")
        expect(page.locator("[data-sit]")).to_have_count(0)
    for page in pages:
        expect(page.locator(".hand .card")).to_have_count(13)
    hands = [card.get_attribute("data-card") for page in pages for card in page.locator(".hand .card").all()]
    assert len(set(hands)) == 52
    while not host.locator(".scores tbody tr").count():
        for page in pages:
            if can_choose(page):
                choose(page, "enter")
    for page in friends[::2]:
        assert page.evaluate(RESIGN) == 201
    results = set()
    for page in pages:
        expect(page.locator("[data-result]")).to_be_visible()
        results.add(page.locator("[data-result]").get_attribute("data-result"))
    assert len(results) == 1
