"""Where an application may have people sent back to."""

import re
from typing import Final
from urllib.parse import urlsplit

# The program on one's own machine picks its port at each start (RFC 8252, 7.3).
_LOOPBACK: Final = ("127.0.0.1", "[::1]", "localhost")
_PRIVATE_SCHEME: Final = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+")  # com.example.app (RFC 8252, 7.1)


def is_allowed(address: str) -> bool:
    """HTTPS anywhere, HTTP on one's own machine, or an app's own scheme; nothing that hides behind these."""
    parts = urlsplit(address)
    if (
        not address.isascii()
        or not address.isprintable()
        or " " in address
        or parts.fragment
        or "#" in address
    ):
        return False
    if parts.username is not None or parts.password is not None:
        return False
    match parts.scheme:
        case "https":
            return bool(parts.hostname)
        case "http":
            return _host(address) in _LOOPBACK
        case scheme:
            return _PRIVATE_SCHEME.fullmatch(scheme) is not None


def is_same(registered: str, given: str) -> bool:
    """Letter by letter, but for the port on one's own machine."""
    if registered == given:
        return True
    parts = urlsplit(registered)
    if parts.scheme != "http" or _host(registered) not in _LOOPBACK or not is_allowed(given):
        return False
    return _without_port(registered) == _without_port(given)


def origin_of(address: str) -> str:
    """What a Content-Security-Policy calls the place."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else f"{parts.scheme}:"


def _host(address: str) -> str:
    return re.sub(r":[0-9]*$", "", urlsplit(address).netloc)


def _without_port(address: str) -> str:
    return urlsplit(address)._replace(netloc=_host(address)).geturl()
