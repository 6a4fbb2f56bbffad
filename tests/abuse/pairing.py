"""Ways around fair pairing: dodging, playing oneself, two accounts of one person."""

import time
from typing import Any

from tests.abuse.attacks import attack
from tests.abuse.target import Person, Target

RANKED: dict[str, Any] = {"rulesets": ["levant-41"], "rated": True, "clocks": ["blitz"]}
PATIENCE_SECONDS = 60.0


def seek(person: Person, **more: Any) -> Any:
    return person.client.call("POST", "seeks/", json=RANKED | more)


def paired(people: list[Person]) -> str:
    """The match in which four who look for one are seated."""
    ids = [seek(person).ok()["id"] for person in people]
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        found = [
            person.client.call("GET", f"seeks/{id_}/").ok() for person, id_ in zip(people, ids, strict=True)
        ]
        if all(each["status"] == "matched" for each in found):
            return str(found[0]["match"])
    raise AssertionError("the four were not paired")


@attack(
    "playing oneself",
    "two seeks, oneself as partner, two seats, an invitation to oneself, a report of oneself",
    short=True,
)
def oneself(target: Target) -> str:
    person = target.person()
    assert seek(person, partner=person.name).code == "invalid"
    waiting = seek(person).ok()["id"]
    assert seek(person).code == "already_seeking"
    person.client.call("DELETE", f"seeks/{waiting}/").ok()
    match = person.client.create("levant-41", {"N": "me"}).ok()["id"]
    assert person.client.join(match, "E").status == 409
    assert person.client.create("levant-41", {"N": "me", "E": "me"}).code == "invalid"
    assert person.client.create("levant-41", {"N": "me", "E": f"invite:{person.name}"}).code == "invalid"
    report = {"player": person.name, "reason": "cheating"}
    assert person.client.call("POST", "reports/", json=report).code == "invalid"
    return "each is refused by code"


@attack(
    "dodging",
    "leaving a rated match before it counts, seeking again at once",
)
def dodging(target: Target) -> str:
    people = [target.person() for _ in range(4)]
    match = paired(people)
    dodger = people[0]
    assert seek(dodger).code == "already_playing"
    assert dodger.client.call("POST", f"matches/{match}/leave/").status == 200
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (reply := seek(dodger)).code != "ranked_paused":  # once the match has been counted
        assert time.monotonic() < deadline, reply.raw
        if reply.status == 201:
            dodger.client.call("DELETE", f"seeks/{reply.body['id']}/").ok()
    return f"a strike: 403 `ranked_paused` until {reply.body['until']}"


@attack("who may be rated", "guests, programs among people, the blocked")
def who(target: Target) -> str:
    guest = target.client(target.client().call("POST", "guests/").ok()["token"])
    assert guest.call("POST", "seeks/", json=RANKED).code == "forbidden"
    person, bot, blocked = (target.person() for _ in range(3))
    bot.client.call("PATCH", "account/", json={"kind": "bot"}).ok()
    assert seek(person, partner=bot.name).code == "invalid"
    person.client.call("PUT", f"players/{blocked.name}/block/").ok()
    assert seek(blocked, partner=person.name).code == "invalid"
    return "refused: a second account for ranked play has to be a registered person's"


@attack(
    "two accounts at one table", "opponents and partners of one address, one with a hand that the other wants"
)
def two_accounts(target: Target) -> str:
    address = target.address()
    people = [target.person() for _ in range(3)]
    clients = [target.client(person.token, address) for person in people]
    match = clients[0].create("levant-41", {"N": "me"}).ok()["id"]
    for client, seat in zip(clients[1:], "ES", strict=True):
        client.join(match, seat).ok()
    clients[0].call("POST", f"matches/{match}/fill/", json={"bot": "easy"}).ok()
    for client, own in zip(clients, "NES", strict=True):
        hands = client.detail(match).ok()["state"]["deal"]["hands"]
        assert [seat for seat in "NESW" if hands[seat] is not None] == [own]
    return "they may sit, as families do; each is shown its own hand. Nothing notices an address shared"
