"""A match as its frames tell it, whichever way they come."""

import json
import uuid
from typing import Any

from .errors import ApiError, TarneebError
from .fold import apply
from .shapes import Action, AnyAction, ErrorFrame, Events, Frame, Now, Snapshot, State

# An action came too late: what has happened instead is on its way.
MOVED_ON = ("stale_seq", "match_over")


class Table:
    """`state` and `now` are there from the first frame on, and up to date with `seq`."""

    state: State
    now: Now

    def __init__(self, match: str) -> None:
        self.match = match
        self.seq = 0
        # Actions whose storing is not confirmed, by id; they are sent again on a new connection.
        self.unconfirmed: dict[str, dict[str, Any]] = {}
        self._acted_at: int | None = None

    @property
    def legal(self) -> list[Action]:
        """What one may do now; nothing while what one did last is on its way."""
        return [] if self._acted_at == self.seq else self.now["legal"]

    @property
    def is_over(self) -> bool:
        return self.seq > 0 and self.now["phase"] == "finished"

    @property
    def resumption(self) -> dict[str, int]:
        """The query that asks for what was missed, or for everything at first."""
        return {"after": self.seq} if self.seq else {}

    def begin(self, action: AnyAction) -> str:
        """The id of an action on its way, which stands at the present seq only, but for resigning."""
        id_ = uuid.uuid4().hex
        is_bound = self.seq and action["action"] != "resign"
        self.unconfirmed[id_] = {**action, "expected_seq": self.seq if is_bound else None}
        self._acted_at = self.seq
        return id_

    def action_frame(self, id_: str) -> str:
        return json.dumps({"type": "action", "id": id_, **self.unconfirmed[id_]})

    def settle(self, id_: str | None, failure: TarneebError | None = None) -> None:
        """An action, or another frame, is stored or has failed. Raises the failure unless it was too late."""
        is_action = self.unconfirmed.pop(id_ or "", None) is not None
        if failure and not (is_action and getattr(failure, "code", None) in MOVED_ON):
            self._acted_at = None
            raise failure

    def hear(self, text: str | bytes) -> Frame:
        """Take a frame in. Raises ApiError where it is one."""
        frame: Frame = json.loads(text)
        match frame["type"]:
            case "snapshot":
                self._look(frame)
            case "events":
                self._follow(frame)
            case "ack":
                self.settle(frame["id"])
            case "error":
                self.settle(frame.get("id"), _refusal(frame))
            case "presence":
                if seat := self.state["seats"][frame["seat"]]:
                    seat["connected"] = frame["connected"]
        return frame

    def _look(self, frame: Snapshot) -> None:
        if frame["seq"] < self.seq:  # restored from a backup: what was done since has not happened
            self._acted_at = None
        self.seq, self.state, self.now = frame["seq"], frame["state"], frame["now"]

    def _follow(self, frame: Events) -> None:
        """Each event once, whatever comes twice."""
        for event in frame["events"]:
            if event["seq"] > self.seq:
                apply(self.state, event)
                self.seq = event["seq"]
        self.now = frame["now"]


def _refusal(frame: ErrorFrame) -> ApiError:
    return ApiError(frame["code"], frame["detail"], body=frame)
