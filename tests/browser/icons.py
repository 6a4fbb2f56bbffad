"""`python -m tests.browser.icons`: the icon as the PNGs that phones ask for, and the card of shared links."""

from base64 import b64encode
from typing import Final

from playwright.sync_api import sync_playwright

from tests.browser.site import CHECKOUT, CHROMIUM, FLAGS

STATIC: Final = CHECKOUT / "tarneeb_site" / "static"
FONTS: Final = CHECKOUT / "games/frontend/node_modules/@fontsource-variable/cairo/files"
# Without round corners, and smaller: a phone cuts a maskable icon to its own shape, at most 10% a side.
GROUND: Final = 'rx="22"'
SPADE: Final = '<path fill="#fff"'
MASKABLE: Final = '<path transform="translate(15 12) scale(.7)" fill="#fff"'


def main() -> None:
    svg = (STATIC / "icon.svg").read_text()
    assert GROUND in svg and SPADE in svg
    maskable = svg.replace(GROUND, "").replace(SPADE, MASKABLE)
    card = (CHECKOUT / "tests" / "browser" / "card.svg").read_text()
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS).new_page()
        for name, drawing, width, height in (
            ("icon-192", svg, 192, 192),
            ("icon-512", svg, 512, 512),
            ("icon-maskable-512", maskable, 512, 512),
            ("card", card, 1200, 630),
        ):
            page.set_viewport_size({"width": width, "height": height})
            page.set_content(f"<style>{fonts()} body{{margin:0}}svg{{display:block}}</style>{drawing}")
            page.evaluate("document.fonts.ready")
            page.screenshot(path=STATIC / f"{name}.png", omit_background=True)


def fonts() -> str:
    """The site's own, in a page that has no address to fetch them from."""
    files = (FONTS / f"cairo-{script}-wght-normal.woff2" for script in ("latin", "arabic"))
    sources = (f"url(data:font/woff2;base64,{b64encode(file.read_bytes()).decode()})" for file in files)
    ranges = ("U+0-FF", "U+600-6FF")
    return "".join(
        f"@font-face{{font-family:Cairo;font-weight:200 1000;src:{source};unicode-range:{ranged}}}"
        for source, ranged in zip(sources, ranges, strict=True)
    )


if __name__ == "__main__":
    main()
