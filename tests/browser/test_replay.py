"""A finished match looked back at: permalinks, its proof, and how smoothly thirty deals are gone through."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import OpenContext
from tests.browser.site import DESKTOP, PHONE, Site

OPEN_MS, FRAME_MS = 1_000, 50
LONG, SHORT = 150, 20  # points to play for: some 25 to 35 deals, and a few
# Seat S does the last thing that is legal, which bids thirteen; with "bot:easy" there, bots play alone.
PLAYED = """async ([target, south]) => {
  const headers = {"Content-Type": "application/json"};
  const post = async (path, body) => {
    headers["X-CSRFToken"] = document.cookie.match(/csrftoken=(\\w+)/)[1];
    return (await fetch(path, {method: "POST", headers, body: JSON.stringify(body)})).json();
  };
  await post("/api/v1/guests/", {});
  const seats = Object.fromEntries([..."NESW"].map((seat) => [seat, seat === "S" ? south : "bot:easy"]));
  const {id} = await post("/api/v1/matches/", {ruleset: {target}, seats});
  for (;;) {
    const {status, now} = await (await fetch(`/api/v1/matches/${id}/`)).json();
    if (status === "finished") return id;
    if (now.legal?.length) {
      await post(`/api/v1/matches/${id}/actions/`, now.legal.at(-1));
      continue;
    }
    await new Promise((again) => setTimeout(again, 200));
  }
}"""
STEP_ON = """async () => {
  const frames = [];
  let last = performance.now(), goesOn = true;
  const tick = (now) => { frames.push(now - last); last = now; if (goesOn) requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
  for (let step = 0; step < 150; step += 1) {
    document.querySelector("[data-press=on]").click();
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  }
  goesOn = false;
  return frames.sort((a, b) => a - b);
}"""


def a_match(page: Page, target: int, south: str = "bot:easy") -> str:
    page.goto("/")
    return f"/matches/{page.evaluate(PLAYED, [target, south])}/"


@pytest.fixture(scope="module")
def matches(browser: Browser, site: Site) -> Iterator[dict[int, str]]:
    """A long and a short match of four bots, finished."""
    with browser.new_context(base_url=site.url) as context:
        context.set_default_timeout(90_000)
        page = context.new_page()
        yield {target: a_match(page, target) for target in (SHORT, LONG)}


def held(page: Page) -> dict[str, int]:
    return {seat: page.locator(f"[data-seat={seat}] [data-held]").count() for seat in "NESW"}


def test_a_permalink_opens_at_its_step(open_context: OpenContext, matches: dict[int, str]) -> None:
    page = open_context(PHONE).new_page()
    page.goto(matches[SHORT])
    expect(page.locator("[data-result]")).to_be_visible()
    page.tap("[data-press=first]")
    while sum(held(page).values()) > 49:
        page.tap("[data-press=on]")
    at = page.locator("[data-at]").get_attribute("data-at")
    told = page.locator("[data-at]").inner_text()
    page.wait_for_url(f"**?at={at}")
    other = open_context(DESKTOP, "ar").new_page()
    other.goto(page.url)
    expect(other.locator("[data-at]")).to_have_attribute("data-at", str(at))
    assert held(other) == held(page)
    assert told
    other.select_option("[name=eyes]", "E")
    expect(other.locator("[data-held]")).to_have_count(held(page)["E"])
    expect(other.locator(".backs")).to_have_count(3)


def test_one_jumps_to_deals_and_tricks_and_lets_it_play(
    open_context: OpenContext, matches: dict[int, str]
) -> None:
    page = open_context(DESKTOP).new_page()
    page.goto(matches[LONG])
    page.select_option("[name=deal]", "3")
    assert held(page) == dict.fromkeys("NESW", 13)
    page.click("[data-trick='5']")
    assert held(page) == dict.fromkeys("NESW", 8)
    expect(page.locator(".trick.won .card")).to_have_count(4)
    page.select_option("[name=speed]", "4")
    page.click("[data-press=play]")
    page.wait_for_function("() => document.querySelectorAll('[data-held]').length < 28")
    page.click("[data-press=pause]")
    place = page.locator("input[type=range]")
    for key, value in (("Home", "0"), ("ArrowRight", "1"), ("ArrowLeft", "0")):
        page.locator("body").press(key)
        expect(place).to_have_value(value)
    page.locator("body").press("End")
    expect(page.locator("[data-result]")).to_be_visible()


def test_a_match_that_was_not_altered_is_proved(open_context: OpenContext, matches: dict[int, str]) -> None:
    page = open_context(PHONE, "ar").new_page()
    page.goto(matches[LONG])
    page.tap("[data-proof]")
    expect(page.locator("[data-proved=true]")).to_be_visible()
    expect(page.locator(".proof .good")).to_have_count(4)


def swap_two_cards(body: Any) -> None:
    """East's first card for North's, where they were dealt."""
    dealt = next((event for event in body["events"] if event["type"] == "deal_started"), None)
    if dealt:
        hands = dealt["data"]["hands"]
        hands["N"][0], hands["E"][0] = hands["E"][0], hands["N"][0]


def change_the_seed(body: Any) -> None:
    seed = body["server_seed"]
    body["server_seed"] = ("1" if seed[0] == "0" else "0") + seed[1:]


def play_another_card(body: Any) -> None:
    """One that the same player held and played later."""
    plays = [event["data"] for event in body["events"] if event["type"] == "card_played"]
    if plays:
        later = next(data for data in plays[1:] if data["seat"] == plays[0]["seat"])
        plays[0]["card"], later["card"] = later["card"], plays[0]["card"]


@pytest.mark.parametrize(
    ("call", "alter", "wrong"),
    [
        (r".*/events/.*", swap_two_cards, {1, 2}),
        (r".*/fairness/", change_the_seed, {0, 1}),
        (r".*/events/.*", play_another_card, {2}),
    ],
)
def test_what_was_altered_is_found(
    open_context: OpenContext, matches: dict[int, str], call: str, alter: Any, wrong: set[int]
) -> None:
    page = open_context().new_page()

    def answer(route: Route) -> None:
        response = route.fetch()
        body = response.json()
        alter(body)
        route.fulfill(response=response, body=json.dumps(body))

    page.route(re.compile(call), answer)
    page.goto(f"{matches[SHORT]}?at=1")
    page.click("[data-proof]")
    expect(page.locator("[data-proved=false]")).to_be_visible()
    lines = page.locator(".proof li")
    assert {place for place in range(3) if lines.nth(place).locator(".bad").count()} == wrong


def test_a_step_is_shared_as_a_picture_and_the_match_as_a_file(
    open_context: OpenContext, matches: dict[int, str]
) -> None:
    page = open_context(accept_downloads=True).new_page()
    page.goto(f"{matches[SHORT]}?at=30")
    page.click("[data-share]")
    with page.expect_download() as picture:
        page.click("[data-save]")
    assert picture.value.path().read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    with page.expect_download() as export:
        page.click("[data-export]")
    assert json.loads(export.value.path().read_text())["events"][-1]["type"] == "match_finished"


@pytest.mark.alone
def test_thirty_deals_open_soon_and_step_smoothly(
    open_context: OpenContext, matches: dict[int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    page = open_context(PHONE).new_page()
    page.goto(f"{matches[LONG]}?at=60")
    page.wait_for_selector("[data-at]")
    opened = page.evaluate("performance.now()")
    stops = page.locator("input[type=range]").get_attribute("max")
    frames = page.evaluate(STEP_ON)
    middle, late, worst = frames[len(frames) // 2], frames[len(frames) * 95 // 100], frames[-1]
    with capsys.disabled():
        print(
            f"\nreplay of {stops} stops open after {opened:.0f} ms; 150 steps, {len(frames)} frames: "
            f"median {middle:.1f}, 95 % {late:.1f}, worst {worst:.1f} ms"
        )
    assert opened < OPEN_MS
    assert middle < FRAME_MS
