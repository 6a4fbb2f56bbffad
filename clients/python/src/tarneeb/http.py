"""Calls to requests, responses to answers; nothing is sent here."""

import json
from dataclasses import dataclass
from typing import Any, TypeVar, cast
from urllib.parse import parse_qsl, urlsplit

import httpx

from .calls import Call
from .errors import ApiError

T = TypeVar("T")


@dataclass(frozen=True)
class Access:
    """Where the service is, who asks (nobody without a token), and in which language."""

    url: str
    token: str | None = None
    language: str = "en"

    @property
    def headers(self) -> dict[str, str]:
        bearer = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {"Accept-Language": self.language, **bearer}

    @property
    def api(self) -> str:
        return f"{self.url.rstrip('/')}/api/v1/"

    def socket(self, path: str) -> str:
        return f"{self.url.rstrip('/').replace('http', 'ws', 1)}/ws/v1/{path}"


def request(http: httpx.Client | httpx.AsyncClient, call: Call[Any]) -> httpx.Request:
    return http.build_request(
        call.method, call.path, json=call.body, params=dict(call.query), headers=dict(call.headers)
    )


def answer(call: Call[T], response: httpx.Response) -> T:
    """Raises ApiError."""
    if not response.is_success:
        raise refusal(response)
    return cast(T, _read(response))


def _read(response: httpx.Response) -> Any:
    """JSON, one a line or one in all; else text, if any."""
    match response.headers.get("Content-Type", "").partition(";")[0]:
        case "application/json":
            return response.json()
        case "application/x-ndjson":
            return [json.loads(line) for line in response.content.split(b"\n") if line]
    return response.text or None


def refusal(response: httpx.Response) -> ApiError:
    """What a response that is no success says. What is not the service's own has a code by its status."""
    try:
        body = dict(response.json())
    except ValueError:
        body = {}
    after = response.headers.get("Retry-After", "")
    return ApiError(
        str(body.get("code", f"http_{response.status_code}")),
        str(body.get("detail", response.reason_phrase)),
        response.status_code,
        float(after) if after.isdigit() else None,
        body,
    )


def next_page(call: Call[T], page: Any) -> Call[T] | None:
    """By the query of the link alone: whatever host it names, the token goes to ours only."""
    link = page["next"]
    return Call(call.method, call.path, query=dict(parse_qsl(urlsplit(link).query))) if link else None
