"""The page of the API shows every call and makes them, within the Content-Security-Policy."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenContext
from tests.shapes import calls

PATHS = ".opblock-summary-path"


def test_it_lists_every_call(open_context: OpenContext) -> None:
    page = open_context().new_page()
    page.goto("/api/v1/docs/")
    expect(page.locator(".opblock-summary")).to_have_count(len(calls()))
    listed = {
        (method, path.replace("\u200b", ""))
        for method, path in zip(
            page.locator(".opblock-summary-method").all_inner_texts(),
            page.locator(PATHS).all_inner_texts(),
            strict=True,
        )
    }
    assert listed == set(calls())


def test_a_call_can_be_tried(open_context: OpenContext) -> None:
    page = open_context().new_page()
    page.goto("/api/v1/docs/")
    block = page.locator("#operations-guests-post_guests")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()
    expect(block.locator(".live-responses-table .response-col_status").last).to_contain_text("201")
