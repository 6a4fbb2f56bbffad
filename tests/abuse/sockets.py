"""Many sockets, many frames, big frames: of one person, of one address."""

import json
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
from websockets.exceptions import ConnectionClosed

from tests.abuse.attacks import attack
from tests.abuse.target import TABLE, Target
from tests.games.conftest import Socket

OF_A_PERSON, OF_AN_ADDRESS, OPENED_A_MINUTE = 50, 300, 600
FLOOD, TOO_BIG = 4429, 1009


def is_open(socket: Socket) -> bool:
    try:
        return socket.head() >= 0
    except ConnectionClosed:
        return False


def assert_one_is_closed(sockets: list[Socket]) -> None:
    """Whichever it is: they are let in side by side."""
    (closed,) = (socket for socket in sockets if not is_open(socket))
    assert closed.closed() == FLOOD


@attack("many sockets of a person", "sockets with one token, each from another address", short=True)
def of_a_person(target: Target) -> str:
    person, other = target.person(), target.person()
    with ExitStack() as stack:
        sockets = [target.socket("lobby", person.token) for _ in range(OF_A_PERSON + 1)]
        for socket in sockets:
            stack.enter_context(socket.connection)
        assert_one_is_closed(sockets)
        assert is_open(target.socket("lobby", other.token))
    return f"{OF_A_PERSON} stay open, the next is closed with {FLOOD}"


@attack("many sockets of an address", "sockets of nobody from one address")
def of_an_address(target: Target) -> str:
    address = target.address()
    with ExitStack() as stack:
        sockets = [target.socket("lobby", address=address) for _ in range(OF_AN_ADDRESS + 1)]
        for socket in sockets:
            stack.enter_context(socket.connection)
        assert_one_is_closed(sockets)
        assert is_open(target.socket("lobby"))
    return f"{OF_AN_ADDRESS} stay open, the next is closed with {FLOOD}"


@attack("many streams of a person", "HTTP streams with one token")
def streams(target: Target) -> str:
    person = target.person()
    headers = {"Authorization": f"Bearer {person.token}"}
    with ExitStack() as stack:
        client = stack.enter_context(httpx.Client(timeout=30, limits=httpx.Limits(max_connections=None)))

        def first_line() -> str:
            url = f"{target.url}/api/v1/matches/{match}/stream/"
            response = stack.enter_context(client.stream("GET", url, headers=headers))
            lines.append(response.iter_lines())  # kept, or it closes
            return next(lines[-1])

        lines: list[Iterator[str]] = []
        match = person.client.create("levant-41", TABLE).ok()["id"]
        first = [json.loads(first_line()) for _ in range(OF_A_PERSON + 1)]
        assert {frame["type"] for frame in first[:-1]} == {"snapshot"}
        assert first[-1]["code"] == "throttled"
    return f"{OF_A_PERSON} stay open, the next ends with `throttled`"


@attack("sockets opened and closed", "sockets of one address that never stay")
def opened_and_closed(target: Target) -> str:
    address = target.address()
    for number in range(2 * OPENED_A_MINUTE + 1):
        with target.socket("lobby", address=address).connection as connection:
            try:
                connection.recv(timeout=10)
            except ConnectionClosed:
                return f"{connection.close_code} after {number}"
    raise AssertionError("none refused")


@attack("flood of frames", "two hundred frames at once, in the midst of others' table", short=True)
def frames(target: Target) -> str:
    person, stranger = target.person(), target.person()
    where = f"matches/{person.client.create('levant-41', TABLE).ok()['id']}"
    playing, flooding = target.socket(where, person.token), target.socket(where, stranger.token)
    with playing.connection, flooding.connection:
        assert is_open(playing) and is_open(flooding)
        try:
            for _ in range(200):
                flooding.send({"type": "ping"})
        except ConnectionClosed:
            pass
        assert flooding.closed() == FLOOD
        assert is_open(playing)
    return f"closed with {FLOOD}; the player's socket goes on"


@attack("big frames", "frames of 9 KiB and 2 MiB, binary, broken and deeply nested ones", short=True)
def big_frames(target: Target) -> str:
    person = target.person()
    where = f"matches/{person.client.create('levant-41', TABLE).ok()['id']}"
    bad = [json.dumps({"type": "x" * 9_000}), b"\x00\xff", "{", "[" * 5_000, '{"type": 1e999}', "\x00", "[]"]
    with target.socket(where, person.token).connection as connection:
        socket = Socket(connection, "MatchFrame")
        for frame in bad:
            socket.send(frame)
            assert socket.next("error")["code"] == "malformed", frame[:20]
        assert is_open(socket)
        socket.send("x" * 2_097_152)
        assert socket.closed() == TOO_BIG
    return f"`malformed`, and the socket goes on; 2 MiB close it with {TOO_BIG}"
