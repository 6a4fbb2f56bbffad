"""Talking at the table: who may say what, and whom it reaches, by request and over sockets."""

import time
import uuid
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from accounts import social
from accounts.api import throttling
from accounts.models import Scope, Token
from games import doorbell
from games.models import Message
from games.phrases import EMOTES, PHRASES
from tests.conftest import Caller
from tests.games.conftest import Connect, OpenTable, Socket
from tests.games.ranked import paired
from tests.games.streaming import PATIENCE_SECONDS

Four = dict[str, Caller]
PARTNERS = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
MARKUP = '<b onclick="x()">&amp;</b> [a](javascript:b) *c* مرحبا 👋🏽 {{ d }}'


@pytest.fixture(autouse=True)
def _talkative(settings: Any) -> None:
    """People say here in a moment what takes them minutes."""
    settings.THROTTLES = False


def say(caller: Caller, match: str, value: str = "hello", kind: str = "phrase", **more: Any) -> Any:
    return caller.post(f"matches/{match}/messages/", {"kind": kind, "value": value, **more})


def refusal(response: Any) -> tuple[int, str, str | None]:
    return response.status_code, response.json()["code"], response.json().get("field")


def read(caller: Caller, match: str) -> list[Any]:
    """What the caller finds said, in the order in which it was."""
    response = caller.get(f"matches/{match}/messages/")
    assert response.status_code == 200, response.content
    return list(reversed(response.json()["results"]))


def told(socket: Socket) -> list[Any]:
    """The messages up to a `bye`, as GET has them."""
    messages: list[Any] = []
    while not messages or messages[-1]["value"] != "bye":
        frame = socket.next("message")
        assert frame.pop("type") == "message"
        messages.append(frame)
    return messages


def here(connect: Connect, match: str, caller: Caller | None) -> Socket:
    """A socket that hears what is said from here on: it has been shown the table, and its server listens."""
    socket = connect(match, caller)
    socket.next("snapshot")
    channel = doorbell.match_channel(uuid.UUID(match))
    deadline = time.monotonic() + PATIENCE_SECONDS
    while doorbell.client().pubsub_numsub(channel) == [(channel.encode(), 0)]:
        assert time.monotonic() < deadline
    return socket


@pytest.fixture(params=["casual", "ranked"])
def seated(request: pytest.FixtureRequest, four: Four, open_table: OpenTable) -> tuple[str, Four]:
    """A running match, and who sits where."""
    return paired(four) if request.param == "ranked" else (open_table(), four)


def test_a_message_is_as_the_contract_has_it(four: Four, open_table: OpenTable, nobody: Caller) -> None:
    match, north = open_table(), four["N"].user
    assert north is not None
    answer = say(four["N"], match, "wave", "emote")
    body = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (201, "application/json")
    assert isinstance(body["id"], str)
    assert body["at"].endswith("Z")
    assert {name: value for name, value in body.items() if name not in ("id", "at")} == {
        "seat": "N",
        "player": {"kind": "human", "id": str(north.pk), "name": north.username},
        "channel": "table",
        "kind": "emote",
        "value": "wave",
    }
    assert read(nobody, match) == [body]


def test_the_partner_channel_is_for_two(
    seated: tuple[str, Four], connect: Connect, stranger: Caller, nobody: Caller
) -> None:
    match, seats = seated
    listeners = seats | {"stranger": stranger, "nobody": nobody}
    sockets = {
        name: here(connect, match, caller if caller.token else None) for name, caller in listeners.items()
    }
    for seat in "NESW":
        assert say(seats[seat], match, channel="partner").status_code == 201
    assert say(seats["N"], match, "bye").status_code == 201
    for name, caller in listeners.items():
        messages = told(sockets[name])
        side = [("partner", seat) for seat in PARTNERS.get(name, "")]
        assert [(message["channel"], message["seat"]) for message in messages] == [*side, ("table", "N")]
        assert read(caller, match) == messages
        raw = "".join(sockets[name].raw)
        assert raw.count('"channel":"partner"') == len(side)


def test_a_seat_lost_is_a_partner_lost(
    four: Four, open_table: OpenTable, connect: Connect, stranger: Caller
) -> None:
    match = open_table(seats="NS")
    before, after = here(connect, match, four["S"]), here(connect, match, stranger)
    assert four["S"].post(f"matches/{match}/leave/").status_code == 200
    assert stranger.post(f"matches/{match}/join/", {"seat": "S"}).status_code == 200
    say(four["N"], match, channel="partner")
    say(four["N"], match, "bye")
    assert [message["channel"] for message in told(before)] == ["table"]
    assert [message["channel"] for message in told(after)] == ["partner", "table"]
    assert [message["value"] for message in read(four["S"], match)] == ["bye"]
    assert refusal(say(four["S"], match)) == (403, "not_seated", None)


