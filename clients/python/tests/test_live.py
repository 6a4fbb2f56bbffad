"""Matches as they happen, from a socket and a stream of this process that break off and come back."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from frames import events, snapshot
from websockets.sync.server import Server, ServerConnection, serve

from tarneeb import ApiError, AsyncClient, Client, Disconnected
from tarneeb.live import Via

PASS = ("passed", {"seat": "N"})
END = (
    "match_finished",
    {"winner": None, "reason": "aborted", "score": {"NS": 0, "EW": 0}, "server_seed": ""},
)
Followed = tuple[list[str], Any]


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tarneeb.patience.PAUSES", (0.0,) * 8)


def follow(url: str, via: Via, http: Any, act: bool) -> Followed:
    """The types of the frames, to the end."""
    client, told = Client(url, "secret"), list[str]()
    client.http = http or client.http
    table = client.live("m", via)
    for frame in table:
        told.append(frame["type"])
        if act and table.legal:
            table.act({"action": "pass"})
    return told, table


def follow_async(url: str, via: Via, http: Any, act: bool) -> Followed:
    async def run() -> Followed:
        client, told = AsyncClient(url, "secret"), list[str]()
        client.http = http or client.http
        table = client.live("m", via)
        async for frame in table:
            told.append(frame["type"])
            if act and table.legal:
                await table.act({"action": "pass"})
        return told, table

    return asyncio.run(run())


@pytest.fixture(params=[follow, follow_async])
def followed(request: pytest.FixtureRequest) -> Any:
    return request.param


class Script:
    """A socket server that does one thing after the other, a connection each."""

    def __init__(self, *parts: Callable[[ServerConnection], None]) -> None:
        self.parts = list(parts)
        self.asked: list[tuple[dict[str, list[str]], str | None]] = []

    def __call__(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        query = parse_qs(urlsplit(socket.request.path).query)
        self.asked.append((query, socket.request.headers.get("Authorization")))
        self.parts.pop(0)(socket)


@pytest.fixture
def serving() -> Iterator[Callable[[Script], str]]:
    """Starts a server of sockets: its address."""
    servers: list[Server] = []

    def start(script: Script) -> str:
        server = serve(script, "127.0.0.1", 0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.socket.getsockname()[1]}"

    yield start
    for server in servers:
        server.shutdown()


def test_a_lost_action_is_sent_again_where_the_match_was_left(followed: Any, serving: Any) -> None:
    heard: list[Any] = []

    def breaks_off(socket: ServerConnection) -> None:
        socket.send(snapshot(5))
        heard.append(json.loads(socket.recv()))
        socket.close(1012)

    def goes_on(socket: ServerConnection) -> None:
        socket.send(events(6, legal=[]))
        heard.append(json.loads(socket.recv()))
        socket.send(json.dumps({"type": "ack", "id": heard[1]["id"], "seq": 6}))
        socket.send(events(6, PASS, END, phase="finished", legal=[]))

    script = Script(breaks_off, lambda socket: socket.close(1001), goes_on)
    told, table = followed(serving(script), "socket", None, True)
    assert told == ["snapshot", "events", "ack", "events"]
    assert heard[0] == heard[1] and heard[0]["expected_seq"] == 5
    assert script.asked == [({}, "Bearer secret")] + [({"after": ["5"]}, "Bearer secret")] * 2
    assert table.is_over and table.unconfirmed == {}


@pytest.mark.parametrize(
    ("close", "code"), [(4401, "not_signed_in"), (4403, "forbidden"), (4404, "not_found")]
)
def test_a_door_that_stays_shut(followed: Any, serving: Any, close: int, code: str) -> None:
    script = Script(lambda socket: socket.close(close))
    with pytest.raises(ApiError) as raised:
        followed(serving(script), "socket", None, False)
    assert raised.value.code == code


def test_a_service_that_stays_away(followed: Any) -> None:
    with pytest.raises(Disconnected):
        followed("http://127.0.0.1:1", "socket", None, False)


class Stream(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body in pieces, which may end in the middle of a line."""

    def __init__(self, *pieces: str, breaks: bool = False) -> None:
        self.pieces = pieces
        self.breaks = breaks

    def __iter__(self) -> Iterator[bytes]:
        yield from (piece.encode() for piece in self.pieces)
        if self.breaks:
            raise httpx.ReadError("lost")

    async def __aiter__(self) -> Any:
        for piece in self:
            yield piece


class Web:
    """Answers streams and actions one after the other."""

    def __init__(self, streams: Sequence[httpx.Response], actions: Sequence[httpx.Response] = ()) -> None:
        self.streams, self.actions = list(streams), list(actions)
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return (self.streams if request.method == "GET" else self.actions).pop(0)

    def http(self, followed: Any) -> Any:
        kind = httpx.AsyncClient if followed is follow_async else httpx.Client
        return kind(transport=httpx.MockTransport(self), base_url="https://tarneeb.example/api/v1/")


def stream(*pieces: str, breaks: bool = False) -> httpx.Response:
    return httpx.Response(200, stream=Stream(*pieces, breaks=breaks))


def test_a_stream_is_taken_up_where_it_broke_off(followed: Any) -> None:
    web = Web(
        [
            stream(snapshot(5) + "\n", "\n\n", '{"type": "eve', breaks=True),
            httpx.Response(503),
            stream('{"type": "eve'),
            stream(events(6, PASS)[:20], events(6, PASS)[20:] + "\n"),
            stream(events(7, END, phase="finished") + "\n"),
        ]
    )
    told, table = followed("https://tarneeb.example", "stream", web.http(followed), False)
    assert told == ["snapshot", "events", "events"] and table.is_over
    assert [request.url.params.get("after") for request in web.asked] == [None, "5", "5", "5", "6"]
    assert web.asked[0].url.path == "/api/v1/matches/m/stream/"


def test_actions_beside_a_stream_are_posted(followed: Any) -> None:
    stale = httpx.Response(409, json={"code": "stale_seq", "detail": "Too late."})
    done = httpx.Response(201, json={"seq": 7, "events": []})
    texts = (snapshot(5), events(6, PASS), events(7, PASS, END, phase="finished", legal=[]))
    web = Web([stream("\n".join(texts) + "\n")], [stale, done])
    _, table = followed("https://tarneeb.example", "stream", web.http(followed), True)
    posts = [request for request in web.asked if request.method == "POST"]
    assert [json.loads(post.content)["expected_seq"] for post in posts] == [5, 6]
    assert len({post.headers["Idempotency-Key"] for post in posts}) == 2
    assert table.unconfirmed == {}


def test_a_stream_that_is_refused(followed: Any) -> None:
    web = Web([httpx.Response(403, json={"code": "forbidden", "detail": "No."})])
    with pytest.raises(ApiError, match="forbidden"):
        followed("https://tarneeb.example", "stream", web.http(followed), False)
    assert len(web.asked) == 1
