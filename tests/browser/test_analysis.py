"""A finished match analysed for who asks: marks, the better card, turning points; and lines of one's own."""

import re
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import OpenContext
from tests.browser.play import register
from tests.browser.site import DESKTOP, PHONE, Site
from tests.browser.test_replay import a_match

FEW = 10  # points to play for: a deal or two, and the first bid of thirteen is a mistake
ANALYSED_MS = 180_000
MARKED = 0.5


@pytest.fixture(scope="module")
def match(browser: Browser, site: Site) -> str:
    with browser.new_context(base_url=site.url) as context:
        context.set_default_timeout(90_000)
        return a_match(context.new_page(), FEW, south="me")


def api(page: Page, path: str) -> Any:
    return page.request.get(f"/api/v1{path}").json()


def first_deal(page: Page, match: str) -> int:
    events = api(page, f"{match}events/")["events"]
    return next(int(event["seq"]) for event in events if event["type"] == "deal_started")


def test_a_match_is_analysed_for_who_asks(open_context: OpenContext, site: Site, match: str) -> None:
    page = open_context(DESKTOP).new_page()
    page.goto(f"{match}?at=1")
    page.click("[data-tab-analysis]")
    expect(page.locator("[data-analyse]")).to_have_count(0)
    expect(page.locator(".analysis a.button")).to_have_attribute("href", re.compile("/account/login/"))
    register(page, site, f"analyst-{uuid4().hex[:8]}")
    page.goto(f"{match}?at=1")
    page.click("[data-tab-analysis]")
    page.click("[data-analyse]")
    expect(page.locator(".analysis progress")).to_be_visible()
    expect(page.locator("[data-analysis=done]")).to_be_visible(timeout=ANALYSED_MS)
    body = api(page, f"{match}analysis/")
    for seat in "NESW":
        whole = f"{int(body['accuracy'][seat]['accuracy'] + 0.5)}%"
        expect(page.locator(f"[data-accuracy={seat}] td").first).to_have_text(whole)
        expect(page.locator(f".plate[data-seat={seat}] .accuracy-of")).to_have_text(whole)
    expect(page.locator(".contracts tbody tr")).to_have_count(4)
    page.click("[data-next-mistake]")
    judged = [each for deal in body["deals"] for each in [*deal["calls"], *deal["cards"]]]
    first = next(each for each in judged if each["lost"] >= MARKED)
    expect(page.locator(f"[data-judged='{first['seq']}'] [data-grade]")).to_be_visible()
    page.click(".tabs button >> nth=0")
    marked = [each for each in judged if each["lost"] >= MARKED and each["seq"] < end_of_first(body)]
    expect(page.locator(".side [data-step] [data-grade]")).to_have_count(len(marked))


def end_of_first(body: Any) -> int:
    return int(body["deals"][1]["seq"]) if len(body["deals"]) > 1 else 10**6


@pytest.fixture
def analysed(open_context: OpenContext, match: str) -> tuple[Page, str, Any]:
    """A phone with the match that the first test had analysed."""
    page = open_context(PHONE).new_page()
    page.goto(match)
    body = api(page, f"{match}analysis/")
    assert body["status"] == "done", body["status"]
    return page, match, body


def test_the_graph_and_the_marks_lead_to_their_steps(analysed: tuple[Page, str, Any]) -> None:
    page, match, body = analysed
    page.goto(f"{match}?at=1")
    graph = page.locator(".course-graph .u-over")
    box = graph.bounding_box()
    assert box
    graph.click(position={"x": box["width"] - 2, "y": box["height"] / 2})
    place = page.locator("input[type=range]")
    assert int(place.input_value()) > int(place.get_attribute("max") or 0) - 8
    page.tap("[data-scope-deal]")
    expect(page.locator("[data-course=deal] canvas")).to_be_visible()
    cards = [card for deal in body["deals"] for card in deal["cards"] if card["better"]]
    worst = max(cards, key=lambda card: card["lost"])
    page.goto(f"{match}?at={worst['seq'] - 1}")
    page.tap("[data-press=on]")
    expect(page.locator(f"[data-judged='{worst['seq']}'] [data-lost]")).to_be_visible()
    expect(page.locator(f".plate[data-seat={worst['seat']}] .better")).to_have_attribute(
        "data-held", worst["better"]
    )
    page.tap("[data-better]")
    expect(page.locator(f"[data-line={worst['better']}]")).to_be_visible()


def test_one_plays_another_line(open_context: OpenContext, match: str) -> None:
    page = open_context(DESKTOP).new_page()
    page.goto(match)
    page.goto(f"{match}?at={first_deal(page, match)}")
    page.click("[data-try]")
    page.locator(".choices .bid").last.click()
    page.locator(".trumps button").first.click()
    for _card in range(4):
        held = page.locator(".hand .card").count()
        page.locator(".hand .card.legal").first.click()
        page.wait_for_function(
            "n => document.querySelectorAll('.hand .card').length !== n || n === 13", arg=held
        )
        page.wait_for_selector(".hand .card.legal")
    line = page.locator("[data-line]").get_attribute("data-line") or ""
    assert re.fullmatch(r"\d+(NT)?,S(,[SHDC].){4}", line)
    expect(page.locator(".trick.won .card")).to_have_count(4)
    assert page.locator("[data-held]").count() == 48
    other = open_context(PHONE, "ar").new_page()
    other.goto(page.url)
    expect(other.locator(f"[data-line='{line}']")).to_be_visible()
    expect(other.locator("[data-held]")).to_have_count(48)
    page.locator("body").press("ArrowLeft")
    expect(page.locator("[data-line]")).to_have_attribute("data-line", line.rpartition(",")[0])
    page.click("[data-back]")
    expect(page.locator("[data-at]")).to_be_visible()
    assert page.locator("[data-held]").count() == 52
    assert "line" not in page.url
