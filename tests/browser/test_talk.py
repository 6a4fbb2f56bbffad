"""Emotes, phrases and own words at the table: who sees them, who need not."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenContext
from tests.browser.site import DESKTOP, PHONE

MARKUP = "<img src=x onerror=alert(1)> & <b>bold</b>"


def a_table_of_three(open_context: OpenContext) -> tuple[Page, Page, Page]:
    """The host at S, a partner at N and an opponent at W; E is a bot's."""
    host, partner, opponent = (open_context(size).new_page() for size in (PHONE, DESKTOP, DESKTOP))
    host.goto("/")
    host.select_option("#table-clock", "slow")
    host.click("form[data-form=table] button")
    host.wait_for_selector("[data-fill]")
    for page, seat in ((partner, "N"), (opponent, "W")):
        page.goto(host.url)
        page.click(f"[data-sit={seat}]")
        expect(page.locator("[data-sit]")).to_have_count(0)
    host.click("[data-fill]")
    for page in (host, partner, opponent):
        expect(page.locator(".hand .card")).to_have_count(13)
    return host, partner, opponent


def say(page: Page, what: str, *, to_partner: bool = False) -> None:
    page.click("[data-talk]")
    if to_partner:
        page.get_by_label("My partner").check()
    page.click(what)
    expect(page.locator("dialog")).to_have_count(0)


def test_what_is_said_is_heard_by_whom_it_is_for(open_context: OpenContext) -> None:
    host, partner, opponent = a_table_of_three(open_context)
    say(host, "[data-emote=clap]")
    for page in (host, partner, opponent):
        expect(page.locator("[data-seat=S] [data-bubble=emote]")).to_have_text("👏")
    say(host, "[data-phrase=well_played]", to_partner=True)
    expect(partner.locator("[data-seat=S] [data-bubble=phrase]")).to_have_text("Well played!")
    partner.click("[data-talk]")
    partner.fill("dialog [name=text]", MARKUP)
    partner.click("dialog .own-words button")
    for page in (host, partner, opponent):
        expect(page.locator("[data-seat=N] [data-bubble=text]")).to_have_text(MARKUP)
        expect(page.locator(".bubble img, .said-list img")).to_have_count(0)
    expect(opponent.locator(".side .said-list")).not_to_contain_text("Well played!")
    expect(opponent.locator(".side .said-list li")).to_have_count(2)
    expect(host.locator("[data-talk] .badge")).to_have_text("1")


def test_who_is_muted_is_not_heard(open_context: OpenContext) -> None:
    host, partner, opponent = a_table_of_three(open_context)
    host.click("[data-person=W]")
    host.click("[data-mute]")
    host.keyboard.press("Escape")
    say(opponent, "[data-phrase=hello]")
    say(partner, "[data-phrase=hello]")
    expect(host.locator("[data-seat=N] [data-bubble]")).to_have_text("Hello!")
    expect(host.locator("[data-seat=W] [data-bubble]")).to_have_count(0)


def test_who_is_blocked_and_reported_is_not_heard_again(open_context: OpenContext) -> None:
    host, _partner, opponent = a_table_of_three(open_context)
    host.click("[data-person=W]")
    host.click("[data-block]")
    expect(host.locator("dialog [role=status]")).to_contain_text("Blocked")
    host.click("[data-report]")
    host.select_option("[name=reason]", "abuse")
    host.fill("[name=text]", "Insults me.")
    host.click("dialog .primary")
    expect(host.locator(".notice")).to_contain_text("Thank you")
    say(opponent, "[data-phrase=hello]")
    host.reload()
    host.wait_for_selector(".hand .card")
    host.click("[data-talk]")
    expect(host.locator("dialog")).to_contain_text("Nobody has said anything yet.")


def test_the_host_frees_a_seat(open_context: OpenContext) -> None:
    host, friend = (open_context(PHONE).new_page() for _person in range(2))
    host.goto("/")
    host.click("form[data-form=table] button")
    host.wait_for_selector("[data-fill]")
    friend.goto(host.url)
    friend.click("[data-sit=W]")
    host.click("[data-person=W]")  # waits until the name is there
    host.click("[data-kick]")
    expect(host.locator("[data-person=W]")).to_have_count(0)
    expect(friend.locator("[data-sit=W]")).to_be_visible()
