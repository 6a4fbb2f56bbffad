"""Limits by address, person and guessed account; play goes on without Redis."""

import uuid
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings
from redis.exceptions import ConnectionError as RedisConnectionError
from rest_framework.request import Request

from accounts.api import throttling
from accounts.models import Scope, Token, User
from tests.accounts.conftest import PASSWORD, Caller, assert_error
from tests.accounts.test_pages import code_of, link_in_mail

BODY = {"username": "x", "password": "y"}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def throttles(settings: Settings, without_brakes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """On, in a minute that does not end within the test."""
    settings.THROTTLES = True
    monkeypatch.setattr(throttling, "time", SimpleNamespace(time=lambda: 1_800_000_015.0))


@pytest.fixture
def address() -> Callable[[], str]:
    """A new one at each call, since counts outlive a test."""
    return lambda: f"2001:db8:{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}::1"


def sign_in(caller: Caller, name: str, password: str = "wrong") -> Any:
    return caller("POST", "session/", {"username": name, "password": password}).status_code


def test_guessing_ends_and_locks_nobody_out(layla: User, address: Callable[[], str]) -> None:
    guesser, person = Caller(address=address()), Caller(address=address())
    assert [sign_in(guesser, name) for name in ["layla", "LAYLA", "Lay1a"] * 3 + ["layla"]] == [401] * 10
    response = guesser("POST", "session/", {"username": "layla", "password": PASSWORD})
    assert_error(response, 429, "throttled")
    assert response.headers["Retry-After"] == "45"
    assert sign_in(person, "layla", PASSWORD) == 200


@pytest.fixture
def person() -> str:
    """A name that no test has used, since what is counted outlives a test."""
    name = f"p{uuid.uuid4().hex[:12]}"
    User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    return name


def from_everywhere(address: Callable[[], str], guess: Callable[[str], Any], times: int) -> list[Any]:
    return [guess(address()) for _time in range(times)]


def sign_in_on_the_page(address: str, name: str, password: str = "wrong") -> bool:
    client = Client(REMOTE_ADDR=address)
    return client.post(reverse("account_login"), {"login": name, "password": password}).status_code == 302


def test_guessing_from_everywhere_ends_and_locks_nobody_out(person: str, address: Callable[[], str]) -> None:
    known = address()
    assert sign_in(Caller(address=known), person, PASSWORD) == 200  # the first of the fifty
    codes = from_everywhere(address, lambda each: sign_in(Caller(address=each), person), 51)
    assert codes == [401] * 49 + [429] * 2
    response = Caller(address=address())("POST", "session/", {"username": person, "password": PASSWORD})
    assert_error(response, 429, "throttled")
    assert 2700 < int(response.headers["Retry-After"]) <= 3600
    assert sign_in(Caller(address=known), person, PASSWORD) == 200


def test_pages_and_calls_count_together(person: str, address: Callable[[], str]) -> None:
    known, home = address(), address()
    assert sign_in_on_the_page(known, person, PASSWORD)
    assert sign_in(Caller(address=home), person, PASSWORD) == 200
    from_everywhere(address, lambda each: sign_in_on_the_page(each, person), 48)
    assert not sign_in_on_the_page(address(), person, PASSWORD)
    assert sign_in(Caller(address=address()), person, PASSWORD) == 429
    for each in (known, home):
        assert sign_in_on_the_page(each, person, PASSWORD)
        assert sign_in(Caller(address=each), person, PASSWORD) == 200


def test_a_mail_opens_the_way_from_a_new_address(person: str, address: Callable[[], str]) -> None:
    from_everywhere(address, lambda each: sign_in(Caller(address=each), person), 50)
    away, new = address(), "another long secret"
    assert sign_in(Caller(address=away), person, PASSWORD) == 429
    client = Client(REMOTE_ADDR=away)
    client.post(reverse("account_reset_password"), {"email": f"{person}@example.org"})
    page = client.get(link_in_mail(), follow=True)
    client.post(page.redirect_chain[-1][0], {"password1": new, "password2": new})
    assert sign_in(Caller(address=away), person, new) == 200
    assert sign_in(Caller(address=address()), person, new) == 429


def test_one_address_guesses_on_pages_no_faster(person: str, address: Callable[[], str]) -> None:
    guesser = address()
    assert not any(sign_in_on_the_page(guesser, person) for _time in range(10))
    assert not sign_in_on_the_page(guesser, person, PASSWORD)
    assert sign_in(Caller(address=guesser), person, PASSWORD) == 429
    assert sign_in_on_the_page(address(), person, PASSWORD)


def test_codes_are_guessed_no_faster(person: str, address: Callable[[], str]) -> None:
    TOTP.activate(User.objects.get(username=person), secret := generate_totp_secret())
    guesser, body = address(), {"username": person, "password": PASSWORD}
    for number in range(10):
        response = Caller(address=guesser)("POST", "session/", body | {"code": f"x{number}"})
        assert_error(response, 403, "second_factor_required")
    response = Caller(address=guesser)("POST", "session/", body | {"code": code_of(secret)})
    assert_error(response, 429, "throttled")


def test_codes_are_guessed_no_faster_on_the_page(person: str, address: Callable[[], str]) -> None:
    TOTP.activate(User.objects.get(username=person), secret := generate_totp_secret())
    client = Client(REMOTE_ADDR=address())
    client.post(reverse("account_login"), {"login": person, "password": PASSWORD})  # counts as well
    for number in range(9):
        client.post(reverse("mfa_authenticate"), {"code": f"x{number}"})
    assert client.post(reverse("mfa_authenticate"), {"code": code_of(secret)}).status_code == 200
    assert client.get("/api/v1/account/").status_code == 401


def test_a_password_without_its_code_makes_no_address_known(person: str, address: Callable[[], str]) -> None:
    TOTP.activate(User.objects.get(username=person), generate_totp_secret())
    thief = address()
    assert sign_in(Caller(address=thief), person, PASSWORD) == 403
    from_everywhere(address, lambda each: sign_in(Caller(address=each), person), 49)
    assert sign_in(Caller(address=thief), person, PASSWORD) == 429


def test_a_new_account_does_not_count_as_a_guess(person: str, address: Callable[[], str]) -> None:
    body = {"username": person, "email": "x@example.org", "password": "x"}
    from_everywhere(address, lambda each: Caller(address=each)("POST", "accounts/", body), 51)
    assert sign_in(Caller(address=address()), person, PASSWORD) == 200


def test_one_address_gets_so_many_passwords_a_minute(address: Callable[[], str]) -> None:
    caller = Caller(address=address())
    assert [sign_in(caller, f"person{number}") for number in range(21)] == [401] * 20 + [429]


def test_registering_counts_too(address: Callable[[], str]) -> None:
    caller = Caller(address=address())
    bodies = [{"username": f"n{number}", "password": "x"} for number in range(21)]
    codes = [caller("POST", "accounts/", body).status_code for body in bodies]
    assert codes == [400] * 20 + [429]


def test_the_password_that_deletes_cannot_be_guessed(layla: User, address: Callable[[], str]) -> None:
    _token, text = Token.objects.issue(layla, "test", [Scope.ACCOUNT])
    caller = Caller(text, address())
    bodies = [{"password": "wrong", "username": f"n{number}"} for number in range(11)]
    codes = [caller("DELETE", "account/", body).status_code for body in bodies]
    assert codes == [400] * 10 + [429]


def test_reading_is_not_counted_as_guessing(layla: User, bearer: Callable[..., Caller]) -> None:
    caller = bearer(layla, "account", "read")
    assert {caller("GET", "account/").status_code for _time in range(30)} == {200}


def test_one_address_gets_so_many_pages(address: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling.PageThrottle, "rate", "2/min")
    here, there = Client(REMOTE_ADDR=address()), Client(REMOTE_ADDR=address())
    answers = [here.get(reverse("account_login")) for _time in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1]["Retry-After"] == "45"
    assert there.get(reverse("account_login")).status_code == 200


def test_off_is_off(settings: Settings, address: Callable[[], str]) -> None:
    settings.THROTTLES = False
    caller = Caller(address=address())
    assert {sign_in(caller, "nobody") for _time in range(25)} == {401}


def test_headers_do_not_change_an_address(address: Callable[[], str]) -> None:
    caller = Caller(address=address())
    codes = [
        caller(
            "POST", "session/", {"username": "x", "password": "y"}, **{"X-Forwarded-For": address()}
        ).status_code
        for _time in range(11)
    ]
    assert codes == [401] * 10 + [429]


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", "unknown"),
        ("unix:", "unknown"),
    ],
)
def test_whom_an_address_counts(peer: str, counted: str) -> None:
    assert throttling.address_of(Request(RequestFactory().get("/", REMOTE_ADDR=peer))) == counted


