"""A report from the table, what a moderator does about it, and what its player says and learns."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenContext
from tests.browser.pages import PASSWORD
from tests.browser.site import DESKTOP, PHONE, Site
from tests.browser.staff import MODERATOR


def sign_up(page: Page, name: str) -> None:
    page.goto("/account/signup/")
    page.fill("[name=username]", name)
    page.fill("[name=email]", f"{name}@example.org")
    for field in ("password1", "password2"):
        page.fill(f"[name={field}]", PASSWORD)
    with page.expect_navigation():
        page.click("main form [type=submit]")


def sit_together(host: Page, guest: Page) -> None:
    """The host at S, the other at W, bots at the other seats."""
    host.goto("/")
    host.select_option("#table-clock", "slow")
    host.click("form[data-form=table] button")
    host.wait_for_selector("[data-fill]")
    guest.goto(host.url)
    guest.click("[data-sit=W]")
    expect(guest.locator("[data-sit]")).to_have_count(0)
    host.click("[data-fill]")
    host.wait_for_selector(".hand .card")


def test_a_report_a_warning_an_appeal(site: Site, open_context: OpenContext) -> None:
    site.run("tests.browser.staff")
    victim, rude, staff = (open_context(size).new_page() for size in (DESKTOP, PHONE, DESKTOP))
    sign_up(victim, "victim")
    sign_up(rude, "rude")
    sit_together(victim, rude)
    rude.click("[data-talk]")
    rude.fill("dialog [name=text]", "you play like a donkey")
    rude.click("dialog .own-words button")
    victim.click("[data-person=W]")
    victim.click("[data-report]")
    victim.fill("#report-text", "In every deal.")
    victim.click("form.report button")
    expect(victim.locator("dialog")).to_have_count(0)

    staff.goto("/admin/games/case/")
    staff.fill("[name=login]", MODERATOR)
    staff.fill("[name=password]", PASSWORD)
    staff.click("main form [type=submit]")
    staff.get_by_role("link", name="rude").click()
    expect(staff.locator("#decision")).to_contain_text("you play like a donkey")
    expect(staff.locator("#decision")).to_contain_text("In every deal.")
    staff.fill("#id_message", "Please be kind.")
    staff.fill("#id_note", "a donkey")
    staff.click("#decision button[value=warn]")
    expect(staff.locator(".messagelist")).to_contain_text("rude")

    rude.goto("/")
    expect(rude.locator(".from-moderators")).to_contain_text("Please be kind.")
    rude.click(".from-moderators button")
    expect(rude.locator(".from-moderators")).to_have_count(0)
    rude.fill("[data-action=warn] textarea", "It was praise.")
    rude.click("[data-action=warn] button")
    expect(rude.locator("[data-appeal=waiting]")).to_be_visible()
    victim.goto("/")
    expect(victim.locator(".from-moderators")).to_contain_text("rude")

    staff.goto("/admin/accounts/appeal/")
    staff.locator("#result_list tbody th a").first.click()
    expect(staff.locator("#content")).to_contain_text("It was praise.")
    staff.fill("#id_note", "so it was")
    staff.click("button[value=accept]")
    expect(staff.locator("button[value=accept]")).to_have_count(0)
    rude.goto("/account/moderation/")
    expect(rude.locator("[data-appeal=accepted]")).to_be_visible()
