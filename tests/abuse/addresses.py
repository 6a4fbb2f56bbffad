"""Headers that say where one comes from: believed, they would make every limit void."""

import itertools
import secrets

import httpx

from tests.abuse.attacks import attack
from tests.abuse.floods import guess, until_refused
from tests.abuse.target import Target

HEADERS = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Client-IP", "True-Client-IP", "CF-Connecting-IP")


def lie() -> dict[str, str]:
    address = f"203.0.{secrets.randbelow(250)}.{secrets.randbelow(250)}"
    return dict.fromkeys(HEADERS, address) | {"Forwarded": f"for={address}"}


def spoofing(target: Target, address: str) -> int:
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(base_url=target.url, transport=transport, timeout=30) as client:
        numbers = itertools.count()
        return until_refused(
            lambda: client.post("/api/v1/session/", json=guess(next(numbers)), headers=lie()).status_code, 20
        )


@attack(
    "spoofed X-Forwarded-For", f"passwords, each with another address in {len(HEADERS)} headers", short=True
)
def from_elsewhere(target: Target) -> str:
    return f"429 after {spoofing(target, target.address())}"


@attack(
    "spoofed, beside the server", "the same from 127.0.0.1, which uvicorn believes by default", short=True
)
def from_here(target: Target) -> str:
    return f"429 after {spoofing(target, '127.0.0.1')}"
