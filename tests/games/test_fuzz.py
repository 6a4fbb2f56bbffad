"""What `make fuzz` tries for minutes, tried for seconds."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).parents[2]
PHASES = "examples,fuzzing,stateful"


def test_no_request_leaves_the_document(transactional_db: None, server: str, settings: Any) -> None:
    settings.THROTTLES = False
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    command = [sys.executable, "-m", "tests.fuzz", "--phases", PHASES, "--max-examples", "3", "--seed", "1"]
    environment = os.environ | {"TARNEEB_URL": f"http://{server}"}
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
