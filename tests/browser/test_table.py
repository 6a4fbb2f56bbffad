"""Whole matches by tap and by keyboard, watching without hands, and an absence in the middle of a trick."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import OpenContext, begin_with_bots
from tests.browser.site import DESKTOP, PHONE, Site

PASSWORD = "sahlab-w-tamr"
# What may be done now, or the end; bids come before a pass so that somebody plays.
CHOICE = ".choices .bid, .choices .pass, .trumps button, .hand .card.legal, [data-result]"
ABSENCE_MS = 10_000
# With two bots, and a clock that one has to keep up with.
OPEN_A_HASTY_TABLE = """async () => {
  const csrf = document.cookie.match(/csrftoken=(\\w+)/)[1];
  const seats = {S: "me", E: "bot:easy", W: "bot:easy"};
  const body = JSON.stringify({ruleset: "levant-41", seats, clock: {turn_seconds: 2, bank_seconds: 0}});
  const headers = {"Content-Type": "application/json", "X-CSRFToken": csrf};
  return (await (await fetch("/api/v1/matches/", {method: "POST", headers, body})).json()).id;
}"""


def choose(page: Page, how: str) -> bool:
    """Do what comes first; False at the end of the match."""
    page.wait_for_selector(CHOICE)
    if page.locator("[data-result]").count():
        return False
    before = page.locator("main").inner_html()
    choice = page.locator(".choices .bid, .trumps button, .hand .card.legal").first
    if not choice.count():
        choice = page.locator(".choices .pass")
    if how == "tap":
        choice.tap()
    else:
        choice.press("Enter")
    page.wait_for_function("before => document.querySelector('main').innerHTML !== before", arg=before)
    return True


def play_to_the_end(page: Page, how: str) -> None:
    while choose(page, how):
        pass


def play_to_the_tricks(page: Page) -> None:
    while page.locator(".hand .card.legal").count() == 0:
        choose(page, "tap")


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_guest_plays_a_match_on_a_phone(open_context: OpenContext) -> None:
    page = open_context(PHONE).new_page()
    begin_with_bots(page, "kaboot-31")
    expect(page.locator(".hand .card")).to_have_count(13)
    assert fits(page)
    play_to_the_end(page, "tap")
    expect(page.locator("[data-result]")).to_contain_text("You")
    page.locator("[data-score]").tap()
    assert page.locator("dialog .scores tbody tr").count() > 0
    page.keyboard.press("Escape")
    page.locator("[data-rematch]").tap()
    expect(page.locator(".hand .card")).to_have_count(13)


def test_a_new_person_plays_a_match_by_keyboard_in_arabic(open_context: OpenContext, site: Site) -> None:
    page = open_context(DESKTOP, "ar").new_page()
    page.goto("/account/signup/")
    page.fill("[name=username]", "Zeinab")
    page.fill("[name=email]", "zeinab@example.org")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.locator("main form [type=submit]").press("Enter")
    page.wait_for_url("**/")
    page.goto(site.link_in_mail("/account/confirm-email/"))
    page.locator("main form [type=submit]").press("Enter")
    begin_with_bots(page, "kaboot-31")
    assert page.evaluate("document.dir") == "rtl"
    partner, own = (page.locator(f"[data-seat={seat}]").bounding_box() for seat in "NS")
    left, right = (page.locator(f"[data-seat={seat}]").bounding_box() for seat in "WE")
    assert partner and own and left and right
    assert partner["y"] < own["y"]
    assert left["x"] < right["x"]  # the table is never mirrored
    assert fits(page)
    play_to_the_end(page, "keyboard")
    expect(page.locator("[data-result]")).to_contain_text("تم")


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


def test_who_was_too_slow_takes_the_seat_back_from_the_bot(open_context: OpenContext) -> None:
    host, friend = (open_context(PHONE).new_page() for _person in range(2))
    begin_with_bots(host, "levant-41")
    host.goto(f"/matches/{host.evaluate(OPEN_A_HASTY_TABLE)}/")
    friend.goto(host.url)
    friend.locator("[data-sit=N]").tap()
    friend.wait_for_selector(".hand .card")
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
