"""Tables under load: players at sockets who act at once, come back behind what they saw, and repeat what
was not acknowledged under the same id."""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from .client import Json
from .crew import Person
from .statecheck import Mismatch
from .table import Body

CLOCK = {"turn_seconds": 600, "bank_seconds": 0}
QUIET_SECONDS = 2.0
AGAIN_SECONDS = 0.2
# Codes after which the same action is tried again under the same id.
PASSING = ("server_error", "throttled")


@dataclass(frozen=True)
class Acked:
    """An action that the server has acknowledged."""

    match: str
    seat: str
    id: str
    action: Body
    seq: int


@dataclass
class Pending:
    """An action sent and not acknowledged yet; `on` is the socket that it went over last."""

    id: str
    action: Body
    sent_at: float
    on: ClientConnection | None = None


@dataclass
class Load:
    """What all tables have in common: where they play, whether they go on, and what they met.

    `urls` are of web servers of one service: who loses one goes on at the next. `breaks` counts close codes,
    0 where there was no word. `pace` is for how many seconds people think, about.
    """

    urls: list[str]
    pace: float = 0.0
    stopping: bool = False
    errors: Counter[str] = field(default_factory=Counter)
    breaks: Counter[int] = field(default_factory=Counter)
    missed: int = 0
    acked: list[Acked] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Player:
    """A person at a seat, match after match."""

    def __init__(self, load: Load, table: LoadTable, person: Person, seat: str) -> None:
        self.load, self.table, self.person, self.seat = load, table, person, seat
        self.streams: dict[str, list[Json]] = {}
        self.pending: Pending | None = None
        self.acts_at: float | None = None
        self.tries = 0

    async def play(self, match: str) -> None:
        """Until the match is over, or the load stops and nothing is pending."""
        self.match, self.now = match, dict[str, Any]()
        self.events = self.streams.setdefault(match, [])
        while not self._is_done():
            try:
                async with connect(self._url(), additional_headers=self._headers(), open_timeout=5) as socket:
                    await self._listen(socket)
            except (OSError, WebSocketException, TimeoutError) as error:
                self.load.breaks[close_code(error)] += 1
                self.tries += 1
                await asyncio.sleep(AGAIN_SECONDS)

    def _url(self) -> str:
        base = self.load.urls[self.tries % len(self.load.urls)].replace("http", "ws", 1)
        return f"{base}/ws/v1/matches/{self.match}/?after={len(self.events)}"

    def _headers(self) -> dict[str, str]:
        return {"Authorization": self.person.client.http.headers["Authorization"]}

    def _is_done(self) -> bool:
        if self.pending:
            return False
        return self.load.stopping or bool(self.events and self.events[-1]["type"] == "match_finished")

    async def _listen(self, socket: ClientConnection) -> None:
        while not self._is_done():
            try:
                text = await asyncio.wait_for(socket.recv(), self._patience())
            except TimeoutError:
                if not await self._act(socket):
                    await socket.send('{"type": "ping"}')
                continue
            body = json.loads(text)
            if body["type"] == "pong" and body["head"] > len(self.events):
                self.load.missed += 1
                return
            await self._hear(body)
            self._think()
            await self._act(socket)

    async def _hear(self, body: Json) -> None:
        match body["type"]:
            case "events":
                self._follow(body)
            case "ack" if self.pending and body["id"] == self.pending.id:
                acked = Acked(self.match, self.seat, body["id"], self.pending.action, body["seq"])
                self.load.acked.append(acked)
                self.table.note(self.pending.sent_at)
                self.pending = None
            case "error" if self.pending and body.get("id") == self.pending.id:
                self.load.errors[body["code"]] += 1
                if body["code"] not in PASSING:
                    self._fault(f"{self.pending.action} was refused: {body}")
                    self.pending = None
                else:
                    self.pending.on = None
                    await asyncio.sleep(AGAIN_SECONDS)
            case "error" if "id" not in body:
                self.load.errors[body["code"]] += 1  # a ping's
            case "ack" | "error":
                self._fault(f"{body} for {self.pending}")

    def _follow(self, body: Json) -> None:
        seqs = [event["seq"] for event in body["events"]]
        if seqs != list(range(len(self.events) + 1, body["seq"] + 1)):
            self._fault(f"a frame of {body['seq']} with {seqs} after {len(self.events)}")
            raise Mismatch(self.load.faults[-1])
        self.events += body["events"]
        self.now = body["now"]
        if self.now["phase"] != "finished":
            self._check_hands(body["events"])

    def _check_hands(self, events: list[Json]) -> None:
        for event in events:
            hands = event["data"].get("hands", {})
            if any(hand for seat, hand in hands.items() if seat != self.seat):
                self._fault(f"was told hands: {event}")

    def _fault(self, what: str) -> None:
        self.load.faults.append(f"{self.match} {self.seat}: {what}")

    def _think(self) -> None:
        """From now on, when it has become one's turn."""
        if not self.now.get("legal"):
            self.acts_at = None
        elif self.acts_at is None:
            self.acts_at = time.monotonic() + self.load.pace * random.uniform(0.5, 1.5)

    def _patience(self) -> float:
        """Until one acts, or asks whether anything was missed."""
        if self.pending or self.acts_at is None or not self.table.acts:
            return QUIET_SECONDS
        return min(QUIET_SECONDS, max(0.0, self.acts_at - time.monotonic()))

    async def _act(self, socket: ClientConnection) -> bool:
        """When on turn, having thought; repeat what went over another socket. Whether anything was sent."""
        is_time = self.table.acts and self.acts_at is not None and time.monotonic() >= self.acts_at
        if self.pending is None and is_time and not self.load.stopping:
            self.pending = Pending(str(uuid.uuid4()), choose(self.now["legal"]), time.monotonic())
            self.now, self.acts_at = {}, None
        if self.pending is None or self.pending.on is socket:
            return False
        self.pending.on = socket
        frame = {"type": "action", "id": self.pending.id, **self.pending.action}
        await socket.send(json.dumps(frame))
        return True


