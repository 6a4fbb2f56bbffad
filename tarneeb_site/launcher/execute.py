"""`exec`: a command with servers of its own, which are thrown away afterwards, or with those of `serve`."""

import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from tarneeb_site.launcher import addresses, postgres
from tarneeb_site.launcher.errors import CannotStart
from tarneeb_site.launcher.locking import only_one
from tarneeb_site.launcher.paths import var_directory
from tarneeb_site.launcher.product import Product
from tarneeb_site.launcher.session import environment_for, running

GRACE_SECONDS = 5
# For tests; the environment may say otherwise.
SERVED = {
    "PORT": "0",
    "TARNEEB_THROTTLES": "off",
    "TARNEEB_BOT_DELAY_MS": "0",
    "TARNEEB_IDLE_WORK": "off",
}


def execute(command: Sequence[str], *, serve: bool, durable: bool, kept: bool) -> int:
    """Run `command` and return its exit status, as a shell would give it.

    `kept`: on the data of `serve`, which must not run.
    """
    with nullcontext(var_directory()) if kept else _temporary_var() as var, only_one(var):
        environment = environment_for(var)
        if serve:
            environment = {**SERVED, **environment}
        product = Product(var, environment) if serve else None
        with running(var, environment, product, durable=durable or kept):
            # What is given in the environment wins over what was started here.
            complete = {**addresses.load(var), **environment}
            if product:
                complete["TARNEEB_URL"] = product.url
            return _run(command, complete)


@contextmanager
def _temporary_var() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tarneeb-", ignore_cleanup_errors=True) as name:
        var = Path(name).resolve()
        var.chmod(0o711)  # started by root, PostgreSQL is another user and has to pass through
        try:
            yield var
        finally:
            postgres.remove(var)


def _run(command: Sequence[str], environment: Mapping[str, str]) -> int:
    try:
        process = subprocess.Popen(command, env=environment)
    except OSError as error:
        raise CannotStart(f"{command[0]}: {error.strerror}") from error
    try:
        status = process.wait()
    except KeyboardInterrupt as interrupt:
        # The terminal's Ctrl-C has reached the command as well: let it end in its own way first.
        status = _end(process, GRACE_SECONDS if interrupt.args == (signal.SIGINT,) else 0)
    return status if status >= 0 else 128 - status


def _end(process: subprocess.Popen[bytes], grace: float) -> int:
    try:
        return process.wait(grace)
    except subprocess.TimeoutExpired:
        process.terminate()
        return process.wait()
