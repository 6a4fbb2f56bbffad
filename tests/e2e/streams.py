"""A viewer at a socket: every frame is folded, compared and searched as the bodies of requests are."""

from __future__ import annotations

import json
import random
import time
import uuid
from collections.abc import Callable
from typing import Any

import httpx
import websockets.sync.client

from .client import Client, Json, Reply
from .provoke import STATUS
from .statecheck import Mismatch, check_now
from .viewer import Viewer, fold

PATIENCE_SECONDS = 20.0


class SocketClient(Client):
    """The REST client of a person whose actions go over a socket."""

    def __init__(self, rest: Client, ask: Callable[[Any, str | None], Reply]) -> None:
        self.http = rest.http
        self._ask = ask

    def act(self, match: str, action: Any, key: str | None = None) -> Reply:
        """The `ack` or `error` frame that answers, with the status that a request would have had."""
        return self._ask(action, key)


class SocketViewer(Viewer):
    """Sees what one socket after the other tells; `streamed` is the last seq of the present one."""

    def __init__(self, client: Client, name: str, match: str, seat: str | None = None) -> None:
        super().__init__(SocketClient(client, self._ask), name, match, seat)
        self.streamed = 0
        self.moment: Json = {}
        self._answers: list[Reply] = []
        self._asked: Any = None
        self._connection = self._connected(None)
        self._hear(time.monotonic() + PATIENCE_SECONDS)

    def _connected(self, after: int | None) -> websockets.sync.client.ClientConnection:
        base = str(self.client.http.base_url).replace("http", "ws", 1).removesuffix("api/v1/")
        query = "" if after is None else f"?after={after}"
        token = self.client.http.headers.get("Authorization")
        headers = {"Authorization": token} if token else {}
        url = f"{base}ws/v1/matches/{self.match}/{query}"
        return websockets.sync.client.connect(url, additional_headers=headers, max_queue=None)

    def reconnect(self, rng: random.Random) -> None:
        """Come back behind a seq already seen, mostly the last one; unread frames are lost."""
        self._connection.close()
        self.streamed = self.head if rng.random() < 0.7 else rng.randint(0, self.head)
        self._connection = self._connected(self.streamed)
        self._hear(time.monotonic() + PATIENCE_SECONDS)

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    # As a viewer of requests

    def poll(self) -> None:
        """Take in the frames that are there."""
        while self._hear(time.monotonic()):
            pass

    def catch_up(self, seq: int) -> None:
        """Take in frames up to a seq that is known to be stored."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self.streamed < seq:
            if not self._hear(deadline):
                raise Mismatch(f"{self.name}: no frame after {self.streamed}, though {seq} is stored")

    def now(self) -> Json:
        """What the last frame says of the present."""
        return self.moment

    def stored(self) -> int:
        """The head, by a ping."""
        self._connection.send('{"type": "ping"}')
        return int(self._answer(None).body["head"])

    # Frames

    def _ask(self, action: Any, key: str | None) -> Reply:
        """Send an action and hear frames until it is answered."""
        self._asked = action
        if isinstance(action, bytes):
            self._connection.send(action, text=is_text(action))
        else:
            self._connection.send(json.dumps({"type": "action", "id": key or str(uuid.uuid4()), **action}))
        return self._answer(action)

    def _answer(self, asked: Any) -> Reply:
        self._asked = asked
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self._answers:
            if not self._hear(deadline):
                raise Mismatch(f"{self.name}: no answer to {asked!r}")
        return self._answers.pop()

    def _hear(self, deadline: float) -> bool:
        """Take in the next frame; False where none comes in time."""
        try:
            text = self._connection.recv(timeout=max(0.0, deadline - time.monotonic()))
        except TimeoutError:
            return False
        body = json.loads(text)
        code = body.get("code")
        reply = Reply(
            STATUS[code] if code else 201, httpx.Headers(), str(text).encode(), f"{body['type']} frame"
        )
        match body["type"]:
            case "snapshot":
                self._start(body, reply)
            case "events":
                self._go_on(body, reply)
            case "ack" | "error" | "pong":
                self.receive(reply, sent=self._asked)
                self._answers.append(reply)
            case "presence":
                self.receive(reply)
            case kind:
                raise Mismatch(f"{self.name}: a frame of type {kind}")
        return True

    def _start(self, body: Json, reply: Reply) -> None:
        """A snapshot must be what the events before it come to."""
        if self.streamed:
            raise Mismatch(f"{self.name}: a snapshot after {self.streamed}")
        self.streamed, self.moment = body["seq"], body["now"]
        while self.head < self.streamed:
            self.fetch()
        self.receive(reply)

    def _go_on(self, body: Json, reply: Reply) -> None:
        """Each seq once and in order, and the present as the fold has it."""
        seqs = [event["seq"] for event in body["events"]]
        if seqs != list(range(self.streamed + 1, body["seq"] + 1)):
            raise Mismatch(f"{self.name}: a frame of {body['seq']} with {seqs} after {self.streamed}")
        self.streamed, self.moment = body["seq"], body["now"]
        self.receive(reply)
        table = self.table if self.head == self.streamed else fold(self.events[: self.streamed])
        check_now(table, body["now"], self.seat, f"{self.name} at {self.seat}, frame {self.streamed}")


def is_text(raw: bytes) -> bool:
    """Whether bytes may go as a text frame."""
    try:
        raw.decode()
    except ValueError:
        return False
    return True
