"""What a person does at the table: from the lobby to a seat, by tap or by key, to the end of the match."""

from typing import Literal

from playwright.sync_api import Locator, Page

from tests.browser.site import Site

PASSWORD = "sahlab-w-tamr"
# What may be done now: one bid a deal, so that it can be made.
BID, PASS = ".plate .said:not(.pass)", ".choices .pass"
CHOICES = f"{PASS}, .choices .bid, .trumps button, .hand .card.legal"
END = "[data-result]"
MOST_TABS = 60
# By finger, mouse, keyboard alone, or a key on what is chosen: the quickest.
How = Literal["tap", "click", "key", "enter"]


def begin_with_bots(page: Page, ruleset: str) -> None:
    """From the lobby to a table with three bots."""
    page.goto("/")
    page.select_option("#bots-ruleset", ruleset)
    page.click("form[data-form=bots] button")
    page.wait_for_url("**/matches/*/")
    page.wait_for_selector(".hand .card")


def register(page: Page, site: Site, name: str) -> None:
    """Sign up and confirm the address by the mail's link."""
    page.goto("/account/signup/")
    page.fill("[name=username]", name)
    page.fill("[name=email]", f"{name.lower()}@example.org")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.locator("main form [type=submit]").press("Enter")
    page.wait_for_url("**/")
    page.goto(site.link_in_mail("/account/confirm-email/"))
    page.locator("main form [type=submit]").press("Enter")
    page.wait_for_load_state()


def can_choose(page: Page) -> bool:
    return page.locator(CHOICES).count() > 0


def is_over(page: Page) -> bool:
    return page.locator(END).count() > 0


def choose(page: Page, how: How) -> bool:
    """Bid if nobody has yet, else pass; name and play what comes first. False at the end of the match."""
    page.wait_for_selector(f"{CHOICES}, {END}")
    if is_over(page):
        return False
    before = page.locator("main").inner_html()
    bids = page.locator(".choices .bid")
    choice = bids.first if bids.count() and not page.locator(BID).count() else page.locator(CHOICES).first
    match how:
        case "tap":
            choice.tap()
        case "click":
            choice.click()
        case "key":
            press(page, choice)
        case "enter":
            choice.press("Enter")
    page.wait_for_function("before => document.querySelector('main').innerHTML !== before", arg=before)
    return True


def press(page: Page, choice: Locator) -> None:
    """By keyboard alone: Tab until it has the focus, then Enter."""
    for _tab in range(MOST_TABS):
        if choice.evaluate("button => button === document.activeElement"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{choice} is not reached by {MOST_TABS} tabs")


def play_to_the_end(page: Page, how: How) -> None:
    while choose(page, how):
        pass


def play_to_the_tricks(page: Page) -> None:
    while page.locator(".hand .card.legal").count() == 0:
        choose(page, "click")


def fits(page: Page) -> bool:
    """Whether nothing sticks out sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
