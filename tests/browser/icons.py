"""`python -m tests.browser.icons`: the icon as the PNGs that phones ask for, drawn from icon.svg."""

from typing import Final

from playwright.sync_api import sync_playwright

from tests.browser.site import CHECKOUT, CHROMIUM, FLAGS

STATIC: Final = CHECKOUT / "tarneeb_site" / "static"
# Without round corners, and smaller: a phone cuts a maskable icon to its own shape, at most 10% a side.
GROUND: Final = 'rx="22"'
SPADE: Final = '<path fill="#fff"'
MASKABLE: Final = '<path transform="translate(15 12) scale(.7)" fill="#fff"'


def main() -> None:
    svg = (STATIC / "icon.svg").read_text()
    assert GROUND in svg and SPADE in svg
    maskable = svg.replace(GROUND, "").replace(SPADE, MASKABLE)
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS).new_page()
        for name, drawing, size in (
            ("icon-192", svg, 192),
            ("icon-512", svg, 512),
            ("icon-maskable-512", maskable, 512),
        ):
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawing}")
            page.screenshot(path=STATIC / f"{name}.png", omit_background=True)


if __name__ == "__main__":
    main()
