"""The whole service on a restored database: who has seen more than it holds is told so, and play goes on."""

import json
from pathlib import Path
from typing import Any

import httpx
import websockets.sync.client
from django.core.management import call_command

from tests.browser.site import serving
from tests.games.ranked import play_tricks
from tests.operations.conftest import Played, url_of

ANSWER_SECONDS = 20


def test_a_live_match_goes_on(played: Played, tmp_path: Path, copy: str) -> None:
    call_command("backup", tmp_path, verbosity=0)
    (file,) = tmp_path.glob("*.dump")
    held = played.seats["N"].state(played.live)
    play_tricks(played.live, 4)  # is not in the backup
    seen = played.seats["N"].state(played.live)["seq"]
    assert seen > held["seq"]
    call_command("restore", file, database=copy, verbosity=0)
    urls = {"DATABASE_URL": url_of("default", copy), "DATABASE_OWNER_URL": url_of("owner", copy)}
    with serving(tmp_path / "var", "off", more=urls) as site:
        _goes_on(site.url, played, held, seen)


def _goes_on(url: str, played: Played, held: Any, seen: int) -> None:
    caller = played.seats[held["now"]["turn"]]
    access = {"Authorization": f"Bearer {caller.token}"}
    address = f"{url.replace('http', 'ws')}/ws/v1/matches/{played.live}/?after={seen}"
    with websockets.sync.client.connect(address, additional_headers=access) as socket:
        first = json.loads(socket.recv(ANSWER_SECONDS))
        assert first["type"] == "snapshot"
        # The sweep has seen that it was away, and has given whoever is on turn their time again.
        assert first["seq"] in (held["seq"], held["seq"] + 1)
        action = first["now"]["legal"][0]
        socket.send(json.dumps({"type": "action", "id": "late", "expected_seq": seen, **action}))
        assert _answer(socket, "late")["code"] == "stale_seq"
        socket.send(json.dumps({"type": "action", "id": "now", **action}))
        assert _answer(socket, "now")["type"] == "ack"
    events = httpx.get(f"{url}/api/v1/matches/{played.live}/events/?after={seen}", headers=access).json()
    assert (events["events"], events["head"] < seen) == ([], True)
    ended = httpx.get(f"{url}/api/v1/matches/{played.ended}/fairness/").json()
    assert ended["server_seed"] is not None


def _answer(socket: websockets.sync.client.ClientConnection, id_: str) -> Any:
    while (frame := json.loads(socket.recv(ANSWER_SECONDS))).get("id") != id_:
        pass
    return frame
