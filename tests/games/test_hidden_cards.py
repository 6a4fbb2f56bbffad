"""No hidden card on any route, found by asking the router for all of them, nor in any frame."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from accounts.models import Scope, Token, User
from games.models import Match
from games.rules.seats import SEAT_NAMES
from tests.conftest import Caller
from tests.games.conftest import Connect, Follow, OpenTable, play_to, turn_of

Four = dict[str, Caller]
Get = Callable[[str], bytes]

CARD = re.compile(rb"(?<![A-Za-z0-9])([SHDC][2-9TJQKA])(?![A-Za-z0-9])")
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:\[[^]]*\]|[^()])*\)")
# Streams go on: they are read in a test of their own. Django's own test client cannot sign out and go on.
ELSEWHERE = ("/stream/", "logout")
CARDS_PLAYED = 6


def routes() -> Iterator[str]:
    """Every address of the site, with its parameters as `<name>`."""
    yield from dict.fromkeys(_below(get_resolver().url_patterns, "/"))


def _below(patterns: list[URLPattern | URLResolver], start: str) -> Iterator[str]:
    for pattern in patterns:
        here = start + re.sub(r"^\^|\\Z$|\$$", "", str(pattern.pattern)).replace("\\", "")
        if isinstance(pattern, URLResolver):
            yield from _below(pattern.url_patterns, here)
        else:
            yield here


def filled(route: str, match: str, name: str) -> str:
    """The address with this match, this player and what else there is."""
    values = {"match_id": match, "name": name, "ladder": "levant-41", "language": "en"}
    found = re.match(r"/admin/(\w+)/(\w+)/", route)
    if found and found[2] in apps.all_models[found[1]]:
        rows = apps.get_model(found[1], found[2])._default_manager.order_by("pk")
        values["object_id"] = str(rows.values_list("pk", flat=True).last() or match)
    if "games/match/" in route:
        values["object_id"] = match
    return PARAMETER.sub(lambda parameter: values.get(parameter[1] or parameter[2], match), route)


def cards_in(body: bytes) -> set[str]:
    return {card.decode() for card in CARD.findall(body)}


def body_of(client: Client, path: str, **headers: str) -> bytes:
    response: Any = client.get(path, headers=headers)
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return content + str(response.headers).encode()


def bearer(text: str) -> Get:
    return lambda path: body_of(Client(raise_request_exception=False), path, authorization=f"Bearer {text}")


def browser(user: User | None) -> Get:
    client = Client(raise_request_exception=False)

    def get(path: str) -> bytes:
        if user is not None:  # again, as some pages end the session
            client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        return body_of(client, path)

    return get


@pytest.fixture
def played(four: Four, open_table: OpenTable) -> str:
    """A match in its second trick."""
    match = open_table()
    play_to(four, match, "play")
    for _card in range(CARDS_PLAYED):
        _, caller, legal = turn_of(four, match)
        assert caller.post(f"matches/{match}/actions/", legal[0]).status_code == 201
    return match


def hand_of(caller: Caller, match: str, seat: str) -> set[str]:
    """What the seat was dealt, as it says itself."""
    events = caller.get(f"matches/{match}/events/").json()["events"]
    dealt = next(event for event in events if event["type"] == "deal_started")
    return set(dealt["data"]["hands"][seat])


def on_the_table(caller: Caller, match: str) -> set[str]:
    events = caller.get(f"matches/{match}/events/").json()["events"]
    return {event["data"]["card"] for event in events if event["type"] == "card_played"}


def test_no_route_shows_a_hidden_card(
    four: Four, stranger: Caller, played: str, sign_up: Callable[[str], Caller], settings: Settings
) -> None:
    settings.THROTTLES = False  # all of them at once are more than one address may ask for
    bot = sign_up("robot")
    assert bot("PATCH", "account/", {"kind": "bot"}).status_code == 200
    staff = User.objects.create_superuser("staff-one", "staff@example.org", "sahlab-w-tamr")
    north = four["N"].user
    assert isinstance(north, User)
    blind = Token.objects.issue(north, "blind", [Scope.PLAY])[1]
    second = Token.objects.issue(north, "second", list(Scope))[1]
    public = on_the_table(stranger, played)
    assert len(public) == CARDS_PLAYED
    hands = {seat: hand_of(four[seat], played, seat) for seat in SEAT_NAMES}
    viewers: dict[str, tuple[Get, set[str]]] = {
        "spectator": (browser(None), set()),
        "stranger": (bearer(stranger.token), set()),
        "bot": (bearer(bot.token), set()),
        "staff": (browser(staff), set()),
        "a token that may not read": (bearer(blind), set()),
        "another token": (bearer(second), hands["N"]),
        "partner": (bearer(four["S"].token), hands["S"]),
        "opponent": (bearer(four["E"].token), hands["E"]),
        "opponent's browser": (browser(four["W"].user), hands["W"]),
    }
    asked = shows_own = 0
    found: list[str] = []
    for route in routes():
        if any(name in route for name in ELSEWHERE):
            continue
        path = filled(route, played, "player-north")
        # What the page says of cards in general, as the schema's examples do, it says of other matches too.
        anyway = cards_in(browser(None)(filled(route, "0" * 8 + played[8:], "nobody-there")))
        for viewer, (get, own) in viewers.items():
            shown = cards_in(get(path))
            asked += 1
            shows_own += bool(own & shown)
            if hidden := shown - anyway - own - public:
                found.append(f"{viewer} at {path}: {sorted(hidden)}")
    assert not found
    assert asked > 500
    assert shows_own >= 8  # the scan is not blind: the four see their own, in the state and among the events


def test_no_frame_shows_a_hidden_card(
    four: Four, stranger: Caller, open_table: OpenTable, connect: Connect, follow: Follow
) -> None:
    match = open_table()
    sockets = {seat: connect(match, caller) for seat, caller in four.items()}
    watching, lobby = [connect(match), connect(match, stranger)], connect(None, stranger)
    streams = {seat: follow(match, caller) for seat, caller in four.items()}
    spectators_stream = follow(match)
    play_to(four, match, "play")
    for _card in range(CARDS_PLAYED):
        _, caller, legal = turn_of(four, match)
        held = next(seat for seat in SEAT_NAMES if four[seat] is not caller)
        wrong = min(hand_of(four[held], match, held))
        assert caller.post(f"matches/{match}/actions/", {"action": "play", "card": wrong}).status_code == 422
        assert caller.post(f"matches/{match}/actions/", legal[0]).status_code == 201
    head = four["N"].state(match)["seq"]
    public = on_the_table(stranger, match)
    everyone: list[tuple[Any, set[str]]] = [(socket, set()) for socket in (*watching, spectators_stream)]
    for seat in SEAT_NAMES:
        own = hand_of(four[seat], match, seat)
        everyone += [(sockets[seat], own), (streams[seat], own)]
    for listener, own in everyone:
        listener.events_to(head)
        heard = cards_in("\n".join(listener.raw).encode())
        assert heard <= own | public
        assert heard >= own | public or not own
    lobby.head()
    assert not cards_in("\n".join(lobby.raw).encode())
    assert Match.objects.get(pk=match).status == "live"
