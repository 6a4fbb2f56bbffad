"""The quick faults, once each, at the service that the browser tests use."""

import subprocess
import sys

from tests.browser.site import CHECKOUT, Site


def test_nothing_is_lost_in_the_quick_faults(site: Site) -> None:
    command = [sys.executable, "-m", "tests.faults", "--short"]
    done = subprocess.run(
        command,
        cwd=CHECKOUT,
        env=site.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    print(done.stdout)
    assert done.returncode == 0
