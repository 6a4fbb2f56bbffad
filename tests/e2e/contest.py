"""One match: up to four people act, provoke and watch, by requests or sockets; bots have the other seats."""

from __future__ import annotations

import random
import time
import uuid
from dataclasses import dataclass
from typing import Any

from .client import Json, Reply
from .crew import Crew
from .laws import SEATS
from .provoke import Provocation, provocations, provoke
from .statecheck import Mismatch
from .streams import SocketViewer
from .table import Body
from .viewer import Viewer

CLOCK = {"turn_seconds": 600, "bank_seconds": 3600}
STALLED_SECONDS = 30.0
PROVOKE, WATCH, KEYED, EXPECT = 0.1, 0.04, 0.15, 0.2
WANDER, JOIN_LATE = 0.05, 0.01
# Who of the four players is at a socket.
AT_SOCKETS = {"http": (), "mixed": (0, 2), "sockets": (0, 1, 2, 3)}


@dataclass(frozen=True)
class Keyed:
    """An accepted action that carried an Idempotency-Key, and its first answer."""

    by: Viewer
    action: Body
    key: str
    reply: Reply


class Contest:
    """A table opened by the first player, and the loop that plays it to the end."""

    def __init__(
        self,
        crew: Crew,
        preset: str,
        people: int,
        rng: random.Random,
        limit_seconds: float,
        via: str = "http",
    ) -> None:
        self.crew, self.preset, self.rng, self.via = crew, preset, rng, via
        self.places = rng.sample(SEATS, people)
        self.give_up = time.monotonic() + limit_seconds
        self.keyed: list[Keyed] = []
        self.match = ""
        self.players: list[Viewer] = []
        self.outsiders: list[Viewer] = []
        self.wanderers: list[SocketViewer] = []

    @property
    def viewers(self) -> list[Viewer]:
        """Everyone who looks on."""
        return [*self.players, *self.outsiders, *self.wanderers]

    def close(self) -> None:
        """Hang up every socket."""
        for viewer in self.viewers:
            if isinstance(viewer, SocketViewer):
                viewer.close()

    # Opening

    def open(self) -> None:
        """Create the table with bots, then let the others join."""
        seats: Json = {seat: self.rng.choice(["bot:easy", "bot:random"]) for seat in SEATS}
        seats |= dict.fromkeys(self.places[1:]) | {self.places[0]: "me"}
        more: Json = self._client_seed() | ({"clock": CLOCK} if len(self.places) > 1 else {})
        created = self.crew.players[0].client.create(self.preset, seats, **more)
        self.match = created.ok()["id"]
        for number, (person, seat) in enumerate(zip(self.crew.players, self.places, strict=False)):
            kind = SocketViewer if number in AT_SOCKETS[self.via] else Viewer
            self.players.append(kind(person.client, person.name, self.match, seat))
        kind = Viewer if self.via == "http" else SocketViewer
        self.outsiders = [
            kind(self.crew.stranger.client, self.crew.stranger.name, self.match),
            kind(self.crew.anonymous, "anonymous", self.match),
        ]
        if self.via != "http":
            self._come_late("wanderer")
        self.players[0].receive(created)
        for viewer in self.players[1:]:
            joined = viewer.client.join(self.match, str(viewer.seat), **self._client_seed())
            joined.ok()
            viewer.receive(joined)

    def _client_seed(self) -> Json:
        digits = self.rng.choice([0, 1, 64])
        return {"client_seed": "".join(self.rng.choices("0123456789abcdef", k=digits))} if digits else {}

    def _come_late(self, name: str) -> None:
        self.wanderers.append(SocketViewer(self.crew.anonymous, name, self.match))

    # Playing

    def play(self) -> None:
        """Until the match is over for whoever has seen the most."""
        while True:
            front = max(self.players, key=lambda viewer: viewer.head)
            if front.table.result:
                return
            self._check_time()
            mine = next((viewer for viewer in self.players if viewer.seat == front.table.turn), None)
            if mine:
                mine.catch_up(front.head)
                self._move(mine)
            else:
                self._await_bots(front)

    def _check_time(self) -> None:
        if time.monotonic() > self.give_up:
            raise Mismatch("the match takes too long")

    def _await_bots(self, viewer: Viewer) -> None:
        before, pause, stalled = viewer.head, 0.01, time.monotonic() + STALLED_SECONDS
        while viewer.head == before:
            if time.monotonic() > stalled:
                raise Mismatch(
                    f"no event after {before} for {STALLED_SECONDS:.0f} s, turn {viewer.table.turn}"
                )
            time.sleep(pause)
            pause = min(pause * 1.5, 0.1)
            viewer.poll()

    def _move(self, me: Viewer) -> None:
        """Look, sometimes provoke, then act; nobody else can while it is this person's turn."""
        now = me.now()
        key = str(uuid.uuid4()) if self.rng.random() < KEYED else None
        if self.rng.random() < PROVOKE:
            self._provoke(me, key)
        if self.rng.random() < WATCH:
            self._watch(self.rng.choice(self.players + self.outsiders))
        self._wander(me)
        action = self._choose(me, now["legal"])
        if self.rng.random() < EXPECT:
            action = action | {"expected_seq": me.head}
        self._act(me, action, key)
        if self.keyed and self.rng.random() < KEYED:
            repeat(self.rng.choice(self.keyed))

    def _wander(self, me: Viewer) -> None:
        """Sometimes a socket breaks, or somebody comes in late."""
        if self.wanderers and self.rng.random() < WANDER:
            self.wanderers[0].poll()
            self.wanderers[0].reconnect(self.rng)
        if isinstance(me, SocketViewer) and self.rng.random() < WANDER:
            me.reconnect(self.rng)
        if len(self.wanderers) == 1 and self.rng.random() < JOIN_LATE:
            self._come_late("latecomer")

    def _choose(self, me: Viewer, legal: list[Body]) -> Body:
        """Random, but mostly passes and low bids, and the longest suit for trump, so that matches end."""
        kind, dice = legal[0]["action"], self.rng.random()
        if kind in ("pass", "bid") and dice < 0.92:
            return legal[0] if dice < 0.64 else legal[min(1, len(legal) - 1)]
        if kind == "name_trump" and dice < 0.9:
            suits = [card[0] for card in me.hand]
            return max(legal, key=lambda action: suits.count(action["trump"]))
        return self.rng.choice(legal)

    def _act(self, me: Viewer, action: Body, key: str | None) -> None:
        before = me.head
        reply = me.client.act(self.match, action, key)
        body = reply.ok()
        if "events" in body:
            seqs = [event["seq"] for event in body["events"]]
            if reply.status != 201 or seqs != list(range(before + 1, body["seq"] + 1)):
                raise Mismatch(f"{reply.status} with events {seqs}, seq {body['seq']} after {before}")
            me.receive(reply)
        me.catch_up(body["seq"])
        if not matches(me.events[before], me.seat, action):
            raise Mismatch(f"{action} at {before} was followed by {me.events[before]}")
        if key:
            self.keyed.append(Keyed(me, action, key, reply))

    def _provoke(self, me: Viewer, key: str | None) -> None:
        """A refusal changes nothing, and is not remembered under its key."""
        others = [viewer for viewer in self.players if viewer is not me]
        for viewer in others:
            viewer.catch_up(me.head)
        kinds = provocations(me, others, self.outsiders)
        mine = [kept for kept in self.keyed if kept.by is me]
        attempt = self.rng.choice(self.rng.choice(kinds))
        if mine and self.rng.random() < 0.1:
            attempt, key = Provocation(me, {"action": "resign"}, ("idempotency_conflict",)), mine[-1].key
        provoke(attempt, key)
        before = me.head
        if me.stored() != before:
            raise Mismatch(f"{attempt.action!r} was refused, yet the head moved on from {before}")

    def _watch(self, viewer: Viewer) -> None:
        """Look through every window: none may show a hidden card."""
        viewer.poll()
        viewer.detail()
        fairness = viewer.client.call("GET", f"matches/{self.match}/fairness/")
        if fairness.ok()["server_seed"] is not None:
            raise Mismatch("fairness/ shows the server seed of a running match")
        paths = [f"{self.match}/export/?format={form}" for form in ("json", "pbn")]
        peeks = [viewer.client.call("GET", f"matches/{path}") for path in paths]
        if any(peek.status < 400 for peek in peeks):
            raise Mismatch("a running match can be exported")
        peeks += [viewer.client.call("GET", f"matches/{self.match}/?at={seq}") for seq in (1, viewer.head)]
        peeks += [viewer.client.call("GET", f"matches/?player={viewer.name}"), fairness]
        for peek in peeks:
            viewer.receive(peek)
            if peek.status >= 500:
                raise Mismatch(f"{peek.request}: {peek.status}")


def matches(event: Json, seat: str | None, action: Body) -> bool:
    """Whether an event is this seat's action."""
    kinds = {"bid": "bid_made", "pass": "passed", "name_trump": "trump_named", "play": "card_played"}
    data: dict[str, Any] = event["data"]
    same = all(data[key] == value for key, value in action.items() if key not in ("action", "expected_seq"))
    return bool(event["type"] == kinds[action["action"]] and data["seat"] == seat and same)


def repeat(kept: Keyed) -> None:
    """The same key and body give the first status and body, however late."""
    again = kept.by.client.act(kept.by.match, kept.action, kept.key)
    kept.by.receive(again)
    if (again.status, again.body) != (kept.reply.status, kept.reply.body):
        raise Mismatch(f"repeat under {kept.key}: {again.status} {again.raw!r}, first {kept.reply.raw!r}")
