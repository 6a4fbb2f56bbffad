"""What nginx tells the web processes of who asks, with another proxy before it and without."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from tarneeb_site.launcher import proxy
from tarneeb_site.launcher.errors import CannotStart
from tarneeb_site.launcher.ports import free_port
from tarneeb_site.launcher.product import Product
from tests.waiting import until

needs_nginx = pytest.mark.skipif(
    not (shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")), reason="nginx is not installed"
)
# As a proxy tells it whose own client says that it is 198.51.100.1.
TOLD = {"X-Forwarded-For": "198.51.100.1, 203.0.113.7", "X-Forwarded-Proto": "https"}
Ask = Callable[[str], tuple[str, str]]


class Echo(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = json.dumps(dict(self.headers)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Ask]:
    """Which address and scheme the web process is told, where these proxies are believed."""
    web = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    Thread(target=web.serve_forever, daemon=True).start()
    started: list[subprocess.Popen[bytes]] = []

    def through(outer: str) -> tuple[str, str]:
        port = free_port()
        command = proxy.program(tmp_path, "127.0.0.1", port, [web.server_port], outer).command
        started.append(subprocess.Popen(command))

        def answer() -> dict[str, str]:
            assert started[-1].poll() is None
            try:
                return dict(httpx.get(f"http://127.0.0.1:{port}/", headers=TOLD).json())
            except httpx.TransportError:
                return {}

        headers = httpx.Headers(until(answer))
        return headers["X-Forwarded-For"], headers["X-Forwarded-Proto"]

    yield through
    for process in started:
        process.terminate()
        process.wait()
    web.shutdown()
    web.server_close()


@needs_nginx
@pytest.mark.parametrize("outer", ["127.0.0.1", "192.0.2.1, 127.0.0.0/8"])
def test_a_proxy_that_is_believed(ask: Ask, outer: str) -> None:
    assert ask(outer) == ("203.0.113.7", "https")


@needs_nginx
def test_whoever_is_before_it(ask: Ask) -> None:
    assert ask("*") == ("198.51.100.1", "https")


@needs_nginx
@pytest.mark.parametrize("outer", ["", "192.0.2.1"])
def test_others_are_not_believed(ask: Ask, outer: str) -> None:
    assert ask(outer) == ("127.0.0.1", "http")


@needs_nginx
def test_what_is_no_address(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="FORWARDED_ALLOW_IPS must be"):
        proxy.program(tmp_path, "127.0.0.1", 8000, [8001], "127.0.0.1; include /etc/passwd")


def test_https_needs_somebody_who_is_believed(tmp_path: Path) -> None:
    """Otherwise each page would send to itself."""
    environment = {"TARNEEB_HTTPS": "1", "TARNEEB_WEB_PROCESSES": "2", "PORT": "0"}
    with pytest.raises(CannotStart, match="FORWARDED_ALLOW_IPS"):
        Product(tmp_path, environment).check()
    Product(tmp_path, environment | {"FORWARDED_ALLOW_IPS": "127.0.0.1"}).check()
