"""What a viewer is sent: no body holds a card that is hidden from them, and after the end all is open."""

import json
import re
from typing import Any

import pytest

from accounts import registration
from games import tasks
from tests.conftest import Caller
from tests.games.conftest import OpenTable, play_to, turn_of

CARD = re.compile(rb"\b[SHDC][AKQJT2-9]\b")


def cards_in(answer: Any) -> set[str]:
    return {match.decode() for match in CARD.findall(answer.content)}


def test_no_body_holds_a_hidden_card(
    four: dict[str, Caller], stranger: Caller, nobody: Caller, open_table: OpenTable
) -> None:
    match = open_table()
    paths = [f"matches/{match}/", f"matches/{match}/events/", f"matches/{match}/fairness/", "matches/"]
    played: set[str] = set()
    for _ in range(24):
        hands = {seat: set(four[seat].state(match)["state"]["deal"]["hands"][seat]) for seat in "NESW"}
        viewers = [(four[seat], hands[seat]) for seat in "NESW"] + [(stranger, set()), (nobody, set())]
        for viewer, own in viewers:
            for path in paths:
                assert cards_in(viewer.get(path)) <= played | own
        assert cards_in(stranger.get(f"matches/{match}/export/")) == set()
        assert cards_in(stranger.get(f"matches/{match}/?at=7")) == set()
        seat, caller, legal = turn_of(four, match)
        bids = [action for action in legal if action["action"] == "bid"]
        answer = caller.act(match, **(bids[0] if bids and len(legal) == 8 else legal[0]))
        events = answer.json()["events"]
        played |= {event["data"]["card"] for event in events if event["type"] == "card_played"}
        assert cards_in(answer) <= played | hands[seat]


def test_the_stream_of_a_viewer_has_every_seq(
    four: dict[str, Caller], nobody: Caller, open_table: OpenTable
) -> None:
    match = open_table()
    play_to(four, match, "play")
    for viewer in (four["E"], nobody):
        body = viewer.get(f"matches/{match}/events/").json()
        assert [event["seq"] for event in body["events"]] == list(range(1, body["head"] + 1))
        assert body["finished"] is False
        assert viewer.get(f"matches/{match}/events/?after=5").json()["events"] == body["events"][5:]
        assert viewer.get(f"matches/{match}/events/?after={body['head'] + 9}").json()["events"] == []


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "9" * 30, ""])
def test_a_bad_after(nobody: Caller, open_table: OpenTable, after: str) -> None:
    answer = nobody.get(f"matches/{open_table(seats='N')}/events/?after={after}")
    assert (answer.status_code, answer.json()["field"]) == (400, "after")


@pytest.fixture
def finished(four: dict[str, Caller]) -> str:
    """A match that four bots have played to its end."""
    seats = dict.fromkeys("NESW", "bot:easy")
    match = str(four["N"].post("matches/", {"ruleset": "kaboot-31", "seats": seats}).json()["id"])
    tasks.play_bot(match, 7)
    return match


def test_after_the_end_the_same_address_is_the_replay(finished: str, nobody: Caller) -> None:
    events = nobody.get(f"matches/{finished}/events/").json()
    assert events["finished"] is True
    dealt = [event for event in events["events"] if event["type"] == "deal_started"]
    assert all(len(hand) == 13 for event in dealt for hand in event["data"]["hands"].values())
    at = nobody.get(f"matches/{finished}/?at={dealt[-1]['seq']}").json()
    assert (at["seq"], at["status"]) == (dealt[-1]["seq"], "finished")
    assert {seat: sorted(hand) for seat, hand in at["state"]["deal"]["hands"].items()} == {
        seat: sorted(hand) for seat, hand in dealt[-1]["data"]["hands"].items()
    }
    assert len(at["state"]["deals"]) == dealt[-1]["data"]["scored"]
    assert at["state"]["result"] is None
    for wrong in ("0", str(events["head"] + 1), "x"):
        assert nobody.get(f"matches/{finished}/?at={wrong}").json()["field"] == "at"


