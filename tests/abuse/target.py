"""The served product as an attacker has it: people, browsers and sockets, each from an address of its own."""

import itertools
import secrets
import socket as net
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import websockets.sync.client

from accounts.models import Scope, User
from tests.e2e.client import Client, Json
from tests.games.conftest import Socket

TABLE = {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:easy"}


@dataclass(frozen=True)
class Person:
    """An account, with its bearer token and a client that brings it."""

    name: str
    password: str
    token: str
    client: Client

    @property
    def credentials(self) -> Json:
        return {"username": self.name, "password": self.password}


class Target:
    def __init__(self, url: str, var: Path) -> None:
        self.url, self.var = url, var
        self.host = urlsplit(url).netloc
        self.said: set[str] = set()  # passwords, tokens, keys: what no log may hold
        self._numbers = itertools.count(1)

    def address(self) -> str:
        """One that nobody has called from: all of 127.0.0.0/8 is this machine."""
        number = next(self._numbers)
        return f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"

    def client(self, token: str | None = None, address: str | None = None) -> Client:
        return Client(self.url, token, address or self.address())

    def person(self, *scopes: Scope) -> Person:
        """A new account, registered as anybody registers."""
        name, password = f"p{secrets.token_hex(6)}", secrets.token_urlsafe(16)
        door = self.client()
        door.register(name, password)
        token = door.token(name, password, list(scopes or Scope))
        self.said |= {password, token}
        return Person(name, password, token, self.client(token))

    def staff(self) -> Person:
        """Somebody with every power, which nobody can come by from outside."""
        person = self.person()
        User.objects.filter(username=person.name).update(is_staff=True, is_superuser=True)
        return person

    def visitor(self) -> httpx.Client:
        """A browser without cookies."""
        transport = httpx.HTTPTransport(local_address=self.address())
        return httpx.Client(
            base_url=self.url, transport=transport, timeout=30, headers={"Accept-Language": "en"}
        )

    def browser(self, person: Person) -> httpx.Client:
        """A person's browser, signed in on the page."""
        browser = self.visitor()
        form = {"login": person.name, "password": person.password}
        assert post(browser, "/account/login/", form).status_code == 302
        self.said.add(browser.cookies["sessionid"])
        return browser

    def socket(
        self,
        where: str,
        token: str | None = None,
        address: str | None = None,
        query: str = "",
        **headers: str,
    ) -> Socket:
        """`where` is `lobby` or `matches/ID`."""
        if token:
            headers["Authorization"] = f"Bearer {token}"
        connection = websockets.sync.client.connect(
            f"ws://{self.host}/ws/v1/{where}/?{query}",
            additional_headers=headers,
            source_address=(address or self.address(), 0),
            proxy=None,
        )
        return Socket(connection, "LobbyFrame" if where == "lobby" else "MatchFrame")

    def line(self, address: str | None = None, receive_buffer: int | None = None) -> net.socket:
        """A connection to write bytes to."""
        line = net.socket()
        if receive_buffer:
            line.setsockopt(net.SOL_SOCKET, net.SO_RCVBUF, receive_buffer)
        line.settimeout(30)
        line.bind((address or self.address(), 0))
        host, port = self.host.split(":")
        line.connect((host, int(port)))
        return line


def post(browser: httpx.Client, path: str, form: Json) -> httpx.Response:
    """A form as our own pages send it."""
    if "csrftoken" not in browser.cookies:
        browser.get("/account/login/")
    return browser.post(path, data=form, headers={"X-CSRFToken": browser.cookies["csrftoken"]})


def call(browser: httpx.Client, method: str, path: str, body: Any = None) -> httpx.Response:
    """An API call as our own pages send it."""
    if "csrftoken" not in browser.cookies:
        browser.get("/account/login/")
    headers = {"X-CSRFToken": browser.cookies["csrftoken"]}
    return browser.request(method, f"/api/v1/{path}", json=body or {}, headers=headers)
