"""Every page of the site and how to get there: a walk that stops at each, once for a language."""

import base64
import hmac
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlencode
from uuid import uuid4

from playwright.sync_api import BrowserContext, Page

from tests.browser.site import Site

# The page's name, and the page as it stands there.
Stops = Iterator[tuple[str, Page]]

PASSWORD, NEW_PASSWORD = "sahlab-w-tamr", "qahwe-w-haal-3ala-mahlak"
OPEN = {
    "learn": "/learn/",
    "rules": "/rules/",
    "developers": "/developers/",
    "log-in": "/account/login/",
    "sign-up": "/account/signup/",
    "password-reset": "/account/password/reset/",
    "password-reset-stale-link": "/account/password/reset/key/x-none/",
    "confirm-email-stale-link": "/account/confirm-email/none/",
    "privacy": "/privacy/",
    "terms": "/terms/",
    "licences": "/licences/",
    "not-found": "/nothing/",
}
# Whose matches tests.browser.season plays.
PLAYERS = ("Layla", "Omar", "Samira", "Yusuf", "Nadia", "Karim", "Huda", "Rami", "سلمى", "Tarek")
# Whom tests.browser.staff bans; and how those begin whom it warns and mutes.
BANNED, WARNED = "banned", "zeinab-"
RATED = {"leaderboards": "/leaderboards/", "leaderboard": "/leaderboards/levant-41/"}
OWN = {
    "home-signed-in": "/",
    "email-address": "/account/email/",
    "password-change": "/account/password/change/",
    "second-factor": "/account/2fa/",
    "sessions": "/account/sessions/",
    "reauthenticate": "/account/reauthenticate/",
    "log-out": "/account/logout/",
}
# A deal takes some seconds; a busy machine makes it longer.
ANALYSED_MS = 120_000
# What a reader sees in the light and in the dark; the rest takes its colours from the same few.
ALSO_DARK = {"home", "rules", "table-auction", "table-play", "profile", "leaderboard"}
ALSO_WIDE = {
    "home-with-tables",
    "replay",
    "replay-step",
    "table-auction",
    "table-play",
    "problem-verdict",
    "profile",
    "my-matches",
}


def walk(site: Site, open_context: Callable[[], BrowserContext], language: str) -> Stops:
    """Through all pages. Each stop is left as the walk needs it: look, and change nothing."""
    site.run("tests.browser.season")
    site.run("tests.browser.puzzles")
    stranger = open_context().new_page()
    yield from _by_address(stranger, RATED)
    yield from _profile("profile", stranger)
    yield from _by_address(stranger, OPEN | {"offline": f"/offline/{language}/"})
    yield from _problems(stranger)
    yield from _at_tables(open_context().new_page(), stranger)
    yield from _with_a_coach(open_context().new_page())
    yield from _with_an_account(open_context().new_page(), site)
    yield from _banned(open_context().new_page())
    yield from _too_often(stranger)


def _by_address(page: Page, addresses: dict[str, str]) -> Stops:
    for name, address in addresses.items():
        page.goto(address)
        yield name, page


def _profile(name: str, page: Page) -> Stops:
    page.goto(f"/players/{PLAYERS[0]}/")
    page.wait_for_selector(".chart canvas")
    page.click("#history summary")
    yield name, page


def _tokens(page: Page) -> Stops:
    page.goto("/developers/")
    page.fill("#token-name", "bot")
    page.fill("#token-password", PASSWORD)
    page.click("#tokens form button")
    page.wait_for_selector("[data-token]")
    yield "developers-signed-in", page