def test_who_has_resigned_neither_speaks_nor_hears_the_partner(four: Four, open_table: OpenTable) -> None:
    match = open_table()
    four["S"].act(match, action="resign")
    assert say(four["N"], match, channel="partner").status_code == 201
    assert read(four["S"], match) == []
    assert refusal(say(four["S"], match)) == (403, "not_seated", None)


def test_a_token_hears_and_says_what_its_scopes_allow(
    four: Four, open_table: OpenTable, connect: Connect
) -> None:
    match, south = open_table(), four["S"].user
    assert south is not None
    reads, plays = (
        Caller(south, Token.objects.issue(south, "some", [scope])[1]) for scope in (Scope.READ, Scope.PLAY)
    )
    socket = here(connect, match, plays)
    say(four["N"], match, channel="partner")
    assert say(plays, match, "bye").status_code == 201
    assert [message["value"] for message in told(socket)] == ["bye"]
    assert [message["value"] for message in read(plays, match)] == ["bye"]
    assert [message["value"] for message in read(reads, match)] == ["hello", "bye"]
    assert refusal(say(reads, match)) == (403, "scope_required", None)


def test_who_is_not_seated_does_not_speak(
    four: Four, open_table: OpenTable, stranger: Caller, nobody: Caller
) -> None:
    match = open_table()
    assert refusal(say(stranger, match)) == (403, "not_seated", None)
    assert refusal(say(nobody, match)) == (401, "not_signed_in", None)
    assert refusal(say(four["N"], str(uuid.uuid4()))) == (404, "not_found", None)
    assert nobody.get(f"matches/{uuid.uuid4()}/messages/").status_code == 404
    assert not Message.objects.exists()


def test_one_speaks_before_the_start_and_for_an_hour_after_the_end(
    four: Four, open_table: OpenTable, later: Callable[[float], None]
) -> None:
    match = open_table(seats="NE")
    assert say(four["E"], match).status_code == 201
    for seat in "SW":
        four[seat].post(f"matches/{match}/join/", {"seat": seat})
    for seat in "NS":
        four[seat].act(match, action="resign")
    later(3590)
    assert say(four["E"], match, "good_game").status_code == 201
    later(20)
    assert refusal(say(four["E"], match, "rematch")) == (403, "not_seated", None)
    assert [message["value"] for message in read(four["E"], match)] == ["hello", "good_game"]


def test_what_is_said_at_a_private_table_stays_there(
    four: Four, open_table: OpenTable, stranger: Caller, nobody: Caller
) -> None:
    match = open_table(visibility="private", seats="NE", invited={"E": f"invite:{four['E'].user}"})
    say(four["E"], match)
    assert len(read(four["N"], match)) == 1
    for caller in (stranger, nobody):
        assert refusal(caller.get(f"matches/{match}/messages/")) == (403, "forbidden", None)
        assert say(caller, match).status_code in (401, 403)


def test_who_is_blocked_is_not_heard(
    four: Four, open_table: OpenTable, connect: Connect, nobody: Caller
) -> None:
    match, north, south = open_table(), four["N"].user, four["S"].user
    assert north is not None and south is not None
    deaf, other = here(connect, match, four["S"]), here(connect, match, four["E"])
    say(four["N"], match, "oops")
    assert [socket.next("message")["value"] for socket in (deaf, other)] == ["oops", "oops"]
    social.block(south, north)
    for channel in ("table", "partner"):
        say(four["N"], match, channel=channel)
    say(four["W"], match, "bye")
    assert [message["value"] for message in told(deaf)] == ["bye"]
    assert [message["value"] for message in told(other)] == ["hello", "bye"]
    assert [message["value"] for message in read(four["S"], match)] == ["bye"]
    assert [message["value"] for message in read(nobody, match)] == ["oops", "hello", "bye"]
    say(four["S"], match, "thanks", channel="partner")  # the other way nothing is in the way
    assert [message["value"] for message in read(four["N"], match)][-1] == "thanks"
    social.unblock(south, north)
    assert len(read(four["S"], match)) == 5


@pytest.mark.parametrize("channel", ["table", "partner"])
def test_markup_comes_back_as_the_text_it_is(
    four: Four, open_table: OpenTable, connect: Connect, channel: str
) -> None:
    match = open_table()
    socket = here(connect, match, four["S"])
    answer = say(four["N"], match, f"  {MARKUP}\n", "text", channel=channel)
    assert (answer.status_code, answer["Content-Type"]) == (201, "application/json")
    assert answer.json()["value"] == socket.next("message")["value"] == MARKUP
    assert [message["value"] for message in read(four["S"], match)] == [MARKUP]


