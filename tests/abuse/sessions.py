"""Sessions that are planted, copied or kept."""

import secrets

import httpx

from accounts.models import Scope
from tests.abuse.attacks import attack
from tests.abuse.target import TABLE, Target, call, post

NEW_PASSWORD = "another long secret"


def is_signed_in(browser: httpx.Client) -> bool:
    return browser.get("/api/v1/account/").status_code == 200


def is_good(target: Target, key: str) -> bool:
    with target.visitor() as thief:
        thief.cookies["sessionid"] = key
        return is_signed_in(thief)


@attack("session fixation", "a key that was planted, or a guest's that was copied, before its owner signs in")
def fixation(target: Target) -> str:
    person = target.person()
    planted = secrets.token_hex(16)
    for path, body in (("session/", person.credentials), ("", None)):
        browser = target.visitor()
        browser.cookies.set("sessionid", planted, domain=browser.base_url.host)
        if body:
            assert browser.post(f"/api/v1/{path}", json=body).status_code == 200
        else:
            form = {"login": person.name, "password": person.password}
            assert post(browser, "/account/login/", form).status_code == 302
        keys = {cookie.value for cookie in browser.cookies.jar if cookie.name == "sessionid"}
        assert keys - {planted}
        assert not is_good(target, planted)
    guest = target.visitor()
    assert guest.post("/api/v1/guests/", headers={"Origin": target.url}).status_code == 201
    copied = guest.cookies["sessionid"]
    assert is_good(target, copied)
    assert guest.post("/api/v1/session/", json=person.credentials).status_code == 200
    assert guest.cookies["sessionid"] != copied
    assert not is_good(target, copied)
    return "a new key at each sign-in; the old one is worth nothing"


@attack("signing a browser in", "to the attacker's account, from a foreign page")
def planted_account(target: Target) -> str:
    person = target.person()
    for origin in ("https://evil.example", "null"):
        visitor = target.visitor()
        reply = visitor.post("/api/v1/session/", json=person.credentials, headers={"Origin": origin})
        assert (reply.status_code, reply.json()["code"]) == (403, "forbidden")
        assert "sessionid" not in visitor.cookies
    form = {"login": person.name, "password": person.password}
    assert target.visitor().post("/account/login/", data=form).status_code == 403
    return "403"


@attack(
    "a stolen session, kept", "signing out, and a new password, with sockets open by session and by token"
)
def kept(target: Target) -> str:
    person = target.person()
    victim, thief = target.browser(person), target.browser(person)
    where = f"matches/{person.client.create('levant-41', TABLE).ok()['id']}"
    cookie = f"sessionid={thief.cookies['sessionid']}"
    listening = target.socket(where, Cookie=cookie, Origin=target.url)
    program = target.socket(where, person.token)
    assert listening.head() and program.head()
    form = {"oldpassword": person.password, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert post(victim, "/account/password/change/", form | {"end_programs": "on"}).status_code == 302
    assert (listening.closed(), program.closed()) == (4401, 4401)
    assert not is_signed_in(thief)
    assert person.client.call("GET", "account/").status == 401
    assert is_signed_in(victim)
    copied = victim.cookies["sessionid"]
    assert call(victim, "DELETE", "session/").status_code == 204
    assert not is_good(target, copied)
    return "sockets close at once, keys and tokens are void"


@attack(
    "a token that gives more",
    "a token of `read` asks for one of `account`; a play token signs the account away",
)
def more_scopes(target: Target) -> str:
    reader, player = target.person(Scope.READ).client, target.person(Scope.PLAY).client
    for client in (reader, player):
        wish = {"name": "more", "scopes": ["account"]}
        assert client.call("POST", "tokens/", json=wish).code == "scope_required"
        assert client.call("DELETE", "account/", json={"password": "x"}).code == "scope_required"
        assert client.call("PATCH", "account/", json={"kind": "bot"}).code == "scope_required"
    assert player.call("GET", "account/").code == "scope_required"
    assert reader.create("levant-41", TABLE).code == "scope_required"
    return "403 `scope_required`"
