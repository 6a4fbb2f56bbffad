"""The site as an app: a manifest that browsers take, a page of ours without a connection, notifications."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import OpenContext
from tests.browser.play import begin_with_bots, choose, play_to_the_tricks
from tests.browser.site import PHONE

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat();
  return requests.map(({ url }) => new URL(url).pathname);
}"""
NATURAL_SIZE = """async (src) => {
  const image = new Image();
  image.src = src;
  await image.decode();
  return `${image.naturalWidth}x${image.naturalHeight}`;
}"""
NOTIFY_OF = """async (url) => {
  const registration = await navigator.serviceWorker.ready;
  await registration.showNotification("Your turn", { data: { url } });
}"""
OUT_OF_SIGHT = """() => {
  Object.defineProperty(document, "hidden", { get: () => true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NOTICES = """async ([least, tries]) => {
  const registration = await navigator.serviceWorker.ready;
  for (let notices = []; ; tries -= 1) {
    notices = await registration.getNotifications();
    if (notices.length >= least || !tries) return notices.map(({ title, data }) => [title, data.url]);
    await new Promise((again) => setTimeout(again, 50));
  }
}"""
# A test cannot tap a notification, and only a tap may open windows: what they would be asked is told.
TAP = """async () => {
  const asked = new Promise((tell) => {
    WindowClient.prototype.focus = async function () { tell(["focus", new URL(this.url).pathname]); };
    clients.openWindow = async (url) => tell(["open", url.pathname]);
  });
  const [notification] = await registration.getNotifications();
  dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  return asked;
}"""


def controlled(context: BrowserContext, path: str = "/rules/") -> Page:
    """A page that the service worker serves from now on."""
    page = context.new_page()
    page.goto(path)
    page.wait_for_function(CONTROLLED)
    return page


@pytest.mark.parametrize(
    ("language", "name", "direction"), [("en", "Tarneeb", "ltr"), ("ar", "طرنيب", "rtl")]
)
def test_it_can_be_installed(open_context: OpenContext, language: str, name: str, direction: str) -> None:
    page = open_context(PHONE, language).new_page()
    page.goto("/")
    address = page.get_attribute("link[rel=manifest]", "href")
    answer = page.request.get(str(address))
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["name"], manifest["lang"], manifest["dir"]) == (name, language, direction)
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "/", "/")
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon["sizes"] for icon in drawn} == {"192x192", "512x512"}
    assert "maskable" in {icon["purpose"] for icon in drawn}
    for icon in drawn:
        assert page.evaluate(NATURAL_SIZE, icon["src"]) == icon["sizes"]
    client = page.context.new_cdp_session(page)
    assert client.send("Page.getAppManifest")["errors"] == []


@pytest.mark.parametrize(("language", "title"), [("en", "No connection"), ("ar", "لا يوجد اتصال")])
def test_without_a_connection_a_page_says_so(open_context: OpenContext, language: str, title: str) -> None:
    context = open_context(PHONE, language)
    page = controlled(context)
    context.set_offline(True)
    page.goto("/account/login/")
    expect(page.locator("h1")).to_have_text(title)
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).minBlockSize") == "44px"
    context.set_offline(False)
    page.click("main .button")
    expect(page.locator("[name=login]")).to_be_visible()


def test_only_hashed_files_and_the_offline_page_are_kept(open_context: OpenContext) -> None:
    page = controlled(open_context(PHONE), "/")
    begin_with_bots(page, "levant-41")
    page.reload()
    page.wait_for_selector(".hand .card")
    kept = set(page.evaluate(KEPT))
    assert any("/games/table." in path for path in kept)
    kept.remove("/offline/en/")
    assert {path for path in kept if not path.startswith("/static/")} == set()


def test_a_notification_opens_what_it_is_about(open_context: OpenContext) -> None:
    context = open_context(PHONE, permissions=["notifications"])
    page = controlled(context)
    begin_with_bots(page, "levant-41")
    path = page.evaluate("location.pathname")
    page.evaluate(NOTIFY_OF, path)
    assert context.service_workers[0].evaluate(TAP) == ["focus", path]
    page.goto("/rules/")
    page.evaluate(NOTIFY_OF, path)
    assert context.service_workers[0].evaluate(TAP) == ["open", path]


def test_who_wishes_so_is_told_of_their_turn_out_of_sight(
    open_context: OpenContext,
) -> None:
    page = controlled(open_context(PHONE, permissions=["notifications"]))
    begin_with_bots(page, "levant-41")
    play_to_the_tricks(page)
    page.click("[data-settings]")
    page.check("[name=notify]")
    page.keyboard.press("Escape")
    choose(page, "tap")
    page.wait_for_selector(".hand .card.legal")
    assert page.evaluate(NOTICES, [0, 0]) == []  # they are looking
    page.evaluate(OUT_OF_SIGHT)
    choose(page, "tap")
    assert page.evaluate(NOTICES, [1, 200]) == [["Your turn", page.evaluate("location.pathname")]]
