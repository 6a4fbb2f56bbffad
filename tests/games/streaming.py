"""A client at the end of an HTTP stream."""

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx

from tests.games.conftest import PATIENCE_SECONDS
from tests.shapes import check


class Reading:
    """What comes line by line; every frame must be one of those that the schema has under the name `kind`."""

    def __init__(self, response: httpx.Response, kind: str) -> None:
        self.response = response
        self.kind = kind
        self.lines = response.iter_lines()
        self.raw: list[str] = []
        self.ids: list[int] = []

    def next(self, *types: str) -> Any:
        """The next frame of these types. Raises StopIteration at the end of the stream."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        for frame in self.frames():
            assert time.monotonic() < deadline
            if frame["type"] in types:
                return frame
        raise EOFError

    def frames(self) -> Iterator[Any]:
        sse = self.response.headers["content-type"].startswith("text/event-stream")
        for raw in self._events() if sse else filter(None, self.lines):
            self.raw.append(raw)
            frame = json.loads(raw)
            check(self.kind, frame)
            yield frame

    def _events(self) -> Iterator[str]:
        """The data of server-sent events, read as the standard says."""
        fields: dict[str, str] = {}
        for line in self.lines:
            name, _, value = line.partition(":")
            if line == "" and "data" in fields:
                assert fields["event"] == json.loads(fields["data"])["type"]
                self.ids += [int(fields["id"])] if "id" in fields else []
                yield fields["data"]
            fields = {} if line == "" else fields | ({name: value.removeprefix(" ")} if name else {})

    def events_to(self, seq: int) -> list[Any]:
        events: list[Any] = []
        while not events or events[-1]["seq"] < seq:
            events += self.next("events")["events"]
        return events

    def rest(self) -> list[Any]:
        """All that is still to come, to the end."""
        return list(self.frames())
