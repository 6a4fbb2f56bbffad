"""Tables to play at."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import httpx
import pytest
import uvicorn
import websockets.sync.client
from django.utils import timezone
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from games.live import hub
from games.live.hub import Hub
from tarneeb_site import connections
from tests.conftest import Caller
from tests.games.streaming import PATIENCE_SECONDS, Reading
from tests.shapes import check

OpenTable = Callable[..., str]
Connect = Callable[..., "Socket"]


@pytest.fixture(autouse=True)
def _as_embedded(settings: Any) -> None:
    """Bots act without a pause, and those that follow each other in one call; addresses need no proof."""
    settings.BOT_DELAY_MS = 0
    settings.EMAIL_CONFIRMATION = "optional"


@pytest.fixture
def open_table(four: dict[str, Caller]) -> OpenTable:
    """North opens a table and the others sit down: the match's id. `seats` limits who comes."""

    def opened(
        ruleset: Any = "levant-41", clock: Any = None, seats: str = "NESW", invited: Any = None, **more: Any
    ) -> str:
        body = {
            "ruleset": ruleset,
            "clock": clock or {"turn_seconds": 600, "bank_seconds": 60},
            "seats": {"N": "me", **(invited or {})},
        }
        made = four["N"].post("matches/", {**body, **more})
        assert made.status_code == 201, made.content
        match = str(made.json()["id"])
        for seat in seats[1:]:
            joined = four[seat].post(f"matches/{match}/join/", {"seat": seat})
            assert joined.status_code == 200, joined.content
        return match

    return opened


def turn_of(four: dict[str, Caller], match: str) -> tuple[str, Caller, list[Any]]:
    """Whose turn it is, the person there, and what they may do."""
    seat = four["N"].state(match)["now"]["turn"]
    caller = four[seat]
    return seat, caller, caller.state(match)["now"]["legal"]


def play_to(four: dict[str, Caller], match: str, phase: str) -> None:
    """Act as listed until the match is in a phase: the first legal call above a pass, then what comes."""
    while four["N"].state(match)["now"]["phase"] != phase:
        _, caller, legal = turn_of(four, match)
        bids = [action for action in legal if action["action"] == "bid"]
        nobody_bid = four["N"].state(match)["state"]["deal"]["calls"] == []
        action = bids[0] if bids and nobody_bid else legal[0]
        assert caller.post(f"matches/{match}/actions/", action).status_code == 201


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves Django's clock on by some seconds, again and again."""
    now = timezone.now
    passed = timedelta()

    def move(seconds: float) -> None:
        nonlocal passed
        passed += timedelta(seconds=seconds)
        monkeypatch.setattr(timezone, "now", lambda: now() + passed)

    return move


def types_after(caller: Caller, match: str, seq: int) -> list[str]:
    """The types of the events behind a seq."""
    events = caller.get(f"matches/{match}/events/?after={seq}").json()["events"]
    return [event["type"] for event in events]


class Socket:
    """A client at one end of a socket. What a test does not ask for is kept and passed over.

    Every frame must be one of those that the published schema has under the name `kind`.
    """

    def __init__(self, connection: ClientConnection, kind: str) -> None:
        self.connection = connection
        self.kind = kind
        self.raw: list[str] = []

    def send(self, body: Any) -> None:
        self.connection.send(body if isinstance(body, (bytes, str)) else json.dumps(body))

    def next(self, *types: str) -> Any:
        """The next frame of these types. Raises TimeoutError and ConnectionClosed."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            raw = self.connection.recv(timeout=deadline - time.monotonic())
            assert isinstance(raw, str)
            self.raw.append(raw)
            frame = json.loads(raw)
            check(self.kind, frame)
            if frame["type"] in types:
                return frame

    def events_to(self, seq: int) -> list[Any]:
        """What the `events` frames bring until one has reached a seq."""
        events: list[Any] = []
        while True:
            frame = self.next("events")
            events += frame["events"]
            if frame["seq"] >= seq:
                return events

    def act(self, id_: str, **action: Any) -> Any:
        """The answer to an action, an `ack` or an `error`."""
        self.send({"type": "action", "id": id_, **action})
        return self.answer(id_)

    def answer(self, id_: str) -> Any:
        while (frame := self.next("ack", "error")).get("id") != id_:
            pass
        return frame

    def head(self) -> int:
        """By a ping: what was sent before has been answered by then."""
        self.send({"type": "ping"})
        return int(self.next("pong")["head"])

    def closed(self) -> int:
        """The code that the server closes with."""
        with pytest.raises(ConnectionClosed) as closed:
            self.next("nothing")
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code


@pytest.fixture(scope="session")
def server(django_db_setup: None) -> Iterator[str]:
    """The application behind a real web server, in a thread of this process: host and port."""
    hub.RECHECK_SECONDS = hub.SEEN_SECONDS = 0.5
    config = uvicorn.Config(
        "tarneeb_site.asgi:application",
        port=0,
        lifespan="off",
        log_level="warning",
        http=connections.Connection,
    )
    listening = config.bind_socket()
    served = uvicorn.Server(config)
    thread = threading.Thread(target=served.run, args=([listening],), daemon=True)
    thread.start()
    while not served.started:
        time.sleep(0.01)
    host, port = listening.getsockname()
    yield f"{host}:{port}"
    served.should_exit = True
    thread.join(PATIENCE_SECONDS)


def running_hub() -> tuple[asyncio.AbstractEventLoop, Hub]:
    """Of the server above, and the loop that it runs on."""
    return next((loop, here) for loop, here in hub._hubs.items() if loop.is_running())


@pytest.fixture
def connect(transactional_db: None, server: str) -> Iterator[Connect]:
    """Opens a socket at a match, or in the lobby: as whom, and behind which seq."""
    with ExitStack() as connections:

        def connected(
            match: str | None, caller: Caller | None = None, query: str = "", **headers: str
        ) -> Socket:
            if caller is not None:
                headers["Authorization"] = f"Bearer {caller.token}"
            where = "lobby" if match is None else f"matches/{match}"
            url = f"ws://{server}/ws/v1/{where}/?{query}"
            connection = websockets.sync.client.connect(url, additional_headers=headers)
            kind = "LobbyFrame" if match is None else "MatchFrame"
            return Socket(connections.enter_context(connection), kind)

        yield connected


Follow = Callable[..., Reading]


@pytest.fixture
def follow(transactional_db: None, server: str) -> Iterator[Follow]:
    """Opens a stream of a match, or a person's own."""
    with ExitStack() as stack:
        client = stack.enter_context(httpx.Client(timeout=PATIENCE_SECONDS))

        def followed(
            match: str | None, caller: Caller | None = None, query: str = "", **headers: str
        ) -> Reading:
            if caller is not None:
                headers["Authorization"] = f"Bearer {caller.token}"
            where = "stream" if match is None else f"matches/{match}/stream"
            url = f"http://{server}/api/v1/{where}/?{query}"
            response = stack.enter_context(client.stream("GET", url, headers=headers))
            return Reading(response, "LobbyFrame" if match is None else "MatchFrame")

        yield followed
