"""Who may open a socket, and as whom: bearer tokens, tickets, sessions, nobody."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from websockets.exceptions import ConnectionClosed

from accounts.models import Scope, Token
from tests.conftest import Caller
from tests.games.conftest import Connect, Follow, OpenTable, Socket, turn_of

Four = dict[str, Caller]


def _token(caller: Caller, *scopes: Scope) -> Caller:
    assert caller.user is not None
    return Caller(caller.user, Token.objects.issue(caller.user, "some", list(scopes))[1])


@pytest.mark.parametrize("text", ["tarneeb_" + "x" * 43, "x", ""])
def test_a_bad_bearer_is_refused(open_table: OpenTable, connect: Connect, text: str) -> None:
    assert connect(open_table(), Caller(None, text)).closed() == 4401


def test_an_unknown_match_is_refused(four: Four, connect: Connect) -> None:
    assert connect(str(uuid.uuid4()), four["N"]).closed() == 4404


def test_a_private_match_is_for_its_seats(
    four: Four, open_table: OpenTable, connect: Connect, stranger: Caller
) -> None:
    invited = {seat: f"invite:{four[seat].user}" for seat in "ESW"}
    match = open_table(visibility="private", invited=invited)
    for query in ("", "after=0"):
        assert connect(match, four["W"], query).head() == 7
        assert connect(match, stranger, query).closed() == 4403
        assert connect(match, None, query).closed() == 4403


def test_who_is_put_out_of_a_private_match_sees_no_more(
    four: Four, open_table: OpenTable, connect: Connect
) -> None:
    invited = {seat: f"invite:{four[seat].user}" for seat in "ES"}
    match = open_table(visibility="private", invited=invited, seats="NE")
    host, seated, awaited = (connect(match, four[seat]) for seat in "NES")
    assert [socket.head() for socket in (host, seated, awaited)] == [3, 3, 3]
    for seat in "ES":  # one has sat down, the other's invitation is taken back
        assert four["N"].post(f"matches/{match}/kick/", {"seat": seat}).status_code == 200
    assert (seated.closed(), awaited.closed()) == (4403, 4403)
    assert host.head() == 4


def test_nobody_may_watch_but_not_act(open_table: OpenTable, connect: Connect) -> None:
    match = open_table()
    watcher = connect(match)
    snapshot = watcher.next("snapshot")
    assert snapshot["state"]["deal"]["hands"] == dict.fromkeys("NESW")
    assert snapshot["now"]["legal"] == []
    assert watcher.act("x", action="pass")["code"] == "not_signed_in"
    assert watcher.head() == 7


def test_a_stranger_may_watch_but_not_act(open_table: OpenTable, connect: Connect, stranger: Caller) -> None:
    assert connect(open_table(), stranger).act("x", action="pass")["code"] == "not_seated"


def test_scopes_hold_on_sockets_too(four: Four, open_table: OpenTable, connect: Connect) -> None:
    match = open_table()
    seat, caller, legal = turn_of(four, match)
    reads, plays = connect(match, _token(caller, Scope.READ)), connect(match, _token(caller, Scope.PLAY))
    assert len(reads.next("snapshot")["state"]["deal"]["hands"][seat]) == 13
    assert reads.act("x", **legal[0])["code"] == "scope_required"
    assert plays.next("snapshot")["state"]["deal"]["hands"][seat] is None
    assert plays.act("x", **legal[0])["type"] == "ack"


def test_a_ticket_opens_one_socket(four: Four, open_table: OpenTable, connect: Connect) -> None:
    match = open_table()
    ticket = four["E"].post("tickets/").json()["ticket"]
    hands = connect(match, None, f"ticket={ticket}").next("snapshot")["state"]["deal"]["hands"]
    assert len(hands["E"]) == 13
    assert connect(match, None, f"ticket={ticket}").closed() == 4401
    assert connect(match, None, "ticket=none").closed() == 4401


def test_a_session_needs_an_origin_of_ours(
    four: Four, open_table: OpenTable, connect: Connect, server: str
) -> None:
    match, browser = open_table(), Client()
    assert four["S"].user is not None
    browser.force_login(four["S"].user)
    cookie = f"sessionid={browser.cookies['sessionid'].value}"
    ours = connect(match, Cookie=cookie, Origin=f"http://{server}")
    assert len(ours.next("snapshot")["state"]["deal"]["hands"]["S"]) == 13
    for origin in ("http://elsewhere.example", f"http://{server}.example", "null", "http://["):
        assert connect(match, Cookie=cookie, Origin=origin).closed() == 4403
    assert connect(match, Cookie=cookie).closed() == 4403


def test_a_session_that_is_none_may_watch(open_table: OpenTable, connect: Connect) -> None:
    socket = connect(open_table(), Cookie="sessionid=abc", Origin="http://elsewhere.example")
    assert socket.next("snapshot")["state"]["deal"]["hands"] == dict.fromkeys("NESW")


@pytest.mark.parametrize(("setting", "who"), [("OPEN_PER_PERSON", "N"), ("OPEN_PER_ADDRESS", None)])
def test_one_too_many_is_closed(
    four: Four, open_table: OpenTable, connect: Connect, settings: Any, setting: str, who: str | None
) -> None:
    match, caller = open_table(), four[who] if who else None
    settings.THROTTLES = True
    setattr(settings, setting, 2)
    first, second = connect(match, caller), connect(match, caller)
    assert (first.head(), second.head()) == (7, 7)
    assert connect(None, caller).closed() == 4429
    first.connection.close()
    assert any(_is_open(connect(match, caller)) for _time in range(100))  # once the server has noticed
    assert second.head() == 7


def _is_open(socket: Socket) -> bool:
    try:
        return socket.head() == 7
    except ConnectionClosed:
        return False


def test_a_stream_too_many_ends_at_once(
    four: Four, open_table: OpenTable, follow: Follow, settings: Any
) -> None:
    match = open_table()
    settings.THROTTLES, settings.OPEN_PER_PERSON = True, 1
    first, other = follow(match, four["N"]), follow(match, four["E"])
    assert (first.next("snapshot")["seq"], other.next("snapshot")["seq"]) == (7, 7)
    assert follow(None, four["N"]).next("error")["code"] == "throttled"
    second = follow(match, four["N"])
    assert [frame["code"] for frame in second.rest()] == ["throttled"]


def test_a_revoked_token_ends_its_socket(
    four: Four, open_table: OpenTable, connect: Connect, sign_up: Callable[[str], Caller]
) -> None:
    match, short = open_table(), _token(four["E"], Scope.READ)
    socket, other = connect(match, short), connect(match, four["N"])
    assert socket.head() == 7
    Token.objects.get(name="some").delete()
    assert socket.closed() == 4401
    assert other.head() == 7
