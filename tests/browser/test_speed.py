"""How soon the table is there, and how soon after it arrives an event is on screen; figures are printed.

Bots pause, if shorter than they do for people: without a pause a turn's three events come at once, and what
is measured is how long they queue on a machine that plays for the bots and draws for the page.
"""

from collections.abc import Iterator
from statistics import median, quantiles

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import OpenContext
from tests.browser.play import begin_with_bots, choose
from tests.browser.site import DESKTOP, PHONE, Site, serving

FIRST_PAINT_MS, ON_SCREEN_MS = 1_500, 50
BOTS_PAUSE_MS, CHOICES = 200, 25
# From a frame's arrival, before the page's own handler hears it, until what it changed has been painted.
WATCH_FRAMES = """() => {
  window.delays = [];
  const painted = (then) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = then;
    channel.port2.postMessage(0);
  });
  window.WebSocket = class extends WebSocket {
    constructor(address) {
      super(address);
      this.addEventListener("message", ({ data }) => {
        const arrived = performance.now();
        const frame = JSON.parse(data);
        if (frame.type !== "events" || !frame.events.length) return;
        const seen = new MutationObserver(() => {
          seen.disconnect();
          painted(() => window.delays.push(performance.now() - arrived));
        });
        const all = { subtree: true, childList: true, attributes: true, characterData: true };
        seen.observe(document.body, all);
      });
    }
  };
}"""
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
DRAWN = "performance.mark('drawn').startTime"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("paced"), "off", BOTS_PAUSE_MS) as site:
        yield site


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.alone
def test_the_table_is_soon_there_and_events_soon_on_screen(
    open_context: OpenContext, size: ViewportSize, capsys: pytest.CaptureFixture[str]
) -> None:
    context = open_context(size)
    context.add_init_script(f"({WATCH_FRAMES})()")
    page = context.new_page()
    begin_with_bots(page, "levant-41")
    drawn = page.evaluate(DRAWN)
    page.wait_for_function(f"() => {FIRST_PAINT}")
    first_paint = page.evaluate(FIRST_PAINT)
    for _choice in range(CHOICES):
        choose(page, "click")
    delays = page.evaluate("delays")
    late = quantiles(delays, n=20)[-1]
    with capsys.disabled():
        print(
            f"\n{size['width']} px: first contentful paint {first_paint:.0f} ms, cards at {drawn:.0f} ms; "
            f"{len(delays)} frames on screen after {median(delays):.1f} ms (median), {late:.1f} ms (95 %)"
        )
    assert first_paint < FIRST_PAINT_MS
    assert len(delays) > 40
    assert median(delays) < ON_SCREEN_MS
