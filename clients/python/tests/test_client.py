"""Calls as they are sent, answers as they come back: both clients, over a transport in this process."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from tarneeb import ApiError, AsyncClient, Client, Disconnected, calls, patience

URL = "https://tarneeb.example"
Handler = Callable[[httpx.Request], httpx.Response]


def client_of(handler: Handler, **more: Any) -> Client:
    client = Client(URL, "secret", **more)
    client.http = httpx.Client(
        base_url=client.access.api, headers=client.access.headers, transport=httpx.MockTransport(handler)
    )
    return client


def async_client_of(handler: Handler, **more: Any) -> AsyncClient:
    client = AsyncClient(URL, "secret", **more)
    client.http = httpx.AsyncClient(
        base_url=client.access.api, headers=client.access.headers, transport=httpx.MockTransport(handler)
    )
    return client


class Answers:
    """Gives one after the other, and keeps what was asked."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer.status_code, content=answer.content, headers=answer.headers)


def refused(status: int, code: str, **headers: str) -> httpx.Response:
    return httpx.Response(status, json={"code": code, "detail": "No.", "field": "seat"}, headers=headers)


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was waited for: nobody does."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("tarneeb.client.time", SimpleNamespace(sleep=waited.append))
    monkeypatch.setattr("tarneeb.client.asyncio", SimpleNamespace(sleep=sleep))
    return waited


def test_a_call_is_a_value_that_both_clients_send_alike() -> None:
    answers = Answers(*(httpx.Response(201, json={"seq": 9, "events": []}) for _ in range(2)))
    done = client_of(answers).act("m", {"action": "pass"}, key="k", expected_seq=8)
    assert done == asyncio.run(async_client_of(answers).act("m", {"action": "pass"}, key="k", expected_seq=8))
    one, other = answers.asked
    assert str(one.url) == str(other.url) == f"{URL}/api/v1/matches/m/actions/"
    assert one.content == other.content == b'{"action":"pass","expected_seq":8}'
    assert one.headers["Idempotency-Key"] == "k"
    assert one.headers["Authorization"] == "Bearer secret"


def test_what_is_left_out_is_not_sent() -> None:
    assert Client.open_match("levant-41", {"N": "me"}).body == {"ruleset": "levant-41", "seats": {"N": "me"}}
    assert calls.player("لَيلى/x").path.count("/") == 2


def test_a_refusal_is_raised() -> None:
    with pytest.raises(ApiError, match=r"seat_taken: No\.") as raised:
        client_of(Answers(refused(409, "seat_taken"))).join("m", "N")
    error = raised.value
    assert (error.code, error.detail, error.status, error.field) == ("seat_taken", "No.", 409, "seat")


def test_a_refusal_by_somebody_else_has_a_code_too() -> None:
    with pytest.raises(ApiError) as raised:
        client_of(Answers(httpx.Response(413, text="<h1>Too large</h1>"))).create_guest()
    assert raised.value.code == "http_413"


def test_an_answer_without_a_body_is_none() -> None:
    answer = cast(Any, client_of(Answers(httpx.Response(204)))).follow("layla")
    assert answer is None


def test_it_waits_out_a_limit_if_asked(pauses: list[float]) -> None:
    ok = httpx.Response(201, json={"name": "guest", "token": "t"})
    limit = refused(429, "throttled", **{"Retry-After": "7"})
    with pytest.raises(ApiError) as raised:
        client_of(Answers(limit)).create_guest()
    assert raised.value.retry_after == 7 and not pauses
    assert client_of(Answers(limit, ok), patience=10).create_guest()["name"] == "guest"
    assert asyncio.run(async_client_of(Answers(limit, ok), patience=10).create_guest())["name"] == "guest"
    assert pauses == [7, 7]


def test_patience_has_an_end(pauses: list[float]) -> None:
    limit = refused(429, "throttled", **{"Retry-After": "7"})
    with pytest.raises(ApiError):
        client_of(Answers(limit, limit), patience=10).create_guest()
    assert pauses == [7]


def test_what_is_lost_is_repeated_where_that_does_no_harm(pauses: list[float]) -> None:
    unsent = httpx.ConnectError("nobody there")
    assert client_of(Answers(unsent, httpx.Response(201, json={"id": "m"}))).rematch("m")["id"] == "m"
    pauses.clear()
    lost, ok = httpx.ReadError("lost"), httpx.Response(200, json={"seq": 9, "events": []})
    away = httpx.Response(503)
    client_of(Answers(lost, away, ok)).act("m", {"action": "pass"}, key="k")
    assert len(pauses) == 2
    answers = Answers(lost, ok)
    with pytest.raises(Disconnected):
        client_of(answers).act("m", {"action": "pass"})
    assert len(answers.asked) == 1


def test_it_gives_up_in_the_end(pauses: list[float]) -> None:
    with pytest.raises(Disconnected):
        client_of(Answers(*[httpx.ConnectError("lost")] * 20)).account()
    assert len(pauses) == len(patience.PAUSES)


def test_a_list_is_read_page_by_page_and_from_our_host_only() -> None:
    pages = (
        {"results": [{"name": "a"}, {"name": "b"}], "next": "http://elsewhere.example/?cursor=x%3D&limit=2"},
        {"results": [{"name": "c"}], "next": None},
    )
    answers = Answers(*[httpx.Response(200, json=page) for page in pages * 2])
    names = [player["name"] for player in client_of(answers).leaderboard("pair:levant-41")]

    async def read() -> list[str]:
        return [player["name"] async for player in async_client_of(answers).leaderboard("pair:levant-41")]

    assert names == asyncio.run(read()) == ["a", "b", "c"]
    assert {request.url.host for request in answers.asked} == {"tarneeb.example"}
    assert answers.asked[1].url.params["cursor"] == "x="
    assert answers.asked[1].url.path == "/api/v1/leaderboards/pair:levant-41/"
