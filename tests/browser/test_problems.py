"""Problems tried in a browser: a choice, its verdict, the next one; by tap and by keyboard."""

import re
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenContext
from tests.browser.play import register
from tests.browser.site import DESKTOP, PHONE, Site

CHOICES = ".hand .card.legal, .choices button"


@pytest.fixture(scope="module", autouse=True)
def _problems(site: Site) -> None:
    site.run("tests.browser.puzzles")


def api(page: Page, path: str) -> Any:
    return page.request.get(f"/api/v1/problems/{path}/").json()


def test_the_problem_of_the_day_is_solved_by_tapping(open_context: OpenContext) -> None:
    page = open_context(PHONE, "ar").new_page()
    page.goto("/problems/")
    page.wait_for_url("**/ar/problems/")
    page.wait_for_selector(CHOICES)
    daily = api(page, "daily")
    expect(page.locator("[data-problem]")).to_have_attribute("data-problem", daily["id"])
    legal = [action["card"] for action in daily["now"]["legal"]]
    assert page.locator(".hand .legal").count() == len(legal)
    page.tap("[data-deal-so-far]")
    expect(page.locator("dialog .calls-line li")).to_have_count(len(daily["state"]["deal"]["calls"]) + 1)
    expect(page.locator("dialog .tricks li")).to_have_count(len(daily["played"]))
    page.keyboard.press("Escape")
    page.tap(f".hand [data-card={legal[-1]}]")  # as the judge was told
    expect(page.locator("[data-solved=true]")).to_be_visible()
    expect(page.locator(".judged [data-rating]")).to_have_count(0)
    expect(page.locator(f".said-best[data-card={legal[-1]}]")).to_be_visible()


def test_a_wrong_choice_costs_rating_and_is_shown(open_context: OpenContext, site: Site) -> None:
    page = open_context(DESKTOP).new_page()
    register(page, site, f"solver-{uuid4().hex[:8]}")
    page.goto("/problems/")
    page.wait_for_selector(CHOICES)
    expect(page.locator("[data-own-rating]")).to_have_text("–")
    daily = api(page, "daily")
    worst = daily["now"]["legal"][0]["card"]
    page.locator(f".hand [data-card={worst}]").press("Enter")
    verdict = page.locator("[data-solved=false]")
    expect(verdict).to_contain_text("points lost: 2.5")
    expect(page.locator(f".said-bad.chosen[data-card={worst}]")).to_be_visible()
    rating = page.locator(".judged [data-rating]").get_attribute("data-rating")
    expect(page.locator("[data-own-rating]")).to_have_text(str(rating))
    page.click("[data-next]")
    page.wait_for_url(re.compile("/en/problems/[A-Z0-9]{6}/$"))
    page.wait_for_selector(CHOICES)
    other = page.locator("[data-problem]").get_attribute("data-problem")
    assert other != daily["id"]
    page.reload()
    page.wait_for_selector(CHOICES)
    expect(page.locator("[data-problem]")).to_have_attribute("data-problem", str(other))
    expect(page.locator("[data-own-rating]")).to_have_text(str(rating))
    page.locator(CHOICES).first.click()
    page.click("[data-replay]")
    page.wait_for_url("**/matches/*/?at=*")
    expect(page.locator("[data-at]")).to_be_visible()


def test_a_problem_that_is_none(open_context: OpenContext) -> None:
    page = open_context(PHONE).new_page()
    answer = page.goto("/problems/NOTONE/")
    assert answer is not None and answer.status == 404
