"""Other people's pages, that would use a visitor's session."""

from typing import Any

from tests.abuse.attacks import attack
from tests.abuse.target import TABLE, Target, call

FORBIDDEN = 4403


def foreign(target: Target) -> list[str]:
    return ["https://evil.example", "null", f"http://{target.host}.evil.example", "http://["]


@attack(
    "foreign Origin, sockets",
    "a session from foreign, null, look-alike and missing origins; a bearer from one",
)
def sockets(target: Target) -> str:
    person = target.person()
    browser = target.browser(person)
    where = f"matches/{person.client.create('levant-41', TABLE).ok()['id']}"
    cookie = f"sessionid={browser.cookies['sessionid']}"
    ours = target.socket(where, Cookie=cookie, Origin=target.url)
    assert hand_of(ours.next("snapshot"))
    for origin in foreign(target):
        assert target.socket(where, Cookie=cookie, Origin=origin).closed() == FORBIDDEN, origin
    assert target.socket(where, Cookie=cookie).closed() == FORBIDDEN
    assert hand_of(target.socket(where, person.token, Origin="https://evil.example").next("snapshot"))
    return f"closed with {FORBIDDEN}; a bearer, which no page is sent by itself, may"


def hand_of(snapshot: Any) -> Any:
    return snapshot["state"]["deal"]["hands"]["N"]


@attack("foreign Origin, calls", "a session with its CSRF token from a foreign or null origin")
def calls(target: Target) -> str:
    browser = target.browser(target.person())
    assert call(browser, "PATCH", "account/", {"country": "LB"}).status_code == 200
    token = browser.cookies["csrftoken"]
    for origin in foreign(target)[:3]:
        headers = {"Origin": origin, "X-CSRFToken": token}
        reply = browser.request("PATCH", "/api/v1/account/", json={"country": "SY"}, headers=headers)
        assert (reply.status_code, reply.json()["code"]) == (403, "forbidden")
    assert browser.get("/api/v1/account/").json()["country"] == "LB"
    return "403 `forbidden`"


@attack("foreign Origin, reading", "what CORS lets another page read")
def reading(target: Target) -> str:
    browser = target.browser(target.person())
    evil = {"Origin": "https://evil.example"}
    answer = browser.get("/api/v1/account/", headers=evil)
    assert answer.headers["access-control-allow-origin"] == "*"  # a browser drops cookies' answers for this
    assert "access-control-allow-credentials" not in answer.headers
    for path in ("/account/email/", "/en/", "/admin/", "/health/"):
        assert "access-control-allow-origin" not in browser.get(path, headers=evil).headers, path
    return "`*` without credentials, under /api/ only"
