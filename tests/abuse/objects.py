"""Another person's things, by their ids: each call and each page, in each method."""

from typing import Any

from accounts.models import Application
from tests.abuse.attacks import attack
from tests.abuse.forgeries import UNSAFE, addressed
from tests.abuse.target import TABLE, Person, Target, post
from tests.games.test_hidden_cards import filled, routes

# About a player, not of the player's: whoever follows, blocks or looks up does so to themselves.
ABOUT = ("{name}",)
BODIES: list[Any] = [
    {},
    {"seat": "E"},
    {"action": "pass"},
    {"kind": "phrase", "value": "hello"},
    {"bot": "easy"},
]


def private_table(victim: Person) -> str:
    return str(victim.client.create("levant-41", TABLE, visibility="private").ok()["id"])


def belongings(victim: Person, match: str) -> Any:
    """What of the victim's an attacker would change."""
    client = victim.client
    account, playing = client.call("GET", "account/").ok(), client.call("GET", "account/playing/").ok()
    tokens = [token["id"] for token in client.call("GET", "tokens/").ok()["results"]]
    seats = client.detail(match).ok()["state"]["seats"]
    said = client.call("GET", f"matches/{match}/messages/").ok()
    return account, playing["seeks"], tokens, seats, said


@attack("IDOR on calls", "every call that names an object, as a stranger, with the victim's ids")
def calls(target: Target) -> str:
    victim, stranger = target.person(), target.person()
    match = private_table(victim)
    seek = victim.client.call("POST", "seeks/", json={"rulesets": ["levant-41"], "rated": False}).ok()["id"]
    token = victim.client.call("GET", "tokens/").ok()["results"][0]["id"]
    ids = {"match_id": match, "seek_id": seek, "token_id": token}
    before, tried = belongings(victim, match), 0
    for path, methods in target.client().call("GET", "schema/").ok()["paths"].items():
        if "{" not in path or any(name in path for name in ABOUT) or "{problem_id}" in path:
            continue
        address = addressed(path.removeprefix("/api/v1/"), ids, match)
        if "{ladder}" in path:
            continue
        for method in methods:
            for body in BODIES if method in UNSAFE else BODIES[:1]:
                for client in (stranger.client, target.client()):
                    reply = client.call(method.upper(), address, json=body)
                    assert reply.status in (400, 401, 403, 404), (
                        method,
                        address,
                        body,
                        reply.status,
                        reply.raw,
                    )
                    tried += 1
    assert belongings(victim, match) == before
    assert tried > 100
    return f"{tried} requests, each 400 to 404; nothing of the victim's has changed"


@attack("IDOR on pages", "every address of the router with a private match, another's application; the admin")
def pages(target: Target) -> str:
    victim, stranger = target.person(), target.person()
    browser, match = target.browser(victim), private_table(victim)
    form = {"name": "mine", "redirect_uris": "https://example.org/back"}
    assert post(browser, "/account/applications/", form).status_code == 302
    application = Application.objects.get(owner__username=victim.name)
    attacker, tried = target.browser(stranger), 0
    for route in routes():
        if route.startswith("/api/") or "logout" in route:
            continue
        reply = attacker.get(filled(route, match, victim.name))
        assert f"{victim.name}@example.com" not in reply.text, route
        assert not (route.startswith("/admin/") and reply.status_code == 200), route
        tried += 1
    path = f"/account/applications/{application.pk}/delete/"
    assert post(attacker, path, {}).status_code == 404
    assert Application.objects.filter(pk=application.pk).exists()
    return f"{tried} pages show nothing of it; the application stays"


@attack("another's match, live", "socket, stream, ticket and lists, of a private table")
def live(target: Target) -> str:
    victim, stranger = target.person(), target.person()
    match = private_table(victim)
    for token in (stranger.token, None):
        assert target.socket(f"matches/{match}", token).closed() == 4403
        assert target.client(token).call("GET", f"matches/{match}/stream/").status == 403
    ticket = stranger.client.call("POST", "tickets/").ok()["ticket"]
    target.said.add(ticket)
    assert target.socket(f"matches/{match}", query=f"ticket={ticket}").closed() == 4403
    listed = stranger.client.listed(player=victim.name)
    assert match not in {row["id"] for row in listed}
    return "4403, 403, and no list has it"
