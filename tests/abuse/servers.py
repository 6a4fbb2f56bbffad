"""What a web server may give away by itself, and requests that two programs could read in two ways."""

import httpx

from tests.abuse.attacks import attack
from tests.abuse.bodies import status_of
from tests.abuse.target import Target

FILES = [
    *("/.git/config", "/.env", "/manage.py", "/var/servers.json", "/static/", "/static//etc/passwd"),
    *("/static/../manage.py", "/static/%2e%2e/manage.py", "/api/v1/../../manage.py", "/admin/..;/manage.py"),
]


@attack(
    "files and methods",
    "source, settings, listings, paths that climb; TRACE and TRACK; the server's name",
    short=True,
)
def files(target: Target) -> str:
    browser = target.visitor()
    for path in FILES:
        request = browser.build_request("GET", target.url)
        request.url = request.url.copy_with(raw_path=path.encode())
        reply = browser.send(request)
        assert reply.status_code in (301, 302, 404), (path, reply.status_code)
    for method in ("TRACE", "TRACK"):
        reply = browser.request(method, "/api/v1/rulesets/", headers={"X-Secret": "echo"})
        assert reply.status_code >= 400 and "echo" not in reply.text, method
    assert not httpx.Headers(browser.get("/en/").headers).get("server")
    return "404, 405 and no name"


@attack(
    "request smuggling",
    "two lengths, a length and chunks, a broken header, a second request in a body",
    short=True,
)
def smuggling(target: Target) -> str:
    inner = f"GET /api/v1/account/ HTTP/1.1\r\nHost: {target.host}\r\n\r\n"
    start = f"POST /api/v1/session/ HTTP/1.1\r\nHost: {target.host}\r\n"
    for headers in (
        "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        "Content-Length: +5\r\n",
        "X: y\r\n z: folded\r\nContent-Length : 5\r\n",
    ):
        with target.line() as line:
            line.sendall((start + headers + "\r\n" + "0\r\n\r\n" + inner).encode())
            assert status_of(line) == 400, headers
    return "400 each, and the connection closes"
