"""What the contract promises when requests race, people idle and workers die; against a running server.

Workers are killed only where TARNEEB_VAR names the var directory of the server that this run started.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import psutil

from .client import Json
from .crew import Crew, Person

THREADS = 50
IDLE_CLOCK = {"turn_seconds": 1, "bank_seconds": 0}
LONG_CLOCK = {"turn_seconds": 600, "bank_seconds": 0}


class Broken(AssertionError):
    """A promise that was not kept."""


def _table(crew: Crew, clock: Json, people: str = "NESW") -> tuple[str, dict[str, Person]]:
    """A running match of these people, bots in the other seats."""
    seated = dict(zip(people, crew.players, strict=False))
    seats = {seat: None if seat in seated else "bot:easy" for seat in "NESW"} | {people[0]: "me"}
    match = str(seated[people[0]].client.create("levant-41", seats, clock=clock).ok()["id"])
    for seat in people[1:]:
        seated[seat].client.join(match, seat).ok()
    return match, seated


def _to_the_first_card(match: str, seated: dict[str, Person]) -> tuple[str, Json]:
    """Everyone acts as listed until a card is to be played: by whom, and which."""
    bid = False
    while True:
        look = next(iter(seated.values())).client.detail(match).ok()["now"]
        mover = seated[look["turn"]]
        legal = mover.client.detail(match).ok()["now"]["legal"]
        if look["phase"] == "play":
            return str(look["turn"]), dict(legal[0])
        action = legal[1] if look["phase"] == "auction" and not bid else legal[0]
        bid = bid or action["action"] == "bid"
        mover.client.act(match, action).ok()


def fifty_posts_of_one_card_are_one_move(crew: Crew) -> str:
    """With a key all get the first answer; without one all but the first are refused."""
    for key, expected in (("the-same", THREADS), (None, 1)):
        accepted = _post_at_once(crew, key)
        if len(accepted) != expected or len(set(accepted)) != 1:
            raise Broken(f"key {key}: {len(accepted)} accepted, {len(set(accepted))} different answers")
    return f"{THREADS} posts of a card, with and without a key: one event each"


def _post_at_once(crew: Crew, key: str | None) -> list[bytes]:
    """Many threads post the first card of a deal: the answers that accept it."""
    match, seated = _table(crew, LONG_CLOCK)
    seat, action = _to_the_first_card(match, seated)
    client = seated[seat].client
    before = client.detail(match).ok()["seq"]
    with ThreadPoolExecutor(THREADS) as pool:
        replies = list(pool.map(lambda _: client.act(match, action, key), range(THREADS)))
    if client.detail(match).ok()["seq"] != before + 1:
        raise Broken("more than one event, or none")
    return [reply.raw for reply in replies if reply.status == 201]


def two_seats_may_use_one_key(crew: Crew) -> str:
    """Keys are per match and seat."""
    match, seated = _table(crew, LONG_CLOCK)
    _to_the_first_card(match, seated)
    for _ in range(2):
        turn = seated["N"].client.detail(match).ok()["now"]["turn"]
        client = seated[turn].client
        client.act(match, client.detail(match).ok()["now"]["legal"][0], "shared").ok()
    return "one key of two seats: both moves stand"


def _seconds(time_of_day: str) -> float:
    return datetime.fromisoformat(time_of_day).timestamp()


def _await(what: str, look: Callable[[], bool], patience: float) -> None:
    deadline = time.monotonic() + patience
    while not look():
        if time.monotonic() > deadline:
            raise Broken(f"no {what} within {patience} s")
        time.sleep(0.05)


def _deadline_of(match: str, idler: Person, partner: Person) -> str:
    """The partner acts until the idler is on turn: the deadline then."""
    while True:
        now = partner.client.detail(match).ok()["now"]
        if now["turn"] == "N":
            partner.client.act(match, partner.client.detail(match).ok()["now"]["legal"][0])
        if now["turn"] == "S" and idler.client.detail(match).ok()["now"]["legal"]:
            return str(now["deadline"])
        time.sleep(0.02)


def _expiry_after(match: str, viewer: Person, deadline: str) -> Json:
    """The `turn_expired` behind a deadline."""
    found: list[Json] = []

    def look() -> bool:
        events = viewer.client.all_events(match)
        found[:] = [event for event in events if event["type"] == "turn_expired" and event["at"] >= deadline]
        return bool(found)

    _await("expiry", look, 20)
    return found[0]


def who_never_acts_expires_in_time_then_forfeits(crew: Crew) -> str:
    """Each expiry within two seconds of its deadline; the second in a deal costs the seat."""
    match, seated = _table(crew, IDLE_CLOCK, "NS")
    late = []
    types: list[str] = []
    while "seat_forfeited" not in types:
        deadline = _deadline_of(match, seated["S"], seated["N"])
        expiry = _expiry_after(match, seated["N"], deadline)
        late.append(_seconds(expiry["at"]) - _seconds(deadline))
        types = [
            event["type"] for event in seated["N"].client.events(match, expiry["seq"] - 1).ok()["events"]
        ]
    if max(late) > 2:
        raise Broken(f"{max(late):.2f} s late")
    if types[:3] != ["turn_expired", "seat_forfeited", "seat_substituted"]:
        raise Broken(f"the forfeit was {types[:3]}")
    return f"{len(late)} expiries, at most {max(late):.2f} s after the deadline; then a bot plays on"


def _worker(queue: str) -> list[psutil.Process]:
    """The workers of a queue that belong to this run's server."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        try:
            command = process.info["cmdline"] or []
            ours = process.environ().get("TARNEEB_VAR") == os.environ["TARNEEB_VAR"]
            if ours and any(word.startswith(f"{queue}-") and "@" in word for word in command):
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return found


