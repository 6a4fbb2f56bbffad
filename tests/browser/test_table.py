"""Watching without hands, sitting down by a link, and absences of every kind."""

import json
import time
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import OpenContext
from tests.browser.play import CHOICES, begin_with_bots, choose, play_to_the_tricks
from tests.browser.site import PHONE

ABSENCE_MS = 10_000
EQUAL = (".hand .card", ".hand .card.legal", ".felt .trick:not(.won) .card", ".choices button")
# With two bots, and a clock that one has to keep up with.
OPEN_A_HASTY_TABLE = """async () => {
  const csrf = document.cookie.match(/csrftoken=(\\w+)/)[1];
  const seats = {S: "me", E: "bot:easy", W: "bot:easy"};
  const body = JSON.stringify({ruleset: "levant-41", seats, clock: {turn_seconds: 2, bank_seconds: 0}});
  const headers = {"Content-Type": "application/json", "X-CSRFToken": csrf};
  return (await (await fetch("/api/v1/matches/", {method: "POST", headers, body})).json()).id;
}"""


def test_a_spectator_sees_no_hand(open_context: OpenContext) -> None:
    host = open_context().new_page()
    host.goto("/")
    host.select_option("#table-visibility", "public")
    host.click("form[data-form=table] button")
    host.click("[data-fill]")
    host.wait_for_selector(".hand .card")
    watcher = open_context().new_page()
    frames: list[Any] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(json.loads(frame)))

    watcher.on("websocket", listen)
    watcher.goto("/")
    watcher.click(f"#tables a[href='{host.url.removeprefix(host.url.split('/matches')[0])}']")
    expect(watcher.locator(".backs")).to_have_count(4)
    expect(watcher.locator("[data-card]")).to_have_count(0)
    snapshot = next(frame for frame in frames if frame["type"] == "snapshot")
    assert set(snapshot["state"]["deal"]["hands"].values()) == {None}
    assert snapshot["now"]["legal"] == []


def test_a_friend_sits_down_by_the_link(open_context: OpenContext) -> None:
    host = open_context(PHONE).new_page()
    host.goto("/")
    host.locator("form[data-form=table] button").tap()
    host.wait_for_selector("[data-fill]")
    friend = open_context(PHONE, "ar").new_page()
    friend.goto(host.url)
    friend.locator("[data-sit=N]").tap()
    expect(host.locator("[data-seat=N]")).to_contain_text("guest")
    host.locator("[data-fill]").tap()
    for page in (host, friend):
        expect(page.locator(".hand .card")).to_have_count(13)
    assert {card.get_attribute("data-card") for card in friend.locator(".hand .card").all()}.isdisjoint(
        card.get_attribute("data-card") for card in host.locator(".hand .card").all()
    )


def a_hasty_table(open_context: OpenContext) -> tuple[Page, Page]:
    """Its host, who had better not be slow, and a friend."""
    host, friend = (open_context(PHONE).new_page() for _person in range(2))
    begin_with_bots(host, "levant-41")
    host.goto(f"/matches/{host.evaluate(OPEN_A_HASTY_TABLE)}/")
    friend.goto(host.url)
    friend.locator("[data-sit=N]").tap()
    friend.wait_for_selector(".hand .card")
    return host, friend


def test_who_was_too_slow_takes_the_seat_back_from_the_bot(open_context: OpenContext) -> None:
    host, friend = a_hasty_table(open_context)
    while not host.locator("[data-reclaim]").count():
        assert choose(friend, "tap")
    host.locator("[data-reclaim]").tap()
    expect(host.locator("[data-reclaim]")).to_have_count(0)
    expect(host.locator("[data-seat=S]")).to_contain_text("guest")


