"""Markup in whatever people may write, looked for on every page, also by staff."""

import httpx

from tests.abuse.attacks import attack
from tests.abuse.target import TABLE, Target, call, post
from tests.games.test_hidden_cards import filled, routes

TEXT = """"'><svg onload=alert(1)></script><script>alert(2)</script>{{7*7}}{%csrf%}"""
RAW = ("<svg onload", "<script>alert")
NAMES = ("<b>x</b>", 'a"onload=', "x'y", "a&b", "{{x}}", "javascript:x", "a/../b", "a\r\nb")


@attack("markup in names", "accounts whose names are markup, quotes, paths, line ends", short=True)
def names(target: Target) -> str:
    for name in NAMES:
        body = {"username": name, "email": "x@example.org", "password": "a long enough secret"}
        reply = target.client().call("POST", "accounts/", json=body)
        assert (reply.code, reply.body["field"]) == ("invalid", "username"), name
    return "400: letters of one alphabet, digits, _ and - only"


@attack(
    "markup in texts",
    "messages, reports, names of tokens and applications, on every page as player and staff",
)
def texts(target: Target) -> str:
    person, other, staff = target.person(), target.person(), target.staff()
    match = person.client.create("levant-41", TABLE).ok()["id"]
    said = {"kind": "text", "value": TEXT}
    person.client.call("POST", f"matches/{match}/messages/", json=said).ok()
    person.client.call("POST", "reports/", json={"player": other.name, "reason": "other", "text": TEXT}).ok()
    person.client.call("POST", "tokens/", json={"name": TEXT[:60], "scopes": ["read"]}).ok()
    browser = target.browser(person)
    form = {"name": TEXT[:60], "redirect_uris": "https://example.org/?x=%22%3E"}
    assert post(browser, "/account/applications/", form).status_code == 302
    shown = 0
    for reader in (browser, target.browser(staff)):
        for path in dict.fromkeys(filled(route, match, person.name) for route in routes()):
            if "logout" in path or "/stream/" in path or "/health/" in path:
                continue
            reply = reader.get(path)
            shown += "svg onload" in reply.text
            _check(path, reply)
    assert shown >= 3  # the scan is not blind: the texts are there, escaped or as JSON
    return f"shown by {shown} addresses, escaped or as JSON; a policy without inline scripts on each page"


def _check(path: str, reply: httpx.Response) -> None:
    assert reply.status_code < 500, path
    kind = reply.headers.get("content-type", "")
    if kind.startswith("text/html"):
        assert not any(raw in reply.text for raw in RAW), path
        policy = reply.headers["content-security-policy"]
        assert "script-src 'self'" in policy and "unsafe" not in policy, path
    assert reply.headers["x-content-type-options"] == "nosniff", path


@attack("addresses that run", "applications whose redirect is javascript: or data:; `next` to another site")
def redirects(target: Target) -> str:
    person = target.person()
    browser = target.browser(person)
    bad = [
        "javascript:alert(1)",
        "data:text/html,x",
        "http://evil.example/",
        "https://u:p@evil.example/",
        "//evil",
    ]
    for address in bad:
        assert (
            post(browser, "/account/applications/", {"name": "x", "redirect_uris": address}).status_code
            == 400
        )
    call(browser, "DELETE", "session/")
    for place in ("https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"):
        form = {"login": person.name, "password": person.password, "next": place}
        reply = post(target.visitor(), "/account/login/", form)
        assert reply.headers["location"] == "/en/", place
    assert (
        target.visitor().post("/en/language/", data={"language": "ar", "next": "//evil.example"}).status_code
        != 500
    )
    return "400; one lands on our own page"
