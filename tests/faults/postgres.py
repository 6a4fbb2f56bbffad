"""PostgreSQL's protocol, as far as to know which messages of a client append to the log."""

from __future__ import annotations

import struct

APPEND = b"INSERT INTO games_event"
# The server is ready for the next query, outside of any transaction.
READY = b"Z\x00\x00\x00\x05I"
STARTUPS = (196608, 196610)  # protocol 3.0 and 3.2


class Statements:
    """What one client sends: statements may be prepared first and run by name later."""

    def __init__(self) -> None:
        self._rest = b""
        self._started = False
        self._appending: set[bytes] = set()

    def append(self, data: bytes) -> bool:
        """Whether these bytes complete a message that runs an append."""
        self._rest += data
        found = False
        while (message := self._next()) is not None:
            found |= self._runs_append(*message)
        return found

    def _next(self) -> tuple[bytes, bytes] | None:
        """Kind and body of the next complete message; the first ones have no kind."""
        skip = 1 if self._started else 0
        if len(self._rest) < skip + 4:
            return None
        (length,) = struct.unpack_from(">I", self._rest, skip)
        if len(self._rest) < skip + length:
            return None
        kind, body = self._rest[:skip], self._rest[skip + 4 : skip + length]
        self._rest = self._rest[skip + length :]
        if not skip:
            self._started = struct.unpack_from(">I", body)[0] in STARTUPS
        return kind, body

    def _runs_append(self, kind: bytes, body: bytes) -> bool:
        match kind:
            case b"P":
                name, query = body.split(b"\0", 2)[:2]
                if APPEND in query:
                    self._appending.add(name)
                else:
                    self._appending.discard(name)
                return False
            case b"B":
                return body.split(b"\0", 2)[1] in self._appending
            case b"Q":
                return APPEND in body
        return False
