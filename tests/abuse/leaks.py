"""Errors are provoked, and then every log is searched for what no log may hold."""

import os
import re
import secrets
import signal
from contextlib import suppress
from pathlib import Path

from django.contrib.sessions.models import Session
from django.db import connections
from websockets.exceptions import ConnectionClosed

from accounts.models import User
from games.models import LoggedEvent, Match
from tests.abuse.attacks import attack
from tests.abuse.target import TABLE, Person, Target, post
from tests.e2e import victims
from tests.games.test_hidden_cards import CARD

# As many cards in a line are a hand; one or two letters and digits may be anything.
HAND = 5
FORGED = "FORGED-LINE"
# Hashes and addresses, also of accounts that came to nothing.
NEVER = ("argon2", "@example.com")


def provoke(target: Target, person: Person, match: str) -> None:
    """What is refused and what goes wrong, with secrets in every place that a request has."""
    client, name = person.client, f"x{secrets.token_hex(5)}"
    twice = {"username": name, "email": f"{name}@example.com", "password": person.password}
    for _ in range(2):  # the second meets a constraint
        target.client().call("POST", "accounts/", json=twice)
    client.call("POST", f"matches/{match}/actions/", json={"action": "play", "card": "SA", "x": person.token})
    client.call("GET", f"matches/{match}/?at=1&token={person.token}")
    client.call("POST", "tokens/", content=f'{{"password": "{person.password}"'.encode())
    client.call("GET", f"matches/{match}/%0a{FORGED}")
    target.visitor().get(f"/x%0d%0a{FORGED}", headers={"User-Agent": f"x %0a{FORGED}"})
    target.client("tarneeb_" + secrets.token_urlsafe(32)).call("GET", "account/")
    post(target.visitor(), "/account/login/", {"login": person.name, "password": person.password + "x"})
    post(
        target.browser(person),
        "/account/password/change/",
        {"oldpassword": person.password, "password1": "x"},
    )
    target.socket(f"matches/{match}", person.token).send(
        {"type": "action", "id": "1", "password": person.password}
    )


def stop_the_servers(target: Target, person: Person, match: str) -> None:
    """Statements and commands that are cut off in their midst."""
    for name in ("postgres", "valkey"):
        with target.socket(f"matches/{match}", person.token).connection as connection:
            hit = victims.strike([name], signal.SIGKILL)
            person.client.detail(match)
            person.client.create("levant-41", TABLE)
            with suppress(ConnectionClosed):  # sent away with 1012, as who has come just then may be
                connection.send('{"type": "action", "id": "2", "action": "pass"}')
            victims.await_return(hit)
            victims.await_health(target.url)
    connections.close_all()  # our own to the database broke too


def secrets_of(target: Target, match: str) -> set[str]:
    """Of people, by what was sent; of the service, by what it keeps."""
    seeds = {bytes(seed).hex() for seed in Match.objects.values_list("server_seed", flat=True)}
    hashes = set(User.objects.exclude(password="").values_list("password", flat=True))
    servers = {os.environ[name] for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SECRET_KEY")}
    keys = set(Session.objects.values_list("session_key", flat=True))
    return {text for text in target.said | seeds | hashes | servers | keys if text}


def logs(var: Path) -> list[Path]:
    return [path for path in (var / "log").rglob("*") if path.is_file()]


def search(target: Target, match: str) -> str:
    known, size = secrets_of(target, match), 0
    hands = set(re.findall(r"[SHDC][2-9TJQKA]", str(_dealt(match))))
    assert len(hands) == 52
    for path in logs(target.var):
        text = path.read_text(errors="replace")
        size += len(text)
        found = {secret[:8] + "…" for secret in (*known, *NEVER) if secret in text}
        assert not found, f"{path.name} has {found}"
        for line in text.splitlines():
            assert not line.startswith(FORGED), path.name
            assert len(CARD.findall(line.encode())) < HAND, f"{path.name}: {line[:200]}"
    return f"{len(known)} secrets and no hands in {len(logs(target.var))} logs of {size:,} characters"


def _dealt(match: str) -> object:
    return LoggedEvent.objects.get(match_id=match, type="deal_started", data__deal=1).data["hands"]


@attack(
    "secrets in logs",
    "refused requests, constraints met, wrong passwords, with secrets in every place",
    short=True,
)
def in_logs(target: Target) -> str:
    person = target.person()
    match = person.client.create("levant-41", TABLE).ok()["id"]
    provoke(target, person, match)
    return search(target, match)


@attack("secrets in error reports", "the same, and both servers of data killed while people play")
def in_reports(target: Target) -> str:
    person = target.person()
    match = person.client.create("levant-41", TABLE).ok()["id"]
    provoke(target, person, match)
    stop_the_servers(target, person, match)
    return search(target, match)