def test_without_redis_requests_go_on(
    layla: User, address: Callable[[], str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_args: object, **_more: object) -> None:
        raise RedisConnectionError("refused")

    monkeypatch.setattr(cache, "add", refuse, raising=False)
    assert {sign_in(Caller(address=address()), "layla") for _time in range(12)} == {401}
    assert "throttle not counted" in caplog.text


def test_the_answer_says_what_the_limits_are_and_what_is_left(layla: User) -> None:
    caller = Caller(Token.objects.issue(layla, "program", list(Scope))[1])
    caller("GET", "account/")
    response = caller("GET", "account/")
    assert response["RateLimit-Policy"] == '"token";q=600;w=60, "person";q=1200;w=60'
    assert response["RateLimit"] == '"token";r=598;t=45, "person";r=1198;t=45'
    assert "RateLimit" not in Client().get("/health/")


def test_one_token_leaves_room_for_the_others(layla: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling.TokenThrottle, "rate", "2/min")
    busy, other = (Caller(Token.objects.issue(layla, name, list(Scope))[1]) for name in ("busy", "other"))
    assert [busy("GET", "account/").status_code for _time in range(3)] == [200, 200, 429]
    assert busy("GET", "account/")["RateLimit"].startswith('"token";r=0;t=45')
    assert other("GET", "account/").status_code == 200


def test_tokens_that_nobody_has_count_for_their_address(
    layla: User, address: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttling.AddressThrottle, "rate", "2/min")
    here = address()
    guesses = [Caller(f"tarneeb_{number}", here)("GET", "account/") for number in range(3)]
    assert [guess.status_code for guess in guesses] == [401, 401, 429]
    assert guesses[0]["RateLimit"] == '"address";r=1;t=45'
    assert (guesses[2]["RateLimit"], guesses[2]["Retry-After"]) == ('"address";r=0;t=45', "45")
    assert_error(Caller(address=here)("GET", "rulesets/"), 429, "throttled")
    assert Caller(address=address())("GET", "rulesets/").status_code == 200
    _token, text = Token.objects.issue(layla, "program", list(Scope))
    assert Caller(text, here)("GET", "account/").status_code == 200  # counted by itself


def test_what_a_token_may_not_do_counts_for_it(
    bearer: Callable[..., Caller], layla: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttling.TokenThrottle, "rate", "3/min")
    caller = bearer(layla, "read")
    assert caller("GET", "rulesets/").status_code == 200
    refused = caller("POST", "seeks/", {})
    assert_error(refused, 403, "scope_required")
    assert refused["RateLimit"] == '"token";r=1;t=45, "person";r=1198;t=45'
    assert [caller("POST", "seeks/", {}).status_code for _time in range(2)] == [403, 429]
    assert_error(caller("GET", "rulesets/"), 429, "throttled")


def test_signing_in_first_counts_for_the_address(
    address: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttling.AddressThrottle, "rate", "2/min")
    caller = Caller(address=address())
    assert [caller("GET", "account/").status_code for _time in range(3)] == [401, 401, 429]


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [("account/", {}, 403), ("rulesets/", {"Accept": "image/png"}, 406)],
)
def test_other_refusals_count_for_the_address(
    layla: User,
    address: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    headers: dict[str, str],
    status: int,
) -> None:
    """A session without its CSRF token, and a type that there is not."""
    monkeypatch.setattr(throttling.AddressThrottle, "rate", "2/min")
    caller = Caller(address=address(), csrf=True)
    caller.http.force_login(layla)
    method = "PATCH" if status == 403 else "GET"
    codes = [caller(method, path, {}, **headers).status_code for _time in range(3)]
    assert codes == [status, status, 429]


def test_what_is_refused_later_counts_once(address: Callable[[], str]) -> None:
    response = Caller(address=address())("GET", "players/nobody-at-all/")
    assert (response.status_code, response["RateLimit"]) == (404, '"address";r=599;t=45')
