"""Fields that no client has a say in, sent all the same."""

from typing import Any

from accounts.models import User
from games.models import Match
from tests.abuse.attacks import attack
from tests.abuse.target import TABLE, Target, post
from tests.e2e.client import Client

POWERS: dict[str, Any] = {
    "is_staff": True,
    "is_superuser": True,
    "is_active": False,
    "is_guest": True,
    "id": "00000000-0000-4000-8000-000000000000",
    "created_at": "2001-01-01T00:00:00Z",
    "user_permissions": [1],
    "groups": [1],
    "rating": 3000,
    "email_verified": True,
    "scopes": ["account"],
}


@attack(
    "mass assignment: accounts", "registering, signing up and PATCH with powers, ids, ratings, another name"
)
def accounts(target: Target) -> str:
    person = target.person()
    body = {"username": f"m{person.name[1:]}", "email": f"m{person.name}@example.com"}
    made = target.client().call("POST", "accounts/", json=body | POWERS | {"password": person.password})
    assert made.status == 201 and made.body["id"] != POWERS["id"]
    changed = person.client.call(
        "PATCH", "account/", json=POWERS | {"username": "boss", "email": "x@example.org"}
    )
    assert changed.status == 200
    form = {"username": f"w{person.name[1:]}", "email": f"w{person.name}@example.com"}
    passwords = {"password1": person.password, "password2": person.password}
    assert post(target.visitor(), "/account/signup/", form | passwords | POWERS).status_code == 302
    for name in (body["username"], person.name, form["username"]):
        user = User.objects.get(username=name)
        assert (user.is_staff, user.is_superuser, user.is_active, user.is_guest) == (
            False,
            False,
            True,
            False,
        )
        assert not user.user_permissions.exists() and not user.groups.exists()
        assert user.created_at.year > 2001
    return "201, 200 and 302, and none of it has come to be"


@attack("mass assignment: tokens", "another's user, an expiry, an id; more scopes than its parent's")
def tokens(target: Target) -> str:
    person, other = target.person(), target.person()
    body = {"name": "x", "scopes": ["read"], "user": other.name, "id": "x", "expires_at": None, "grant": "x"}
    made = person.client.call("POST", "tokens/", json=body).ok()
    assert made["id"] != "x"
    assert target.client(made["token"]).call("GET", "account/").ok()["username"] == person.name
    return "it is the asker's"


@attack(
    "mass assignment: tables", "rated, host, status, score, seed, another's seat; a seek for somebody else"
)
def tables(target: Target) -> str:
    person, other = target.person(), target.person()
    extra = {"host": other.name, "status": "finished", "score": {"NS": 40, "EW": 0}, "server_seed": "00" * 32}
    made = person.client.create("levant-41", TABLE, **extra).ok()
    match = Match.objects.get(pk=made["id"])
    assert (str(match.host), match.status, match.score_ns) == (person.name, "live", 0)
    assert bytes(match.server_seed) != bytes(32)
    assert person.client.call("POST", "matches/", json=_rated()).code == "invalid"
    _cannot_seat(person.client, other.name)
    open_ = person.client.create("levant-41", {"N": "me"}).ok()["id"]
    other.client.join(open_, "E", person=person.name, player={"kind": "bot", "id": "bot:easy"}).ok()
    assert other.client.detail(open_).ok()["state"]["seats"]["E"]["player"]["name"] == other.name
    seek = other.client.call(
        "POST", "seeks/", json=_seek() | {"owner": person.name, "status": "matched"}
    ).ok()
    assert (seek["owner"], seek["status"]) == (other.name, "waiting")
    return "ignored, or 400 `invalid`"


def _rated() -> dict[str, Any]:
    return {"ruleset": "levant-41", "seats": TABLE, "rated": True}


def _seek() -> dict[str, Any]:
    return {"rulesets": ["cardems"], "rated": False}


def _cannot_seat(client: Client, name: str) -> None:
    for occupant in (name, f"human:{name}", f"user:{name}", {"person": name}):
        assert client.create("levant-41", TABLE | {"E": occupant}).code == "invalid", occupant
