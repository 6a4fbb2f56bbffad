"""More requests than one may send: of an address, a token, a person, by what they do."""

import itertools
from collections.abc import Callable
from http import HTTPStatus

from tests.abuse.attacks import attack
from tests.abuse.target import TABLE, Target
from tests.e2e.client import Json, Reply

REFUSED = HTTPStatus.TOO_MANY_REQUESTS
SIGN_IN = ("POST", "session/")


def guess(number: int) -> Json:
    """A password for another account each time, refused for its length before it costs a hash."""
    return {"username": f"nobody-{number}", "password": "x" * 257}


def until_refused(ask: Callable[[], int], limit: int) -> int:
    """How many are answered before the first 429. A run may begin in one window and end in the next."""
    for number in range(2 * limit + 1):
        if ask() == REFUSED:
            return number
    raise AssertionError(f"{2 * limit + 1} and none refused")


@attack("flood of an address", "calls without a token, one after the other")
def an_address(target: Target) -> str:
    client, other = target.client(), target.client()
    answered = until_refused(lambda: client.call("GET", "rulesets/").status, 600)
    reply = client.call("GET", "rulesets/")
    assert (reply.code, reply.headers["Retry-After"].isdigit()) == ("throttled", True)
    assert other.call("GET", "rulesets/").status == 200
    return f"429 after {answered}; another address is answered"


@attack("flood of a token", "calls with one token from ten addresses")
def a_token(target: Target) -> str:
    person = target.person()
    clients = itertools.cycle([target.client(person.token) for _ in range(10)])
    answered = until_refused(lambda: next(clients).call("GET", "account/").status, 600)
    return f"429 after {answered}"


@attack("flood of unknown tokens", "calls with tokens that nobody has, from one address")
def unknown_tokens(target: Target) -> str:
    address, numbers = target.address(), itertools.count()

    def ask() -> int:
        return target.client(f"tarneeb_{next(numbers)}", address).call("GET", "account/").status

    return f"429 after {until_refused(ask, 600)}"


@attack("flood of a person", "calls with three tokens from three addresses")
def a_person(target: Target) -> str:
    person = target.person()
    tokens = [target.client().token(person.name, person.password, ["read"]) for _ in range(3)]
    clients = itertools.cycle([target.client(token) for token in tokens])
    replies: list[Reply] = []

    def ask() -> int:
        replies.append(next(clients).call("GET", "account/"))
        return replies[-1].status

    answered = until_refused(ask, 1200)
    assert '"person";r=0' in replies[-1].headers["RateLimit"]
    return f"429 after {answered}"


@attack("flood of pages", "pages, one after the other")
def pages(target: Target) -> str:
    browser, other = target.visitor(), target.visitor()
    answered = until_refused(lambda: browser.get("/robots.txt").status_code, 1200)
    assert other.get("/robots.txt").status_code == 200
    return f"429 after {answered}; another address is answered"


@attack("flood of passwords", "requests with a password for as many accounts, from one address", short=True)
def passwords(target: Target) -> str:
    client, numbers = target.client(), itertools.count()
    return f"429 after {until_refused(lambda: client.call(*SIGN_IN, json=guess(next(numbers))).status, 20)}"


@attack("flood of guests", "guests made from one address")
def guests(target: Target) -> str:
    client = target.client()
    return f"429 after {until_refused(lambda: client.call('POST', 'guests/').status, 60)}"


@attack("flood of messages", "messages at one's table")
def messages(target: Target) -> str:
    person = target.person()
    match = person.client.create("levant-41", TABLE).ok()["id"]
    body = {"kind": "phrase", "value": "hello"}
    answered = until_refused(
        lambda: person.client.call("POST", f"matches/{match}/messages/", json=body).status, 5
    )
    return f"429 after {answered}"


@attack("flood of reports", "reports of one player by another")
def reports(target: Target) -> str:
    person, other = target.person(), target.person()
    body = {"player": other.name, "reason": "stalling"}
    return f"429 after {until_refused(lambda: person.client.call('POST', 'reports/', json=body).status, 20)}"


@attack("flood of tables", "casual tables opened by one person")
def tables(target: Target) -> str:
    person = target.person()
    replies = [person.client.create("levant-41", TABLE) for _ in range(11)]
    assert [reply.status for reply in replies] == [201] * 10 + [409]
    return "ten, then 409"