def test_a_ranked_table_takes_no_text(four: Four) -> None:
    match, seats = paired(four)
    for channel in ("table", "partner"):
        answer = say(seats["N"], match, "I hold the ace", "text", channel=channel)
        assert refusal(answer) == (403, "forbidden", None)
        assert answer.json()["detail"] == "In ranked play there are only emotes and phrases."
        for kind, value in (("emote", "clap"), ("phrase", "well_played")):
            assert say(seats["N"], match, value, kind, channel=channel).status_code == 201
    assert {message["kind"] for message in read(seats["N"], match)} == {"emote", "phrase"}


def test_every_emote_and_phrase_can_be_said(four: Four, open_table: OpenTable) -> None:
    match = open_table()
    for kind, values in (("emote", EMOTES), ("phrase", PHRASES)):
        for value in values:
            assert say(four["N"], match, value, kind).status_code == 201
    page = four["E"].get(f"matches/{match}/messages/?limit=9").json()
    assert [message["value"] for message in page["results"]] == list(reversed(PHRASES))[:9]
    assert page["next"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"kind": "shout", "value": "hello"}, "kind"),
        ({"value": "hello"}, "kind"),
        ({"kind": "phrase"}, "value"),
        ({"kind": "phrase", "value": "wave"}, "value"),
        ({"kind": "emote", "value": "hello"}, "value"),
        ({"kind": "phrase", "value": ["hello"]}, "value"),
        ({"kind": "phrase", "value": "hello", "channel": "opponents"}, "channel"),
        ({"kind": "phrase", "value": "hello", "channel": None}, "channel"),
        ({"kind": "text"}, "value"),
        ({"kind": "text", "value": 7}, "value"),
        ({"kind": "text", "value": " \t\n"}, "value"),
        ({"kind": "text", "value": "x" * 201}, "value"),
        ({"kind": "text", "value": "a\nb"}, "value"),
        ({"kind": "text", "value": "a\u2028b"}, "value"),
        ({"kind": "text", "value": "a\x1b[31mb"}, "value"),
        ({"kind": "text", "value": "a\u202eb"}, "value"),
        ({"kind": "text", "value": "\u2066a"}, "value"),
        ({"kind": "text", "value": "\u200b\u200f"}, "value"),
    ],
)
def test_what_cannot_be_said(four: Four, open_table: OpenTable, body: Any, field: str) -> None:
    match = open_table(seats="NE")
    assert refusal(four["N"].post(f"matches/{match}/messages/", body)) == (400, "invalid", field)
    assert not Message.objects.exists()


@pytest.mark.parametrize("value", ["x" * 200, "a\u200cb", "سلام\u200f!", "👨‍👩‍👧", "."])
def test_what_can(four: Four, open_table: OpenTable, value: str) -> None:
    assert say(four["N"], open_table(seats="NE"), value, "text").json()["value"] == value


def test_a_guest_speaks_at_a_casual_table(nobody: Caller, open_table: OpenTable) -> None:
    guest, match = Caller(None, nobody.post("guests/").json()["token"]), open_table(seats="N")
    guest.post(f"matches/{match}/join/", {"seat": "E"})
    for kind, value in (("emote", "wave"), ("phrase", "hello"), ("text", "ahlan")):
        assert say(guest, match, value, kind, channel="partner").status_code == 201
    assert len(read(guest, match)) == 3


def test_five_in_ten_seconds(
    four: Four, open_table: OpenTable, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_800_000_003.0]
    monkeypatch.setattr(throttling, "time", SimpleNamespace(time=lambda: now[0]))
    settings.THROTTLES = True
    match = open_table()
    assert [say(four["N"], match).status_code for _time in range(5)] == [201] * 5
    refused = say(four["N"], match)
    assert refusal(refused) == (429, "throttled", None)
    assert refused["Retry-After"] == "7"
    assert say(four["E"], match).status_code == 201  # each has their own count
    assert len(read(four["N"], match)) == 6  # reading is not counted
    now[0] += 7
    assert say(four["N"], match).status_code == 201


def test_messages_go_with_the_account(four: Four, open_table: OpenTable, nobody: Caller) -> None:
    match, north = open_table(), four["N"].user
    assert north is not None
    north.set_password("a long enough secret")
    north.save()
    say(four["N"], match, "my name is Nour", "text")
    say(four["N"], match, channel="partner")
    say(four["E"], match, "bye")
    exported = four["N"].get("account/export/").json()["messages"]
    assert [(row["match"], row["channel"], row["value"]) for row in exported] == [
        (match, "partner", "hello"),
        (match, "table", "my name is Nour"),
    ]
    assert four["N"]("DELETE", "account/", {"password": "a long enough secret"}).status_code == 204
    assert [message["value"] for message in read(nobody, match)] == ["bye"]
    assert [message.value for message in Message.objects.all()] == ["bye"]
