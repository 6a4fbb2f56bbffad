"""After the faults: every acknowledged action stands in the log exactly once, and every stream is the log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .client import Json
from .contest import matches
from .crew import Crew
from .load import Acked, Load, LoadTable
from .recheck import recheck
from .viewer import public

ACTIONS = ("bid_made", "passed", "trump_named", "card_played")


@dataclass
class Verdict:
    """What was counted, and what is wrong."""

    matches: int = 0
    finished: int = 0
    events: int = 0
    actions: int = 0
    faults: tuple[str, ...] = ()


def judge(load: Load, tables: list[LoadTable], crew: Crew) -> Verdict:
    """Read every match and compare."""
    verdict, faults = Verdict(), list(load.faults)
    for table in tables:
        for match in table.players[0].streams:
            log = crew.anonymous.all_events(match)
            acked = [ack for ack in load.acked if ack.match == match]
            people = {player.seat for player in table.players}
            faults += [f"{match}: {fault}" for fault in _log_faults(log, acked, people)]
            faults += [f"{match}: {fault}" for fault in _stream_faults(match, log, table)]
            verdict.matches += 1
            verdict.events += len(log)
            verdict.actions += len(acked)
            if log[-1]["type"] == "match_finished":
                verdict.finished += 1
                recheck(match, log, crew.anonymous.fairness(match))
    verdict.faults = tuple(faults)
    return verdict


def _log_faults(log: list[Json], acked: list[Acked], people: set[str]) -> Iterator[str]:
    """Actions and their acknowledgements, one to one."""
    by_seq: dict[int, str] = {}
    for ack in acked:
        if ack.seq > len(log):
            yield f"{ack} is not in the log, which ends at {len(log)}"
            continue
        event = _action_of(log, ack.seq)
        if event is None or not matches(event, ack.seat, ack.action):
            yield f"{ack} stands as {event}"
        elif event["seq"] in by_seq:
            yield f"{ack.id} and {by_seq[event['seq']]} stand as the same event {event}"
        else:
            by_seq[event["seq"]] = ack.id
    for event in log:
        theirs = is_action(event) and event["data"]["seat"] in people
        if theirs and event["seq"] not in by_seq:
            yield f"{event} was never acknowledged, or stands twice"


def _action_of(log: list[Json], seq: int) -> Json | None:
    """The action whose command ended at a seq."""
    for event in reversed(log[:seq]):
        if is_action(event):
            return event
    return None


def is_action(event: Json) -> bool:
    """Whether somebody did it, and not the server in their place."""
    return event["type"] in ACTIONS and not event["data"].get("auto")


def _stream_faults(match: str, log: list[Json], table: LoadTable) -> Iterator[str]:
    """What each player was told, less the hands, which each saw differently."""
    told = list(map(public, log))
    for player in table.players:
        stream = list(map(public, player.streams[match]))
        if stream != told[: len(stream)]:
            yield f"{player.seat} was told other events than those of the log"