def test_other_lines_go_by_the_rules(finished: str, nobody: Caller) -> None:
    events = nobody.get(f"matches/{finished}/events/").json()["events"]
    last = next(event for event in reversed(events) if event["type"] == "deal_started")
    begun = f"matches/{finished}/?at={last['seq']}"
    assert nobody.get(begun).json()["now"]["legal"] == [], "only who asks for a line is told what may be done"
    line: list[str] = []
    body = nobody.get(f"{begun}&line=").json()
    while body["now"]["legal"]:
        action = body["now"]["legal"][-1]
        line.append(
            str(action.get("card") or action.get("trump") or action.get("amount") or action["action"])
        )
        body = nobody.get(f"{begun}&line={','.join(line)}").json()
    deal, scored = body["state"]["deal"], body["state"]["deals"][-1]
    assert (scored["deal"], scored["tricks"]) == (deal["number"], deal["tricks"])
    assert body["state"]["score"] == scored["score"]
    assert body["now"]["turn"] is None and body["state"]["result"] is None
    assert deal["hands"] == {seat: [] for seat in "NESW"}
    assert nobody.get(f"matches/{finished}/events/").json()["events"] == events


@pytest.mark.parametrize(
    ("line", "status", "code"),
    [
        ("SA", 422, "wrong_phase"),
        ("99", 422, "bid_out_of_range"),
        ("13,", 400, "invalid"),
        ("XX", 400, "invalid"),
        ("S%20A", 400, "invalid"),
        ("pass," * 99, 400, "invalid"),
    ],
)
def test_a_line_that_goes_nowhere(finished: str, nobody: Caller, line: str, status: int, code: str) -> None:
    events = nobody.get(f"matches/{finished}/events/").json()["events"]
    dealt = next(event["seq"] for event in events if event["type"] == "deal_started")
    answer = nobody.get(f"matches/{finished}/?at={dealt}&line={line}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_export_holds_log_and_proof(finished: str, nobody: Caller, open_table: OpenTable) -> None:
    body = nobody.get(f"matches/{finished}/export/?format=json").json()
    assert body["events"] == nobody.get(f"matches/{finished}/events/").json()["events"]
    assert body["fairness"] == nobody.get(f"matches/{finished}/fairness/").json()
    assert body["fairness"]["server_seed"] == body["events"][-1]["data"]["server_seed"]
    assert nobody.get(f"matches/{finished}/export/?format=xml").json()["field"] == "format"
    assert nobody.get(f"matches/{open_table(seats='N')}/export/").status_code == 400


def test_a_finished_match_has_an_etag(finished: str, nobody: Caller, open_table: OpenTable) -> None:
    for path in ("", "events/", "fairness/", "export/"):
        first = nobody.get(f"matches/{finished}/{path}")
        again = nobody.get(f"matches/{finished}/{path}", **{"if-none-match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert "ETag" not in nobody.get(f"matches/{open_table(seats='N')}/")


def test_only_finished_matches_go_back(four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table()
    for query in ("at=3", "at=3&line=", "at=3&line=8"):
        answer = four["N"].get(f"matches/{match}/?{query}")
        assert (answer.status_code, answer.json()["field"]) == (400, "at")
        assert cards_in(answer) == set()


def test_a_private_match_stays_private(
    four: dict[str, Caller], stranger: Caller, open_table: OpenTable
) -> None:
    match = open_table(visibility="private", seats="N")
    for path in ("", "events/", "export/", "fairness/", "?at=1"):
        assert stranger.get(f"matches/{match}/{path}").json()["code"] == "forbidden"
    four["N"].post(f"matches/{match}/leave/")
    assert stranger.get(f"matches/{match}/").json()["code"] == "forbidden"
    assert four["N"].get(f"matches/{match}/").json()["status"] == "finished"


def test_a_deleted_account_leaves_a_pseudonym(
    four: dict[str, Caller], nobody: Caller, open_table: OpenTable, settings: Any
) -> None:
    match = open_table()
    assert four["E"].user is not None
    registration.delete(four["E"].user)
    name = nobody.get(f"matches/{match}/").json()["state"]["seats"]["E"]["player"]["name"]
    assert name.startswith("deleted-")
    assert "player-east" not in json.dumps(nobody.get(f"matches/{match}/events/").json())
