"""Accounts for a run: four players and a stranger, registered over the public API."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from .client import Client

SCOPES = ["read", "play"]


@dataclass(frozen=True)
class Person:
    """A name and its signed-in client."""

    name: str
    client: Client


@dataclass(frozen=True)
class Crew:
    """Who one thread plays with."""

    players: list[Person]
    stranger: Person
    anonymous: Client


def register(url: str) -> Person:
    """A new account with a bearer token."""
    name, password = f"e2e-{secrets.token_hex(6)}", secrets.token_urlsafe(16)
    door = Client(url)
    door.register(name, password)
    return Person(name, Client(url, door.token(name, password, SCOPES)))


def hire(url: str) -> Crew:
    """Register everyone that a thread needs."""
    return Crew([register(url) for _ in range(4)], register(url), Client(url))


def guest(url: str) -> Person:
    """Somebody who has come to play, without an account of their own."""
    body = Client(url).call("POST", "guests/").ok()
    return Person(body["name"], Client(url, body["token"]))


def guests(url: str) -> Crew:
    """As many as `hire` registers, sooner."""
    return Crew([guest(url) for _ in range(4)], guest(url), Client(url))