def close_code(error: Exception) -> int:
    """The code with which the server has closed a socket; 0 where it said nothing."""
    received = error.rcvd if isinstance(error, ConnectionClosed) else None
    return received.code if received else 0


def choose(legal: list[Body]) -> Body:
    """Mostly passes and low bids, otherwise random: matches end."""
    if legal[0]["action"] in ("pass", "bid") and random.random() < 0.9:
        return legal[0] if random.random() < 0.6 else legal[min(1, len(legal) - 1)]
    return random.choice(legal)


class LoadTable:
    """Some people who play match after match, bots in the other seats.

    With `turn_seconds` nobody acts, and turns run out.
    """

    def __init__(
        self, load: Load, people: list[Person], seats: str, level: str = "easy", turn_seconds: int = 0
    ) -> None:
        self.load, self.level = load, level
        self.acts = not turn_seconds
        self.clock = CLOCK | ({"turn_seconds": turn_seconds} if turn_seconds else {})
        self.players = [Player(load, self, *pair) for pair in zip(people, seats, strict=False)]
        self.marked: float | None = None
        self.resumed: float | None = None

    def mark(self) -> None:
        """From now on: when is the first action accepted that is sent after this moment?"""
        self.marked, self.resumed = time.monotonic(), None

    def note(self, sent_at: float) -> None:
        """An action has been accepted."""
        if self.resumed is None and self.marked is not None and sent_at >= self.marked:
            self.resumed = time.monotonic()

    async def run(self) -> None:
        """Until the load stops."""
        while not self.load.stopping:
            match = await self._open()
            await asyncio.gather(*(player.play(match) for player in self.players))

    async def _open(self) -> str:
        """A match with everyone seated, however often the server is away meanwhile."""
        for url in cycle(self.load.urls):
            try:
                return await self._opened(url)
            except httpx.HTTPError:
                await asyncio.sleep(AGAIN_SECONDS)
        raise AssertionError("a load without a server")

    async def _opened(self, url: str) -> str:
        seated = {player.seat: player for player in self.players}
        seats: Json = {seat: None if seat in seated else f"bot:{self.level}" for seat in "NESW"} | {"N": "me"}
        body = {"ruleset": "levant-41", "rated": False, "seats": seats, "clock": self.clock}
        async with httpx.AsyncClient(base_url=f"{url}/api/v1/", timeout=10) as http:
            created = await self._post(http, seated["N"], "matches/", body)
            match = str(created["id"])
            for seat, player in seated.items():
                if seat != "N":
                    await self._post(http, player, f"matches/{match}/join/", {"seat": seat})
        return match

    @staticmethod
    async def _post(http: httpx.AsyncClient, player: Player, path: str, body: Json) -> Json:
        reply = await http.post(path, json=body, headers=player._headers())
        reply.raise_for_status()
        answer: Json = reply.json()
        return answer