def _at_tables(page: Page, watcher: Page) -> Stops:
    page.goto("/")
    page.wait_for_selector("#tables p")
    yield "home", page
    page.select_option("#table-ruleset", "cardems-es")  # in which a bid of 13 ends the match
    page.select_option("#table-visibility", "public")
    page.click("form[data-form=table] button")
    page.wait_for_selector("[data-fill]")
    yield "table-seating", page
    watcher.goto("/")
    watcher.wait_for_selector("#tables a")
    yield "home-with-tables", watcher
    page.click("[data-fill]")
    page.wait_for_selector(".choices .bid")
    yield "table-auction", page
    address = page.url
    watcher.goto("/watch/")
    watcher.wait_for_selector("#running a")
    yield "watch", watcher
    watcher.goto(address)
    watcher.wait_for_selector(".backs")
    yield "table-spectator", watcher
    yield from _dialogs(watcher, ("person",))
    page.locator(".choices .bid").last.click()
    page.wait_for_selector(".trumps button")
    yield "table-naming", page
    page.locator(".trumps button").first.click()
    _play_a_card(page)
    page.wait_for_selector(".hand .card.legal")
    yield "table-play", page
    yield from _dialogs(page, ("last-trick", "score", "talk", "settings", "leave"))
    while page.locator("[data-result]").count() == 0:
        _play_a_card(page)
    yield "table-match-result", page
    page.click("[data-replay]")
    page.wait_for_selector("[data-press=on]")
    yield "replay", page
    yield from _analysed(page)
    _play_a_deal(page)
    yield "table-deal-result", page
    yield from _dialogs(page, ("score",))
    page.goto("/matches/")
    yield "my-matches", page


def _analysed(page: Page) -> Stops:
    page.click("[data-show-analysis]")
    yield "replay-analysis-asked", page
    page.click("[data-analyse]")
    page.wait_for_selector("[data-analysis=done], [data-analysis=failed]", timeout=ANALYSED_MS)
    yield "replay-analysis", page
    page.keyboard.press("Escape")
    page.click("[data-press=first]")
    if page.locator("[data-next-mistake]:enabled").count():  # without a solver there is none
        page.click("[data-next-mistake]")
    yield "replay-step", page
    yield from _dialogs(page, ("deals",))
    page.click("[data-press=first]")
    page.click("[data-try]")
    page.locator(".choices .bid").last.click()
    page.locator(".trumps button").first.click()
    page.wait_for_selector(".hand .card.legal")
    yield "replay-line", page


def _problems(page: Page) -> Stops:
    page.goto("/problems/")
    page.wait_for_selector(".hand .card.legal, .choices button")
    yield "problem", page
    yield from _dialogs(page, ("deal-so-far", "about"))
    page.locator(".hand .card.legal, .choices button").first.click()
    page.wait_for_selector("[data-solved]")
    yield "problem-verdict", page


def _dialogs(page: Page, names: tuple[str, ...]) -> Stops:
    for name in names:
        page.locator(f"[data-{name}]").first.click()
        page.wait_for_selector("dialog[open]")
        yield f"table-{name}", page
        page.keyboard.press("Escape")


def _play_a_card(page: Page) -> None:
    page.wait_for_selector(".hand .card.legal")
    held = page.locator(".hand .card").count()
    page.locator(".hand .card.legal").first.press("Enter")
    page.wait_for_function("n => document.querySelectorAll('.hand .card').length !== n", arg=held)
    page.wait_for_selector(".hand .card.legal, [data-result], .choices .bid")


def _play_a_deal(page: Page) -> None:
    page.goto("/")
    page.select_option("#bots-ruleset", "levant-61")
    page.click("form[data-form=bots] button")
    page.locator(".choices .bid").last.click()
    page.locator(".trumps button").first.click()
    for _card in range(13):
        _play_a_card(page)
    page.wait_for_selector("[data-dismiss]")


def _with_a_coach(page: Page) -> Stops:
    page.goto("/learn/")
    page.click("form[data-form=learn] button")
    page.wait_for_selector(".choices .bid")
    yield "table-coach-calling", page
    page.locator(".choices .bid").last.click()
    page.wait_for_selector(".trumps button")
    yield "table-coach-naming", page
    page.locator(".trumps button").first.click()
    _play_a_card(page)
    yield "table-coach-play", page


