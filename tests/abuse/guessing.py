"""Who has an account here? By answers, and by the time that they take."""

import itertools
import random
import secrets
import statistics
import time
from collections.abc import Callable

from tests.abuse.attacks import attack
from tests.abuse.target import Target, post

SAMPLES = 24
# Without a hash for unknown names the medians would be several times apart.
CLOSE = 1.35


def medians(known: Callable[[], object], unknown: Callable[[], object], samples: int) -> tuple[float, float]:
    """Milliseconds of each, taken in turn and in random order, so that what else goes on befalls both."""
    taken: dict[Callable[[], object], list[float]] = {known: [], unknown: []}
    for ask in random.sample([known, unknown] * samples, 2 * samples):
        began = time.perf_counter()
        ask()
        taken[ask].append(1_000 * (time.perf_counter() - began))
    return statistics.median(taken[known]), statistics.median(taken[unknown])


def compared(known: Callable[[], object], unknown: Callable[[], object], samples: int = SAMPLES) -> str:
    one, other = medians(known, unknown, samples)
    assert max(one, other) < CLOSE * min(one, other), f"known {one:.1f} ms, unknown {other:.1f} ms"
    return f"known {one:.0f} ms, unknown {other:.0f} ms (medians of {samples})"


@attack("who has an account: answers", "wrong passwords for known and unknown names, by call and by page")
def answers(target: Target) -> str:
    person = target.person()
    names = (person.name, person.name.upper(), f"x{secrets.token_hex(6)}", "?")
    client = target.client()
    replies = [
        client.call("POST", path, json={"username": name, "password": "x"})
        for name in names
        for path in ("session/", "tokens/")
    ]
    assert len({(reply.status, reply.raw) for reply in replies}) == 1
    pages = {_page(target, name) for name in names[:3]}
    assert len(pages) == 1
    return "one answer for all"


def _page(target: Target, name: str) -> str:
    """The refusal, but for the name that is shown again and what differs each time."""
    reply = post(target.visitor(), "/account/login/", {"login": name, "password": "x"})
    start = reply.text.index("<main")
    lines = reply.text[start:].splitlines()
    return "\n".join(line for line in lines if "csrfmiddlewaretoken" not in line).replace(name, "")


@attack("who has an account: sign-in times", "wrong passwords for known and unknown names")
def times(target: Target) -> str:
    people = [target.person() for _ in range(4)]

    def guess(name: str) -> None:
        reply = target.client().call("POST", "session/", json={"username": name, "password": "x"})
        assert reply.status == 401

    return compared(lambda: guess(random.choice(people).name), lambda: guess(f"x{secrets.token_hex(6)}"))


@attack("who has an account: reset", "resets for known and unknown addresses: answers and times")
def resets(target: Target) -> str:
    people = itertools.cycle([target.person() for _ in range(4)])  # five a minute each
    places: set[tuple[int, str]] = set()

    def ask(address: str) -> None:
        browser = target.visitor()
        browser.get("/account/password/reset/")
        reply = post(browser, "/account/password/reset/", {"email": address})
        places.add((reply.status_code, reply.headers["location"]))

    told = compared(
        lambda: ask(f"{next(people).name}@example.com"),
        lambda: ask(f"{secrets.token_hex(6)}@example.com"),
        samples=12,
    )
    assert len(places) == 1
    return told


@attack("who has an account: registration", "names and addresses that are taken")
def registration(target: Target) -> str:
    person = target.person()
    client = target.client()
    taken = {"username": person.name, "email": "free@example.com", "password": person.password}
    assert client.call("POST", "accounts/", json=taken).body["field"] == "username"  # names are public
    address = taken | {"username": f"x{secrets.token_hex(4)}", "email": f"{person.name}@example.com"}
    for number in range(21):
        reply = client.call("POST", "accounts/", json=address)
        if reply.status == 429:
            return f"an address that is taken is told, {number + 1} a minute: docs/security.md, 6.3.8"
    raise AssertionError("addresses can be asked for without end")
