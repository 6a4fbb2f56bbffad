"""After the faults: every acknowledged action stands in the log exactly once, and every stream is the log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .client import Json
from .contest import matches
from .crew import Crew
from .load import Acked, Load, LoadTable, Player
from .recheck import recheck
from .referee import RecheckError
from .viewer import public

ACTIONS = ("bid_made", "passed", "trump_named", "card_played")


@dataclass
class Verdict:
    """What was counted, and what is wrong: acknowledged and gone, stored twice, told or kept otherwise."""

    matches: int = 0
    finished: int = 0
    events: int = 0
    actions: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    diverged: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """All that is wrong."""
        return self.lost + self.doubled + self.diverged


def judge(load: Load, tables: list[LoadTable], crew: Crew) -> Verdict:
    """Read every match and compare."""
    verdict = Verdict(diverged=list(load.faults))
    for table in tables:
        for match in table.players[0].streams:
            log = crew.anonymous.all_events(match)
            _judge_log(verdict, log, [ack for ack in load.acked if ack.match == match], table)
            for player in table.players:
                verdict.diverged += _stream_faults(match, log, player)
            verdict.matches += 1
            verdict.events += len(log)
            if log[-1]["type"] == "match_finished":
                verdict.finished += 1
                verdict.diverged += _broken_rules(match, log, crew)
    return verdict


def _judge_log(verdict: Verdict, log: list[Json], acked: list[Acked], table: LoadTable) -> None:
    """Actions and their acknowledgements, one to one."""
    verdict.actions += len(acked)
    by_seq: dict[int, str] = {}
    for ack in acked:
        event = _action_of(log, ack.seq) if ack.seq <= len(log) else None
        if event is None or not matches(event, ack.seat, ack.action):
            verdict.lost.append(f"{ack} stands as {event} in a log of {len(log)}")
        elif event["seq"] in by_seq:
            verdict.lost.append(f"{ack.id} and {by_seq[event['seq']]} stand as the same event {event}")
        else:
            by_seq[event["seq"]] = ack.id
    people = {player.seat for player in table.players if table.acts}
    for event in log:
        if is_action(event) and event["data"]["seat"] in people and event["seq"] not in by_seq:
            verdict.doubled.append(f"{event} was never acknowledged, or stands twice")


def _action_of(log: list[Json], seq: int) -> Json | None:
    """The action whose command ended at a seq."""
    for event in reversed(log[:seq]):
        if is_action(event):
            return event
    return None


def is_action(event: Json) -> bool:
    """Whether somebody did it, and not the server in their place."""
    return event["type"] in ACTIONS and not event["data"].get("auto")


def _stream_faults(match: str, log: list[Json], player: Player) -> Iterator[str]:
    """What a player was told is the log as they may read it; once all hands are shown, less the hands."""
    stream, told = player.streams[match], log
    if log[-1]["type"] == "match_finished":
        stream, told = list(map(public, stream)), list(map(public, log))
    else:
        told = player.person.client.all_events(match)
    if stream != told[: len(stream)]:
        yield f"{match}: {player.seat} was told other events than those of the log"


def _broken_rules(match: str, log: list[Json], crew: Crew) -> Iterator[str]:
    """What the referee finds in a finished match."""
    try:
        recheck(match, log, crew.anonymous.fairness(match))
    except RecheckError as error:
        yield str(error)
