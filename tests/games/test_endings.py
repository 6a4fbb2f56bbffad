"""Sockets close with what they live by: a session or a token that ends."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts import endings, registration
from accounts.models import Token
from tests.conftest import Caller
from tests.games.conftest import Connect, OpenTable, Socket

Four = dict[str, Caller]
Browse = Callable[[], tuple[Client, Socket]]
PASSWORD, NEW_PASSWORD = "a long enough secret", "another long secret"


@pytest.fixture
def told() -> Iterator[Callable[[], set[str]]]:
    """The credentials whose end the processes were told since the last call."""
    with redis.Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as pubsub:
        pubsub.subscribe(endings.CHANNEL)
        assert pubsub.get_message(timeout=5)

        def since() -> set[str]:
            client.publish(endings.CHANNEL, '["."]')
            heard: set[str] = set()
            while "." not in heard:
                message = pubsub.get_message(timeout=5)
                assert message
                heard |= set(json.loads(message["data"]))
            return heard - {"."}

        yield since


@pytest.fixture
def browse(four: Four, open_table: OpenTable, connect: Connect, server: str) -> Browse:
    """Another browser of North's, signed in, and its socket at a table."""
    user, match = four["N"].user, open_table()
    assert user is not None
    user.set_password(PASSWORD)
    user.save()

    def browsing() -> tuple[Client, Socket]:
        client = Client()
        client.post(reverse("account_login"), {"login": user.username, "password": PASSWORD})
        cookie = f"sessionid={client.cookies['sessionid'].value}"
        socket = connect(match, Cookie=cookie, Origin=f"http://{server}")
        assert socket.next("snapshot")["state"]["deal"]["hands"]["N"]
        return client, socket

    return browsing


def key_of(client: Client) -> str:
    return str(client.cookies["sessionid"].value)


def test_who_is_told_of_closes_though_it_is_valid(
    four: Four, open_table: OpenTable, connect: Connect
) -> None:
    """So it is what is heard that closes, not the look that is taken every now and then."""
    match = open_table()
    east, south = connect(match, four["E"]), connect(match, four["S"])
    assert (east.head(), south.head()) == (7, 7)
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.publish(endings.CHANNEL, json.dumps([Token.objects.get(user=four["E"].user).pk]))
    assert east.closed() == 4401
    assert south.head() == 7


def test_a_token_that_is_revoked(
    four: Four, open_table: OpenTable, connect: Connect, told: Callable[[], set[str]]
) -> None:
    socket, token = connect(open_table(), four["E"]), Token.objects.get(user=four["E"].user)
    assert four["E"]("DELETE", f"tokens/{token.pk}/").status_code == 204
    assert told() == {token.pk}
    assert socket.closed() == 4401


def test_signing_out(browse: Browse, told: Callable[[], set[str]]) -> None:
    client, socket = browse()
    key = key_of(client)
    client.post(reverse("account_logout"))
    assert key in told()
    assert socket.closed() == 4401


def test_signing_out_by_the_api(browse: Browse, told: Callable[[], set[str]]) -> None:
    client, socket = browse()
    key = key_of(client)
    assert client.delete("/api/v1/session/").status_code == 204
    assert key in told()
    assert socket.closed() == 4401


def test_signing_out_everywhere_else(browse: Browse, told: Callable[[], set[str]]) -> None:
    (here, open_socket), (elsewhere, socket) = browse(), browse()
    told()
    here.post(reverse("usersessions_list"))
    assert told() == {key_of(elsewhere)}
    assert socket.closed() == 4401
    assert open_socket.head() == 7


def test_a_new_password(browse: Browse, told: Callable[[], set[str]]) -> None:
    (here, _), (elsewhere, socket) = browse(), browse()
    before = key_of(here)
    told()
    body = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert here.post(reverse("account_change_password"), body).status_code == 302
    assert told() == {key_of(elsewhere), before}  # one's own session goes on under a new key
    assert socket.closed() == 4401
    assert here.get("/api/v1/account/").status_code == 200


def test_a_deleted_account(four: Four, browse: Browse, told: Callable[[], set[str]]) -> None:
    client, socket = browse()
    token = Token.objects.get(user=four["N"].user)
    told()
    assert four["N"]("DELETE", "account/", {"password": PASSWORD}).status_code == 204
    assert told() == {key_of(client), token.pk}
    assert socket.closed() == 4401


def test_a_guest_who_is_forgotten(
    open_table: OpenTable, connect: Connect, nobody: Caller, told: Callable[[], set[str]], later: Any
) -> None:
    guest = nobody.post("guests/").json()
    socket = connect(open_table(), Caller(None, guest["token"]))
    assert socket.head() == 7
    token = Token.objects.get(user__username=guest["name"])
    later(25 * 3600)
    assert registration.forget_guests() == 1
    assert told() == {token.pk}
    assert socket.closed() == 4401


def test_what_was_not_heard_is_found(
    four: Four, open_table: OpenTable, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As while Redis is away: nobody is told, and the look that is taken finds it."""
    socket = connect(open_table(), four["E"])
    assert socket.head() == 7
    monkeypatch.setattr(endings, "CHANNEL", "elsewhere")
    Token.objects.get(user=four["E"].user).delete()
    assert socket.closed() == 4401


def test_without_redis_a_request_goes_on(four: Four, monkeypatch: pytest.MonkeyPatch) -> None:
    refusing = redis.Redis(port=1, socket_connect_timeout=1)
    monkeypatch.setattr(endings, "server", lambda url: refusing)
    token = Token.objects.get(user=four["E"].user)
    assert four["E"]("DELETE", f"tokens/{token.pk}/").status_code == 204
    assert not Token.objects.filter(pk=token.pk).exists()