def test_who_was_offline_in_a_trick_comes_back_to_it(open_context: OpenContext) -> None:
    here = open_context(PHONE)
    page = here.new_page()
    begin_with_bots(page, "levant-41")
    other = open_context(storage_state=here.storage_state()).new_page()
    other.goto(page.url)
    play_to_the_tricks(page)
    here.set_offline(True)
    expect(page.locator("[data-condition=away]")).to_be_visible()
    expect(page.locator(".hand .card.legal")).to_have_count(0)
    other.wait_for_selector(".hand .card.legal")
    choose(other, "click")
    page.wait_for_timeout(ABSENCE_MS)
    here.set_offline(False)
    expect(page.locator("[data-condition=open]")).to_be_visible()
    expect(other.locator(".hand .card.legal").first).to_be_visible()
    for place in (".hand .card", ".felt .trick .card"):
        expect(page.locator(place)).to_have_count(other.locator(place).count())
    choose(page, "tap")
    expect(other.locator(".hand .card")).to_have_count(page.locator(".hand .card").count())


def test_who_was_away_is_told_what_happened(open_context: OpenContext) -> None:
    host, friend = a_hasty_table(open_context)
    table = host.url
    host.wait_for_selector(".hand .card")
    host.goto("about:blank")
    left = time.monotonic()
    while time.monotonic() - left < ABSENCE_MS / 1000:
        assert choose(friend, "tap")
    host.goto(table)
    expect(host.locator("[data-recap]")).to_contain_text("A bot plays on at South.")
    host.locator("[data-recap] button").tap()
    expect(host.locator("[data-recap]")).to_have_count(0)


def test_a_phone_that_slept_wakes_to_the_table_as_it_is(open_context: OpenContext) -> None:
    here = open_context(PHONE)
    page = here.new_page()
    begin_with_bots(page, "levant-41")
    other = open_context(storage_state=here.storage_state()).new_page()
    other.goto(page.url)
    play_to_the_tricks(page)
    phone = here.new_cdp_session(page)
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    for _card in range(3):
        choose(other, "click")
    other.wait_for_selector(CHOICES)
    phone.send("Page.setWebLifecycleState", {"state": "active"})
    for place in (".hand .card", ".hand .card.legal"):
        expect(page.locator(place)).to_have_count(other.locator(place).count())


def test_two_tabs_stay_equal(open_context: OpenContext) -> None:
    here = open_context()
    first = here.new_page()
    begin_with_bots(first, "levant-41")
    second = here.new_page()
    second.goto(first.url)
    for page, other in ((first, second), (second, first)) * 6:
        page.wait_for_selector(CHOICES)
        other.wait_for_selector(CHOICES)
        drawn = [[page.locator(place).count() for place in EQUAL] for page in (page, other)]
        assert drawn[0] == drawn[1]
        choose(page, "click")


def test_what_one_has_chosen_stays(open_context: OpenContext) -> None:
    page = open_context(PHONE, "ar").new_page()
    begin_with_bots(page, "levant-41")
    page.tap("[data-settings]")
    for name in ("fourColours", "arabicDigits", "lastCard"):
        page.check(f"[name={name}]")
    page.reload()
    page.wait_for_selector(".hand .card")
    assert page.evaluate("document.documentElement.classList.contains('four-colours')")
    expect(page.locator(".bar .score dd").first).to_contain_text("٠")
    play_to_the_tricks(page)
    while page.locator(".hand .card").count() > 1:
        choose(page, "tap")
    expect(page.locator(".hand .card")).to_have_count(13)  # the last went by itself, and a new deal came
    expect(page.locator(".scores").first).to_be_attached()


def test_a_card_is_played_by_drawing_it_to_the_table(open_context: OpenContext) -> None:
    page = open_context().new_page()
    begin_with_bots(page, "levant-41")
    play_to_the_tricks(page)
    cards, card = page.locator(".hand .card"), page.locator(".hand .card.legal").first
    held, box = cards.count(), card.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for up, left in ((20, held), (200, held - 1)):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 10, y - up, steps=5)
        page.mouse.up()
        expect(cards).to_have_count(left)
