"""A small client of the public REST contract."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import httpx

Json = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """One answer: status, headers and raw body."""

    status: int
    headers: httpx.Headers
    raw: bytes
    request: str

    @property
    def body(self) -> Any:
        """The body, parsed."""
        return json.loads(self.raw)

    @property
    def code(self) -> str | None:
        """The error code, if the body has one."""
        body = self.body if self.raw else None
        return body.get("code") if isinstance(body, dict) else None

    def ok(self) -> Json:
        """The body of a success; raises Refused for anything else."""
        if not 200 <= self.status < 300:
            raise Refused(f"{self.request}: {self.status} {self.raw[:300]!r}")
        body: Json = self.body if self.raw else {}
        return body


class Refused(Exception):
    """The server refused a call that had to succeed."""


class Client:
    """Calls under /api/v1/, signed in by bearer token or not at all."""

    def __init__(self, url: str, token: str | None = None, address: str | None = None) -> None:
        """`address` is where calls come from, on a machine with several."""
        headers = {"Accept-Language": "en"} | ({"Authorization": f"Bearer {token}"} if token else {})
        # A kept connection is given up before the server does, which is after five idle seconds.
        kept = httpx.Limits(keepalive_expiry=3)
        self.http = httpx.Client(
            base_url=url.rstrip("/") + "/api/v1/",
            headers=headers,
            timeout=30,
            transport=httpx.HTTPTransport(limits=kept, local_address=address),
        )

    def call(self, method: str, path: str, **options: Any) -> Reply:
        """Any call; `options` as httpx has them."""
        response = self.http.request(method, path, **options)
        return Reply(response.status_code, response.headers, response.content, f"{method} {path}")

    def register(self, username: str, password: str) -> Json:
        """A new account."""
        body = {"username": username, "email": f"{username}@example.com", "password": password}
        return self.call("POST", "accounts/", json=body).ok()

    def token(self, username: str, password: str, scopes: list[str]) -> str:
        """A bearer token for an account."""
        body = {"username": username, "password": password, "name": "e2e", "scopes": scopes}
        return str(self.call("POST", "tokens/", json=body).ok()["token"])

    def create(self, ruleset: str | Json, seats: Json, **more: Any) -> Reply:
        """A casual table; `more` is clock, visibility, client_seed."""
        return self.call("POST", "matches/", json={"ruleset": ruleset, "rated": False, "seats": seats} | more)

    def join(self, match: str, seat: str, **more: Any) -> Reply:
        """Take an open seat; `more` is client_seed."""
        return self.call("POST", f"matches/{match}/join/", json={"seat": seat} | more)

    def act(self, match: str, action: Any, key: str | None = None) -> Reply:
        """One action: a JSON body, or raw bytes to post as they are."""
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        body = {"content": action} if isinstance(action, bytes) else {"json": action}
        return self.call("POST", f"matches/{match}/actions/", headers=headers, **body)

    def events(self, match: str, after: int = 0) -> Reply:
        """Events after a seq, at most 1,000."""
        return self.call("GET", f"matches/{match}/events/", params={"after": after})

    def all_events(self, match: str) -> list[Json]:
        """The whole log as this viewer may see it."""
        events: list[Json] = []
        while True:
            page = self.events(match, len(events)).ok()
            events += page["events"]
            if not page["events"] or len(events) >= page["head"]:
                return events

    def detail(self, match: str, at: int | None = None) -> Reply:
        """State and legal actions; `at` a seq of a finished match."""
        return self.call("GET", f"matches/{match}/", params={} if at is None else {"at": at})

    def fairness(self, match: str) -> Json:
        """Seed hash, seeds and the chain's head."""
        return self.call("GET", f"matches/{match}/fairness/").ok()

    def export(self, match: str) -> Reply:
        """The record of a finished match as JSON."""
        return self.call("GET", f"matches/{match}/export/", params={"format": "json"})

    def listed(self, **filters: str) -> list[Json]:
        """The first pages (at most ten) of matches/ under these filters."""
        reply = self.call("GET", "matches/", params=filters).ok()
        rows: list[Json] = list(reply["results"])
        for _ in range(9):
            if not reply["next"]:
                break
            reply = self.call("GET", reply["next"]).ok()
            rows += reply["results"]
        return rows
