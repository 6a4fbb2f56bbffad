"""The library against a real server."""

import copy
import re
from typing import Any, get_args

import pytest

from accounts import standing
from accounts.api.throttling import GuestThrottle
from accounts.models import User
from tarneeb import ApiError, Client, apply
from tarneeb.live import Via
from tarneeb.shapes import SEATS, State
from tests.browser.site import Site
from tests.clients.programs import CHECKOUT
from tests.conftest import Caller
from tests.games.conftest import OpenTable, turn_of
from tests.problems.matches import made


def client_of(url: str, caller: Caller) -> Client:
    return Client(url, caller.token)


def test_the_tour_of_the_readme_runs(site: Site) -> None:
    page = (CHECKOUT / "clients/python/README.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 7
    exec("\n".join(blocks), {"url": site.url})


def test_the_state_after_each_event_is_the_servers(site: Site) -> None:
    client = Client(site.url, Client(site.url).create_guest()["token"])
    table = client.live(client.open_match("levant-31", dict.fromkeys("NESW", "bot:easy"))["id"])
    assert list(table) and table.is_over
    first, *events = client.events(table.match)["events"]
    state = client.get_match(table.match, at=first["seq"])["state"]
    for event in events:
        apply(state, event)
        if event["seq"] < 200 or event["type"] == "deal_scored":
            served = client.get_match(table.match, at=event["seq"])["state"]
            assert in_order(state) == in_order(served), event
    assert in_order(state) == in_order(table.state)
    dealt = next(event["seq"] for event in events if event["type"] == "deal_started")
    other = client.get_match(table.match, at=dealt, line=["pass", "7"])
    assert other["state"]["deal"] and other["now"]["legal"]
    assert [call["call"] for call in other["state"]["deal"]["calls"]] == ["pass", 7]


def in_order(state: State) -> Any:
    """Events tell hands as they were dealt, states have them sorted."""
    told = copy.deepcopy(state)
    if told["deal"]:
        for seat in SEATS:
            told["deal"]["hands"][seat] = sorted(told["deal"]["hands"][seat] or [])
    return told


def test_people_sit_down_talk_and_leave(url: str, four: dict[str, Caller], nobody: Caller) -> None:
    clients = {seat: client_of(url, caller) for seat, caller in four.items()}
    host, east, south = clients["N"], clients["E"], clients["S"]
    match = host.open_match("kaboot-41", {"N": "me"}, clock="slow", visibility="unlisted")["id"]
    east.join(match, "E", client_seed="0f")
    south.join(match, "S")
    host.kick(match, "S")
    assert host.fill(match, "random")["status"] == "live"
    assert [playing["id"] for playing in east.playing()["matches"]] == [match]
    host.say(match, "phrase", "hello")
    assert [message["value"] for message in Client(url).messages(match)] == ["hello"]
    assert host.fairness(match)["client_seeds"]["E"] == "0f"
    assert host.leave(match)["events"][-1]["type"] == "match_finished"
    assert [seen["id"] for seen in host.player_matches("player-north")] == [match]
    assert host.player_exports("player-north", since="2020-01-01T00:00:00Z") == [host.export(match)]
    assert host.player_exports("player-north", until="2020-01-01T00:00:00Z") == []
    assert host.export_pbn(match).startswith("% PBN")
    assert host.analysis(match)["status"] == "none"
    with pytest.raises(ApiError, match="invalid"):  # not a deal was scored
        host.analyse(match)
    again = host.rematch(match)["id"]
    assert again != match and east.rematch(match)["id"] == again


def test_a_wish_for_a_match(url: str, four: dict[str, Caller]) -> None:
    client = client_of(url, four["N"])
    seek = client.create_seek(["cardems"], clocks=["blitz"])
    assert client.get_seek(seek["id"])["status"] == "waiting"
    with pytest.raises(ApiError, match="already_seeking"):
        client.create_seek(["cardems"])
    assert client.withdraw_seek(seek["id"])["status"] == "cancelled"


def test_a_person_of_ones_own(url: str, four: dict[str, Caller]) -> None:
    client = Client(url)
    secret = "sahlab-w-tamr"
    client.register("layla", "layla@example.org", secret)
    token = client.create_token("tests", ["read", "account", "play"], "layla", secret)
    client = Client(url, token["token"])
    assert client.account()["username"] == "layla"
    assert client.become_bot()["kind"] == "bot"
    client.follow("player-north")
    assert client.player("player-north")["followed"]
    client.unfollow("player-north")
    client.report("player-north", "other", text="slow")
    assert [(own["text"], own["answered"]) for own in client.reports()] == [("slow", False)]
    assert client.create_ticket()["ticket"]
    client.delete_token(token["id"])
    with pytest.raises(ApiError, match="not_signed_in"):
        client.account()


def test_what_a_moderator_has_said(url: str, four: dict[str, Caller]) -> None:
    north = four["N"].user
    assert north is not None
    boss = User.objects.create_superuser("boss", "boss@example.org")
    action = standing.act(boss, north, "warn", standing.Why("abuse", "seen", "Be kind."))
    client = client_of(url, four["N"])
    [notice] = client.account()["notices"]
    client.see_notice(notice["id"])
    assert client.account()["notices"] == []
    assert client.appeal("I was.", action=str(action.pk))["answer"] == "waiting"
    assert [entry["message"] for entry in client.moderation()] == ["Be kind."]


def test_a_problem_is_asked_and_answered(url: str, four: dict[str, Caller]) -> None:
    client = client_of(url, four["N"])
    for ask in (client.daily_problem, client.next_problem):
        with pytest.raises(ApiError, match="not_found"):
            ask()
    made()
    problem = client.next_problem()
    assert problem == client.get_problem(problem["id"])
    verdict = client.answer_problem(problem["id"], problem["now"]["legal"][0])
    assert verdict["rating"] and verdict["choices"][0]["action"] == problem["now"]["legal"][0]


def test_an_action_under_a_key_is_done_once(url: str, four: dict[str, Caller], open_table: OpenTable) -> None:
    match = open_table()
    _, caller, legal = turn_of(four, match)
    client = client_of(url, caller)
    done = client.act(match, legal[1], key="k")
    assert client.act(match, legal[1], key="k") == done
    with pytest.raises(ApiError) as raised:
        client.act(match, legal[1], expected_seq=done["seq"] - 1)
    assert (raised.value.code, raised.value.status) == ("stale_seq", 409)


@pytest.mark.parametrize("via", get_args(Via))
@pytest.mark.parametrize("token", ["none", ""])
def test_a_match_that_one_may_not_watch(url: str, token: str, via: Via, stranger: Caller) -> None:
    seats = {"N": "me", "E": "bot:easy", "S": "bot:easy", "W": "bot:easy"}
    match = client_of(url, stranger).open_match("levant-41", seats, visibility="private")["id"]
    with pytest.raises(ApiError) as raised:
        next(iter(Client(url, token).live(match, via)))
    assert raised.value.code == ("not_signed_in" if token else "forbidden")


def test_a_seat_sees_its_own_hand_and_a_refusal_of_its_action(
    url: str, four: dict[str, Caller], open_table: OpenTable
) -> None:
    match = open_table()
    seat, caller, _ = turn_of(four, match)
    table = client_of(url, caller).live(match)
    frames = iter(table)
    next(frames)
    assert table.state["deal"] is not None
    assert [hand for hand in SEATS if table.state["deal"]["hands"][hand]] == [seat]
    table.act({"action": "play", "card": "SA"})
    with pytest.raises(ApiError, match="wrong_phase"):
        list(frames)
    table.act(table.legal[0])
    told = [next(iter(table))["type"]]
    assert told == ["events"] and table.legal == []


def test_the_limit_that_it_may_wait_out(url: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.THROTTLES = True
    monkeypatch.setattr(GuestThrottle, "rate", "1/s")
    client = Client(url, patience=5)
    names = {client.create_guest()["name"] for _ in range(2)}
    assert len(names) == 2
    monkeypatch.setattr(GuestThrottle, "rate", "0/m")
    with pytest.raises(ApiError) as raised:
        Client(url).create_guest()
    assert raised.value.code == "throttled" and 1 <= (raised.value.retry_after or 0) <= 60
