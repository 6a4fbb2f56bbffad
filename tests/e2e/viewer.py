"""One pair of eyes at a match: folds its own stream and lets no hidden card pass, in any raw body."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from .client import Client, Json, Reply
from .fairdeal import Event
from .statecheck import Mismatch, check_now, check_state
from .table import Table

CARD = re.compile(rb"(?<![A-Za-z0-9])[SHDC][2-9TJQKA](?![A-Za-z0-9])")


def cards_in(raw: bytes) -> list[str]:
    """Every card named in a raw body, in quotes or not."""
    return [card.decode() for card in CARD.findall(raw)]


class Viewer:
    """A seat's person, or with `seat` None a spectator, signed in or not."""

    def __init__(self, client: Client, name: str, match: str, seat: str | None = None) -> None:
        self.client, self.name, self.match, self.seat = client, name, match, seat
        self.table = Table()
        self.events: list[Event] = []

    @property
    def head(self) -> int:
        """The last seq that was folded."""
        return self.table.head

    @property
    def hand(self) -> set[str]:
        """The cards that this seat holds."""
        deal = self.table.deal
        return (deal.hands[self.seat] or set()) if deal and self.seat else set()

    def poll(self) -> None:
        """Take in what is new."""
        self.fetch()

    def fetch(self) -> None:
        """Request and fold what is new."""
        reply = self.client.events(self.match, self.head)
        reply.ok()
        self.receive(reply)

    def catch_up(self, seq: int) -> None:
        """Fold up to a seq that is known to be stored."""
        while self.head < seq:
            before = self.head
            self.poll()
            if self.head == before:
                raise Mismatch(f"{self.name}: no events after {before}, though {seq} is stored")

    def detail(self) -> Json:
        """Fetch GET matches/{id}/, compared with the fold."""
        reply = self.client.detail(self.match)
        reply.ok()
        self.receive(reply)
        body: Json = reply.body
        return body

    def now(self) -> Json:
        """Whose turn it is and what this viewer may do."""
        now: Json = self.detail()["now"]
        return now

    def stored(self) -> int:
        """The head as the server has it at this moment."""
        return int(self.detail()["seq"])

    def receive(self, reply: Reply, sent: Any = None) -> None:
        """Fold or compare a body, and search its raw bytes for cards hidden from this viewer."""
        body = reply.body if reply.raw else None
        if isinstance(body, dict) and "events" in body:
            self._fold(body, reply)
            self._check_finished(body)
        elif isinstance(body, dict) and "state" in body:
            self._compare(body, reply)
        else:
            echoed = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
            self._search(reply, self.table, echoed)

    def _check_finished(self, body: Json) -> None:
        """A page that calls the match finished, and may show all, must lead to its end."""
        if "head" not in body:
            return
        if body["finished"]:
            self.catch_up(body["head"])
        if body["finished"] is not (self.table.result is not None):
            raise Mismatch(f"{self.name}: finished is {body['finished']} at {self.head}")

    def _fold(self, body: Json, reply: Reply) -> None:
        events: list[Event] = body["events"]
        for event in events:
            if event["seq"] <= self.head:
                if public(event) != public(self.events[event["seq"] - 1]):
                    raise Mismatch(f"{self.name}: event {event['seq']} has changed")
                continue
            if event["seq"] != self.head + 1:
                raise Mismatch(f"{self.name}: event {event['seq']} after {self.head}")
            self.events.append(event)
            self.table.apply(event)
        if self.table.result is None and not body.get("finished"):
            self._check_hands(events)
            shown = Counter(cards_in(reply.raw))
            choices = Counter(cards_in(json.dumps(body.get("now")).encode()))  # compared with the own hand
            if shown != self._accounted(events) + choices:
                raise Mismatch(f"{self.name}: {reply.request} shows more cards than it may: {reply.raw!r}")

    def _check_hands(self, events: list[Event]) -> None:
        for event in events:
            hands = event["data"].get("hands", {})
            seen = {seat for seat, hand in hands.items() if hand is not None}
            if hands and seen != ({self.seat} if self.seat else set()):
                raise Mismatch(f"{self.name} at {self.seat}: event {event['seq']} shows the hands of {seen}")

    def _accounted(self, events: list[Event]) -> Counter[str]:
        """Each card that these events show rightly: own hands, and cards as they are played."""
        cards: Counter[str] = Counter()
        for event in events:
            if event["type"] == "card_played":
                cards[event["data"]["card"]] += 1
            if event["type"] == "deal_started" and self.seat:
                cards.update(event["data"]["hands"][self.seat])
        return cards

    def _compare(self, body: Json, reply: Reply) -> None:
        self.catch_up(body["seq"])
        table = self.table if body["seq"] == self.head else fold(self.events[: body["seq"]])
        check_state(table, body["state"], f"{self.name} at {self.seat}, seq {body['seq']}")
        check_now(table, body["now"], self.seat, f"{self.name} at {self.seat}, seq {body['seq']}")
        self._search(reply, table)

    def _search(self, reply: Reply, table: Table, echoed: bytes = b"") -> None:
        """In any other body: own cards and those played in this deal, and what the request itself named."""
        if self.table.result:
            return
        known = set(cards_in(echoed))
        if table.deal:
            known |= {play.card for play in table.deal.played}
            known |= (table.deal.hands[self.seat] or set()) if self.seat else set()
        hidden = set(cards_in(reply.raw)) - known
        if hidden:
            raise Mismatch(
                f"{self.name} at {self.seat}: {reply.request} leaks {sorted(hidden)}: {reply.raw!r}"
            )


def fold(events: list[Event]) -> Table:
    """The state after these events."""
    table = Table()
    for event in events:
        table.apply(event)
    return table


def public(event: Event) -> Event:
    """The event without the hands, which each viewer sees differently, and names, which may change."""
    data = {key: value for key, value in event["data"].items() if key not in ("hands", "player", "seats")}
    return event | {"data": data}
