"""A newcomer learns the game: from the home page to the end of a first deal, with a coach beside."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenContext
from tests.browser.play import choose, fits
from tests.browser.site import PHONE


def test_a_newcomer_plays_a_first_deal_in_arabic_on_a_phone(open_context: OpenContext) -> None:
    page = open_context(PHONE, "ar").new_page()
    page.goto("/")
    page.locator("main a[href='/ar/learn/']").tap()
    expect(page.locator("h1")).to_have_text("تعلّم الطرنيب في توزيعة واحدة")
    assert fits(page)
    page.locator("form[data-form=learn] button").tap()
    page.wait_for_url("**/matches/*/#learn")
    page.wait_for_selector(".choices .bid")
    expect(page.locator(".coach")).to_contain_text("أطول نوع معك")
    page.locator(".choices .bid").last.tap()
    page.wait_for_selector(".trumps button")
    expect(page.locator(".coach")).to_contain_text("طلبك هو الأعلى")
    page.locator(".trumps button").first.tap()
    expect(page.locator(".coach[data-hint=leading]")).to_contain_text("أنت تبدأ اللمّة")
    while page.locator(".coach[data-hint=over]").count() == 0:
        assert choose(page, "tap")
        assert fits(page)
    expect(page.locator(".coach a")).to_have_attribute("href", "/#seek-title")
    page.locator(".coach .quiet").tap()
    expect(page.locator(".coach")).to_have_count(0)


def test_without_a_lesson_nobody_is_coached(open_context: OpenContext) -> None:
    page = open_context(PHONE).new_page()
    page.goto("/learn/")
    page.locator("form[data-form=learn] button").tap()
    page.wait_for_selector(".coach")
    page.goto(page.url.removesuffix("#learn") + "?")
    page.wait_for_selector(".hand .card")
    expect(page.locator(".coach")).to_have_count(0)
