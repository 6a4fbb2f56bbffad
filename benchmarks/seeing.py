"""What logs and metrics cost: `launcher exec -- python -m benchmarks.seeing` prints it."""

import logging
import os
import time
from collections.abc import Callable

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")
os.environ.setdefault("TARNEEB_LOG", "json")
django.setup()

from django.conf import settings  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.test import RequestFactory  # noqa: E402

from tarneeb_site import meters  # noqa: E402
from tarneeb_site.requestlog import RequestLog  # noqa: E402

TIMES, TRIES = 3000, 7


def microseconds(call: Callable[[], object]) -> float:
    """Of this process' time, the best of some tries: other work on the machine can only add to it."""

    def once() -> float:
        began = time.process_time()
        for _ in range(TIMES):
            call()
        return (time.process_time() - began) / TIMES

    return 1e6 * min(once() for _ in range(TRIES))


def count_move() -> None:
    """As `play.executing` and `Table.advance` do for one."""
    began = time.perf_counter()
    meters.MOVES_ACCEPTED.labels("socket").inc()
    meters.COMMIT_SECONDS.labels("socket").observe(time.perf_counter() - began)
    meters.FANOUT_SECONDS.observe(0.001)


def main() -> None:
    handler = logging.getLogger().handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    request, answer = RequestFactory().get("/nowhere/"), HttpResponse()
    middleware = RequestLog(lambda _: answer)
    with open(os.devnull, "w") as nowhere:
        handler.setStream(nowhere)
        with_line = microseconds(lambda: middleware(request))
        settings.ACCESS_LOG = False
        without = microseconds(lambda: middleware(request))
    print(f"a move counted and timed: {microseconds(count_move):.1f} µs")
    print(f"a request's id and counts: {without:.1f} µs; its line besides: {with_line - without:.1f} µs")


if __name__ == "__main__":
    main()
