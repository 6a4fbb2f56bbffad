"""`make screenshots`: every page as a phone and a desk show it, in each language, into var/screenshots/."""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.browser.pages import ALSO_DARK, walk
from tests.browser.site import CHECKOUT, CHROMIUM, DESKTOP, FLAGS, PHONE, serving

TARGET = CHECKOUT / "var" / "screenshots"
LANGUAGES = ("en", "ar", "es", "pt")
SETTLES_MS = 500  # cards fly, and their pictures come


def main() -> int:
    if CHROMIUM is None:
        print("tarneeb: there is no chromium to take screenshots with", file=sys.stderr)
        return 1
    shutil.rmtree(TARGET, ignore_errors=True)
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as var,
        serving(_open_to_all(Path(var)), throttles="on") as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for language in LANGUAGES:

            def opened(language: str = language) -> BrowserContext:
                return browser.new_context(base_url=site.url, viewport=PHONE, locale=language)

            for name, page in walk(site, opened, language):
                _shoot(page, f"{name}-{language}")
                if name in ALSO_DARK:
                    page.emulate_media(color_scheme="dark")
                    _shoot(page, f"{name}-{language}-dark")
                    page.emulate_media(color_scheme="light")
    print(f"{len(list(TARGET.iterdir()))} pictures are in {TARGET}")
    return 0


def _open_to_all(directory: Path) -> Path:
    """Started by root, PostgreSQL is another user and has to pass through."""
    directory.chmod(0o711)
    return directory


def _shoot(page: Page, name: str) -> None:
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        page.wait_for_timeout(SETTLES_MS if name.startswith("table") else 0)
        page.screenshot(path=TARGET / f"{name}-{size['width']}.png", full_page=True)
    page.set_viewport_size(PHONE)


if __name__ == "__main__":
    sys.exit(main())
