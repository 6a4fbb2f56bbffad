"""What `make abuse` tries for minutes, tried for seconds."""

import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
# The service that is attacked has servers of its own, whatever these tests use.
OURS = {"DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SECRET_KEY", "TARNEEB_VAR"}


def test_the_quick_attacks_fail() -> None:
    environment = {name: value for name, value in os.environ.items() if name not in OURS}
    command = [sys.executable, "-m", "tarneeb_site.launcher", "exec", "--serve", "--"]
    done = subprocess.run(
        [*command, sys.executable, "-m", "tests.abuse", "--short"],
        cwd=CHECKOUT,
        env=environment | {"TARNEEB_THROTTLES": "on"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
