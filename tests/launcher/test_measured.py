"""With TARNEEB_METRICS_LISTEN each process of the product tells what it measures, at ports in a row."""

from collections.abc import Mapping
from functools import partial

import httpx

from tests.browser.site import PROCESSES, Site
from tests.scraping import Sample, scraped, value
from tests.waiting import until

WEB, CLOCKS = 0, (1, 2)


def test_every_process_tells_what_it_measures_at_a_port_of_its_own(site: Site) -> None:
    assert httpx.get(f"{site.url}/health/ready").status_code == 200

    def told(place: int) -> Mapping[Sample, float]:
        try:
            return scraped(httpx.get(f"http://127.0.0.1:{site.first_metrics_port + place}/metrics").text)
        except httpx.TransportError:  # the niced worker starts last
            return {}

    for place in CLOCKS:
        until(lambda place=place: value(told(place), "sweep_gap_seconds_count"))  # type: ignore[misc]
    found = [until(partial(told, place)) for place in range(PROCESSES)]
    swept = [value(each, "tasks_total", task="games.tasks.sweep", state="success") > 0 for each in found]
    assert swept == [place in CLOCKS for place in range(PROCESSES)]
    asked = [value(each, "reachable", what="database") for each in found]
    assert asked == [place == WEB for place in range(PROCESSES)]
