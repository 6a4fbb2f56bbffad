"""What must hold once a match is over: the re-check, one replay for everyone, and the closed door."""

from __future__ import annotations

from .client import Json
from .contest import Contest, repeat
from .provoke import Provocation, provoke
from .recheck import recheck
from .statecheck import Mismatch, check_state, require
from .table import Table
from .viewer import fold, public


def check_aftermath(contest: Contest) -> Table:
    """Everything that is checked after the end; returns the last state."""
    match, anonymous = contest.match, contest.crew.anonymous
    events = anonymous.all_events(match)
    table = recheck(match, events, anonymous.fairness(match))
    check_streams(contest, events)
    check_detail(contest, table)
    check_replay(contest, events)
    check_export(contest, events)
    check_lists(contest)
    check_closed(contest)
    return table


def check_streams(contest: Contest, events: list[Json]) -> None:
    """Each viewer's own stream was the full one but for the hands; now everyone sees everything."""
    for viewer in contest.viewers:
        viewer.catch_up(len(events))
        if list(map(public, viewer.events)) != list(map(public, events)):
            raise Mismatch(f"{viewer.name} was shown other events than those of the finished match")
    if contest.players[0].client.all_events(contest.match) != events:
        raise Mismatch("a player and a spectator see different finished matches")


def check_detail(contest: Contest, table: Table) -> None:
    """Finished, with the last state, legal actions for nobody and an ETag."""
    for viewer in contest.viewers:
        reply = viewer.client.detail(contest.match)
        body = reply.ok()
        require(viewer.name, "status", body["status"], "finished")
        require(viewer.name, "seq", body["seq"], table.head)
        require(viewer.name, "now.phase", body["now"]["phase"], "finished")
        require(viewer.name, "now.legal", body["now"]["legal"], [])
        check_state(table, body["state"], viewer.name)
        if not reply.headers.get("etag"):
            raise Mismatch("a finished match without ETag")


def check_replay(contest: Contest, events: list[Json]) -> None:
    """`?at=` gives the state after that event, all hands included."""
    for seq in {1, len(events), *contest.rng.sample(range(1, len(events) + 1), 4)}:
        body = contest.crew.anonymous.detail(contest.match, at=seq).ok()
        require(f"at={seq}", "seq", body["seq"], seq)
        check_state(fold(events[:seq]), body["state"], f"at={seq}")


def check_export(contest: Contest, events: list[Json]) -> None:
    """The JSON export holds the same events."""
    body = contest.crew.anonymous.export(contest.match).ok()
    if "events" in body and body["events"] != events:
        raise Mismatch("the export holds other events")


def check_lists(contest: Contest) -> None:
    """The match is listed as finished under each of its players."""
    for viewer in contest.players:
        rows = viewer.client.listed(status="finished", player=viewer.name)
        if contest.match not in [row["id"] for row in rows]:
            raise Mismatch(f"not among the finished matches of {viewer.name}")


def check_closed(contest: Contest) -> None:
    """No action after the end, but a repeat under its key is still answered."""
    for viewer in contest.players:
        for action in ({"action": "pass"}, {"action": "play", "card": "SA"}, {"action": "resign"}):
            provoke(Provocation(viewer, action, ("match_over",)))
        provoke(Provocation(viewer, {"action": "pass", "expected_seq": 1}, ("match_over",)))
        provoke(Provocation(viewer, {"action": "dance"}, ("malformed",)))
    stranger = contest.outsiders[0]
    provoke(Provocation(stranger, {"action": "pass"}, ("not_seated",)))
    for kept in contest.keyed[-3:]:
        repeat(kept)
    missing = stranger.client.detail("01890000-0000-7000-8000-000000000000")
    require("an unknown match", "status and code", [missing.status, missing.code], [404, "not_found"])
    require("after the end", "seq", stranger.client.detail(contest.match).ok()["seq"], stranger.head)