def a_killed_clock_worker_catches_up(crew: Crew) -> str:
    """Killed while a turn runs out, it still expires the turn within five seconds of its return."""
    match, seated = _table(crew, IDLE_CLOCK, "NS")
    deadline = _deadline_of(match, seated["S"], seated["N"])
    for worker in _worker("clock"):
        worker.kill()
        worker.wait(5)
    _await("clock worker", lambda: bool(_worker("clock")), 20)
    returned = _worker("clock")[0].create_time()
    waited = _seconds(_expiry_after(match, seated["N"], deadline)["at"]) - returned
    if waited > 5:
        raise Broken(f"expired {waited:.2f} s after the worker's return")
    return f"clock worker killed: the turn expired {waited:.2f} s after its process was back"


def killed_bot_workers_lose_no_move(crew: Crew) -> str:
    """Killed in the middle of bots' turns: the match goes on by itself."""
    me = crew.players[0].client
    match = str(me.create("levant-61", dict.fromkeys("NESW", "bot:easy")).ok()["id"])
    for _ in range(3):
        before = me.detail(match).ok()
        for worker in _worker("turns"):
            worker.kill()
        if before["status"] == "finished":
            break
        _await("bot's move", lambda seq=before["seq"]: me.detail(match).ok()["seq"] > seq + 4, 20)  # type: ignore[misc]
    _await("end", lambda: me.detail(match).ok()["status"] == "finished", 60)
    return "bot workers killed in the middle of a match: it went on to its end"


def kept(crew: Crew) -> tuple[int, int]:
    """Try every promise and print a line for each: how many were kept, how many broken."""
    promises = [
        fifty_posts_of_one_card_are_one_move,
        two_seats_may_use_one_key,
        who_never_acts_expires_in_time_then_forfeits,
    ]
    if "TARNEEB_VAR" in os.environ:
        promises += [a_killed_clock_worker_catches_up, killed_bot_workers_lose_no_move]
    results = []
    for promise in promises:
        try:
            print(f"{promise(crew)}  ok", flush=True)
            results.append(True)
        except Exception as error:  # a broken promise is told, and the next one tried
            print(f"{promise.__name__}  FAILED {type(error).__name__}: {error}", flush=True)
            results.append(False)
    return sum(results), len(results) - sum(results)
