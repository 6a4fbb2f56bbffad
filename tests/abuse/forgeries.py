"""Requests that another page makes a signed-in browser send: every unsafe call, and a form to every page."""

import re
from collections.abc import Iterator

import httpx

from tests.abuse.attacks import attack
from tests.abuse.target import TABLE, Target
from tests.games.test_hidden_cards import filled, routes

UNSAFE = ("post", "put", "patch", "delete")
# No session counts there: an account or guest is made for nobody, OAuth goes by codes.
WITHOUT_SESSION = {"/api/v1/accounts/", "/api/v1/guests/"}
# Guarded by its Origin, as nobody has a CSRF token that means anything before (sessions.py tries it).
BY_ORIGIN = ("/api/v1/session/", "post")


def calls_of(target: Target) -> Iterator[tuple[str, str]]:
    """Every unsafe call that the API's own document has."""
    paths = target.client().call("GET", "schema/").ok()["paths"]
    for path, methods in paths.items():
        yield from ((path, method) for method in methods if method in UNSAFE)


def addressed(path: str, ids: dict[str, str], otherwise: str) -> str:
    """A path of the document with ids in it."""
    return re.sub(r"{(\w+)}", lambda found: ids.get(found[1], otherwise), path)


@attack("CSRF on calls", "every unsafe call with a session, without its token", short=True)
def calls(target: Target) -> str:
    person = target.person()
    browser = target.browser(person)
    match = person.client.create("levant-41", TABLE).ok()["id"]
    tried = 0
    for path, method in calls_of(target):
        if path in WITHOUT_SESSION or (path, method) == BY_ORIGIN:
            continue
        address = addressed(path, {"name": person.name}, match)
        reply = browser.request(method, address, json={})
        assert (reply.status_code, reply.json()["code"]) == (403, "forbidden"), (method, address, reply.text)
        tried += 1
    assert tried >= 20
    return f"403 `forbidden` from each of {tried}"


@attack("CSRF on pages", "a form to every other address that the router has, as staff who are signed in")
def pages(target: Target) -> str:
    person = target.staff()
    browser = target.browser(person)
    match = person.client.create("levant-41", TABLE).ok()["id"]
    open_ = [
        f"{path}: {reply.status_code}"
        for path in dict.fromkeys(filled(route, match, person.name) for route in routes())
        if not path.startswith(("/api/", "/oauth/token/", "/oauth/revoke/"))
        and not is_refused(reply := browser.post(path, data={"x": "y"}, follow_redirects=False))
    ]
    assert not open_, open_
    assert browser.get("/admin/").status_code == 200  # still signed in
    return "403 from each that takes forms, 404 or 405 from the rest"


def is_refused(reply: httpx.Response) -> bool:
    """Redirects to another address, by which nothing is done, count too."""
    if reply.status_code == 302:
        return reply.headers["location"].split("?")[0] != "/"
    return reply.status_code in (301, 403, 404, 405)
