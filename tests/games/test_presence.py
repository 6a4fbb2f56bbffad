"""Who is at the table: told to all, and in every snapshot."""

from tests.conftest import Caller
from tests.games.conftest import Connect, OpenTable

Four = dict[str, Caller]


def test_presence_is_told_when_a_seats_first_socket_opens_and_its_last_closes(
    four: Four, open_table: OpenTable, connect: Connect
) -> None:
    match = open_table()
    watcher = connect(match)
    assert not watcher.next("snapshot")["state"]["seats"]["E"]["connected"]
    first, second = connect(match, four["E"]), connect(match, four["E"])
    assert watcher.next("presence") == {"type": "presence", "seat": "E", "connected": True}
    assert connect(match).next("snapshot")["state"]["seats"]["E"]["connected"]
    second.head()
    first.connection.close()
    second.connection.close()
    while (told := watcher.next("presence"))["connected"]:
        assert told["seat"] == "E"
    assert not connect(match).next("snapshot")["state"]["seats"]["E"]["connected"]


def test_who_sits_down_and_leaves_while_connected_is_present_meanwhile(
    four: Four, open_table: OpenTable, connect: Connect
) -> None:
    match = open_table(seats="N")
    watcher, _ = connect(match), connect(match, four["E"])
    assert four["E"].post(f"matches/{match}/join/", {"seat": "E"}).status_code == 200
    assert watcher.next("presence") == {"type": "presence", "seat": "E", "connected": True}
    assert connect(match).next("snapshot")["state"]["seats"]["E"]["connected"]
    assert four["E"].post(f"matches/{match}/leave/").status_code == 200
    assert watcher.next("presence") == {"type": "presence", "seat": "E", "connected": False}
