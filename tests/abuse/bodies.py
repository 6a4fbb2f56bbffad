"""Bodies that are too big, too deep or too slow, and answers that are never read."""

import socket
import time
from contextlib import ExitStack

from tests.abuse.attacks import attack
from tests.abuse.target import Target
from tests.e2e.client import Client

# More than the turns that a process has (DATABASE_CONNECTIONS).
SLOW, SERVED_WITHIN_SECONDS = 60, 3.0


def head(target: Target, length: str, path: str = "/api/v1/session/") -> bytes:
    lines = [f"POST {path} HTTP/1.1", f"Host: {target.host}", "Content-Type: application/json", length]
    return "\r\n".join([*lines, "", ""]).encode()


def status_of(line: socket.socket) -> int:
    return int(line.makefile("rb").readline().split()[1])


def seconds_to_serve(client: Client) -> float:
    began = time.monotonic()
    assert client.call("GET", "rulesets/").status == 200
    return time.monotonic() - began


@attack("big bodies", "10 GB announced, an endless one in chunks, 65 KiB, forms of 200 KiB", short=True)
def big(target: Target) -> str:
    with target.line() as line:
        line.sendall(head(target, "Content-Length: 10000000000"))
        assert status_of(line) == 413
    with target.line() as line:
        line.sendall(head(target, "Transfer-Encoding: chunked"))
        try:
            for _ in range(4_000):
                line.sendall(b"10000\r\n" + b"x" * 65_536 + b"\r\n")
        except OSError:  # hung up on
            pass
        else:
            raise AssertionError("260 MB were read")
    client = target.client()
    assert client.call("POST", "session/", content=b" " * 65_537).code == "malformed"
    with target.line() as line:
        line.sendall(head(target, "Content-Length: 200000", "/account/login/"))
        assert status_of(line) == 413
    return "413 before they are read; 400 `malformed` above 64 KiB"


@attack(
    "deep and odd bodies",
    "nesting, NaN, numbers of 5,000 digits, broken UTF-8, NUL, arrays, two documents",
    short=True,
)
def odd(target: Target) -> str:
    client = target.client()
    bad = [b"[" * 40_000, b'{"a":' * 33 + b"1" + b"}" * 33, b"NaN", b'{"a": 1e999}', b"9" * 5_000]
    bad += [b'{"a": "\xff"}', b'{"username": "\\u0000", "password": "x"}', b"[1]", b'"x"', b"{} {}"]
    replies = [client.call("POST", "accounts/", content=body) for body in bad]
    assert {(reply.status, reply.code) for reply in replies} == {(400, "malformed")}
    return "400 `malformed` each"


@attack("slow bodies", f"{SLOW} requests whose bodies never come, more than the server has turns", short=True)
def slow_bodies(target: Target) -> str:
    with ExitStack() as stack:
        for _ in range(SLOW):
            line = stack.enter_context(target.line())
            line.sendall(head(target, "Content-Length: 100") + b"{")
        taken = seconds_to_serve(target.client())
        assert taken < SERVED_WITHIN_SECONDS, f"others wait {taken:.1f} s"
    return f"others are served in {taken:.2f} s"


@attack("slow bodies, hung up on", "a body that does not come")
def slow_body(target: Target) -> str:
    with target.line() as line:
        line.sendall(head(target, "Content-Length: 100") + b"{")
        began = time.monotonic()
        assert status_of(line) == 408
        return f"408 after {time.monotonic() - began:.0f} s"


@attack(
    "answers never read",
    f"{SLOW} readers with a small window, who ask for 50 documents each and read none",
    short=True,
)
def slow_readers(target: Target) -> str:
    ask = f"GET /api/v1/schema/ HTTP/1.1\r\nHost: {target.host}\r\n\r\n".encode()
    with ExitStack() as stack:
        for _ in range(SLOW):
            line = stack.enter_context(target.line(receive_buffer=2_048))
            line.sendall(ask * 50)
        taken = max(seconds_to_serve(target.client()) for _ in range(10))
        assert taken < SERVED_WITHIN_SECONDS, f"others wait {taken:.1f} s"
    return f"others are served in {taken:.2f} s"