def _with_an_account(page: Page, site: Site) -> Stops:
    name = f"{WARNED}{uuid4().hex[:8]}"
    address = f"{name}@example.org"
    page.goto("/account/signup/")
    _submit(page, username="x", email=address, password1="1", password2="2")
    yield "sign-up-refused", page
    _submit(page, username=name, email=address, password1=PASSWORD, password2=PASSWORD)
    page.wait_for_url("**/")
    yield "home-just-signed-up", page
    page.goto(site.link_in_mail("/account/confirm-email/"))
    yield "confirm-email", page
    _submit(page)
    yield from _by_address(page, OWN | {"profile-own": f"/players/{name}/"})
    yield from _profile("profile-signed-in", page)
    page.locator("[data-report]").click()
    yield "profile-report", page
    yield from _tokens(page)
    yield from _moderated(page, site)
    _give_password_again(page)
    page.goto("/account/email/")
    _submit(page, email=f"new-{address}")
    yield "email-address-pending", page
    page.click("[name=action_remove]")
    yield from _applications(page)
    yield from _second_factor(page)
    page.goto("/account/logout/")
    _submit(page)
    page.goto("/account/login/")
    _submit(page, login=name, password=PASSWORD)
    yield "log-in-second-factor", page
    yield from _new_password(page, site, address)


def _moderated(page: Page, site: Site) -> Stops:
    site.run("tests.browser.staff")
    page.goto("/rules/")
    yield "notices", page
    page.goto("/account/moderation/")
    yield "moderation", page
    for _notice in range(2):
        with page.expect_navigation():
            page.locator(".from-moderators button").first.click()
    page.locator("[data-action=warn] textarea").fill("لم أكن أنا")
    with page.expect_navigation():
        page.locator("[data-action=warn] button").click()
    yield "moderation-appealed", page


def _banned(page: Page) -> Stops:
    page.goto("/account/login/")
    _submit(page, login=BANNED, password=PASSWORD)
    yield "banned", page


def _applications(page: Page) -> Stops:
    page.goto("/account/applications/")
    _submit(page, name="Viewer", redirect_uris="https://viewer.example/back")
    yield "applications", page
    question = {
        "response_type": "code",
        "client_id": page.inner_text("[data-client-id]"),
        "redirect_uri": "https://viewer.example/back",
        "scope": "read play account",
        "code_challenge": "c" * 43,
        "code_challenge_method": "S256",
    }
    page.goto("/oauth/authorize/?" + urlencode(question))
    yield "oauth-consent", page
    page.goto("/oauth/authorize/?" + urlencode(question | {"client_id": "nobody"}))
    yield "oauth-refused", page


def _give_password_again(page: Page) -> None:
    page.goto("/account/reauthenticate/")
    _submit(page, password=PASSWORD)


def _second_factor(page: Page) -> Stops:
    _give_password_again(page)
    page.goto("/account/2fa/totp/activate/")
    yield "second-factor-activate", page
    secret = page.input_value("#authenticator_secret")
    _submit(page, code=code_of(secret))
    page.goto("/account/2fa/recovery-codes/")
    yield "recovery-codes", page
    page.goto("/account/2fa/recovery-codes/generate/")
    yield "recovery-codes-generate", page
    page.goto("/account/2fa/")
    yield "second-factor-active", page
    page.goto("/account/2fa/totp/deactivate/")
    yield "second-factor-deactivate", page


def _new_password(page: Page, site: Site, address: str) -> Stops:
    page.context.clear_cookies()
    page.goto("/account/password/reset/")
    _submit(page, email=address)
    yield "password-reset-sent", page
    page.goto(site.link_in_mail("/account/password/reset/key/"))
    yield "password-reset-new", page
    _submit(page, password1=NEW_PASSWORD, password2=NEW_PASSWORD)
    yield "password-reset-done", page


def _too_often(page: Page) -> Stops:
    for _time in range(6):
        page.goto("/account/password/reset/")
        _submit(page, email="nobody@example.org")
    yield "too-many-requests", page


def _submit(page: Page, **values: str) -> None:
    for name, value in values.items():
        page.fill(f"main form [name={name}]:not([type=hidden])", value)
    with page.expect_navigation():
        page.locator("main form [type=submit]").last.click()


def code_of(secret: str) -> str:
    """The six digits that an authenticator shows now (RFC 6238)."""
    moment = int(time.time() // 30).to_bytes(8)
    digest = hmac.digest(base64.b32decode(secret + "=" * (-len(secret) % 8)), moment, "sha1")
    place = digest[-1] & 15
    return f"{(int.from_bytes(digest[place : place + 4]) & 0x7FFFFFFF) % 1_000_000:06d}"
