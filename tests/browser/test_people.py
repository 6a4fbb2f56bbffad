"""Pages about people, in use: the chart, what one does about a player, tokens, watching."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenContext
from tests.browser.pages import PLAYERS
from tests.browser.play import PASSWORD, begin_with_bots, fits, register
from tests.browser.site import DESKTOP, PHONE, Site

PLAYER = PLAYERS[1]
HISTORY = f"/api/v1/players/{PLAYER}/rating-history/?ladder=levant-41"
TABLE = """() => [...document.querySelectorAll("#points tbody tr")].map((row) => ({
  match: row.dataset.match,
  at: row.querySelector("time").dateTime,
  figures: [...row.querySelectorAll("td")].flatMap((cell) => cell.innerText.split(" ± ")),
}))"""

FILLS = "() => document.querySelector('.uplot').clientWidth === document.querySelector('.chart').clientWidth"
# How wide what stands to the left of the plot is.
AXIS = "document.querySelector('.u-over').offsetLeft"


@pytest.fixture
def played(site: Site) -> None:
    site.run("tests.browser.season")


def points(page: Page) -> list[Any]:
    """As the API has them, page by page."""
    found: list[Any] = []
    address: str | None = f"{HISTORY}&limit=7"
    while address:
        answer = page.request.get(address).json()
        found += answer["results"]
        address = answer["next"]
    return found


def readings(page: Page) -> Iterator[str]:
    """What the chart says of each place, from its left to its right."""
    box = page.locator(".chart .u-over").bounding_box()
    assert box
    for x in range(int(box["width"])):
        page.mouse.move(box["x"] + x, box["y"] + box["height"] / 2)
        yield page.locator(".reading b").inner_text()


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_chart_plots_what_the_api_says(open_context: OpenContext, language: str) -> None:
    page = open_context(DESKTOP, language).new_page()
    page.goto(f"/players/{PLAYER}/")
    page.wait_for_selector(".chart canvas")
    page.click("#history summary")
    expected = points(page)
    assert len(expected) > 10
    table = page.evaluate(TABLE)
    assert [(row["match"], row["at"]) for row in table] == [(each["match"], each["at"]) for each in expected]
    signs = ["−" if each["change"] < 0 else "+" for each in expected]
    assert [row["figures"] for row in table] == [
        [str(each["rating"]), str(each["deviation"]), f"{sign}{abs(each['change'])}"]
        for each, sign in zip(expected, signs, strict=True)
    ]
    drawn: list[str] = []
    for reading in readings(page):
        if not drawn or drawn[-1] != reading:
            drawn.append(reading)
    in_order = [str(each["rating"]) for each in expected]
    plotted = [rating for place, rating in enumerate(in_order) if place == 0 or in_order[place - 1] != rating]
    assert drawn == (plotted[::-1] if language == "ar" else plotted)


@pytest.mark.usefixtures("played")
def test_the_chart_fits_any_screen_and_has_its_axis_where_reading_begins(open_context: OpenContext) -> None:
    for language in ("en", "ar"):
        page = open_context(PHONE, language).new_page()
        page.goto(f"/players/{PLAYER}/")
        page.wait_for_selector(".chart canvas")
        for size in (PHONE, DESKTOP, PHONE):
            page.set_viewport_size(size)
            page.wait_for_function(FILLS)
            assert fits(page)
            assert (page.evaluate(AXIS) > 40) == (language == "en")


@pytest.mark.usefixtures("played")
def test_one_follows_blocks_and_reports(open_context: OpenContext, site: Site) -> None:
    page = open_context(PHONE).new_page()
    register(page, site, "Dealer")
    for was in (False, True):  # the second visit finds what the first has left
        page.goto(f"/players/{PLAYER}/")
        page.tap("[data-follow]")
        page.tap("[data-block]")
        expect(page.locator("[data-follow]")).to_have_text("Follow" if was else "Unfollow")
        expect(page.locator("[data-block]")).to_have_text("Block" if was else "Unblock")
        profile = page.request.get(f"/api/v1/players/{PLAYER}/").json()
        assert (profile["followed"], profile["blocked"]) == (not was, not was)
    page.tap("[data-report]")
    page.tap(".report button")
    expect(page.locator("#dealings [role=status]")).to_contain_text("Thank you")
    assert fits(page)


def test_a_token_is_made_shown_once_used_and_revoked(open_context: OpenContext, site: Site) -> None:
    page = open_context(PHONE).new_page()
    register(page, site, "Maker")
    page.goto("/developers/")
    expect(page.locator("#tokens")).to_contain_text("none yet")
    page.fill("#token-name", "my bot")
    page.fill("#token-password", PASSWORD)
    page.uncheck("[name=scopes][value=play]")
    page.tap("#tokens form button")
    secret = page.locator("[data-secret]").inner_text()
    expect(page.locator("[data-token]")).to_contain_text("my bot")
    expect(page.locator("[data-token]")).to_contain_text("Not used yet")
    bearer = {"Authorization": f"Bearer {secret}"}
    stranger = open_context().request
    assert stranger.get("/api/v1/account/", headers=bearer).json()["scopes"] == ["read"]
    page.reload()
    expect(page.locator("[data-token]")).to_contain_text("Last used")
    assert secret not in page.content()
    page.on("dialog", lambda dialog: dialog.accept())
    page.tap("[data-token] button")
    expect(page.locator("[data-token]")).to_have_count(0)
    assert stranger.get("/api/v1/account/", headers=bearer).status == 401


def test_a_running_match_is_there_to_watch(open_context: OpenContext) -> None:
    watcher, host = open_context(PHONE).new_page(), open_context().new_page()
    watcher.goto("/")
    watcher.locator("main a[href$='/watch/']").tap()
    watcher.wait_for_selector("#running > *")
    host.goto("/")
    host.select_option("#table-visibility", "public")
    host.click("form[data-form=table] button")
    host.click("[data-fill]")
    host.wait_for_selector(".hand .card")
    link = watcher.locator(f"#running a[href$='{host.url.split('/')[-2]}/']")
    expect(link).to_contain_text("Watch")
    link.tap()
    watcher.wait_for_selector(".backs")


def test_a_guest_finds_their_matches(open_context: OpenContext) -> None:
    page = open_context(PHONE).new_page()
    begin_with_bots(page, "levant-41")
    match = page.url.split("/")[-2]
    page.goto("/")
    page.locator("main a[href$='/matches/']").tap()
    expect(page.locator(f".matches a[href$='{match}/']")).to_contain_text("Running")
    page.select_option("[name=status]", "finished")
    page.tap(".filter button")
    expect(page.locator(".matches a")).to_have_count(0)
    assert page.locator("[name=status]").input_value() == "finished"
    assert fits(page)
