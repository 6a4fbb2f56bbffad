"""The account's pages: each renders in both directions, and does what the API does."""

import re
import uuid
from smtplib import SMTPException
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from allauth.mfa.totp.internal.auth import yield_hotp_counters_from_time as counters
from allauth.usersessions.models import UserSession
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Scope, Token, User
from tarneeb_site.caching import PatientCache
from tests.accounts.conftest import PASSWORD, Caller

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "another long secret"
SIGN_UP = {"username": "Zeinab", "email": "z@example.org", "password1": PASSWORD, "password2": PASSWORD}
OPEN = ["account_login", "account_signup", "account_reset_password", "account_reset_password_done"]
OPEN += ["account_reset_password_from_key_done", "account_inactive", "account_email_verification_sent"]
OWN = ["account_email", "account_change_password", "account_logout", "mfa_index", "mfa_activate_totp"]
OWN += ["usersessions_list"]
WITH_FACTOR = ["mfa_index", "mfa_deactivate_totp", "mfa_reauthenticate", "mfa_generate_recovery_codes"]


def sign_in(client: Client, name: str = "layla", password: str = PASSWORD) -> Any:
    return client.post(reverse("account_login"), {"login": name, "password": password})


def is_signed_in(client: Client) -> bool:
    return client.get("/api/v1/account/").status_code == 200


def link_in_mail() -> str:
    found = re.search(r"http://testserver(/account/\S+)", str(mail.outbox[-1].body))
    assert found
    return str(found[1])


@pytest.fixture
def person(layla: User, client: Client) -> Client:
    """Layla's browser, signed in on the page."""
    EmailAddress.objects.create(user=layla, email=layla.email, verified=True, primary=True)
    sign_in(client)
    return client


@pytest.fixture
def with_factor(layla: User, person: Client) -> str:
    """The secret of the second factor that Layla sets up."""
    secret = str(generate_totp_secret())
    TOTP.activate(layla, secret)
    return secret


def code_of(secret: str) -> str:
    return str(format_hotp_value(hotp_value(secret, list(counters())[1])))


@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("ar", "rtl")])
def test_the_pages_for_everybody_render(client: Client, language: str, direction: str) -> None:
    for name in OPEN:
        assert_page(client.get(reverse(name), headers={"accept-language": language}), language, direction)
    confirmation = reverse("account_confirm_email", args=["none"])
    reset = reverse("account_reset_password_from_key", args=["x", "none"])
    for path in (confirmation, reset):
        assert_page(client.get(path, headers={"accept-language": language}), language, direction)


@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("ar", "rtl")])
def test_ones_own_pages_render(layla: User, person: Client, language: str, direction: str) -> None:
    headers = {"accept-language": language}
    assert_page(person.get(reverse("account_reauthenticate"), headers=headers), language, direction)
    person.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    for name in OWN:
        assert_page(person.get(reverse(name), headers=headers), language, direction)
    TOTP.activate(layla, generate_totp_secret())
    for name in WITH_FACTOR:
        assert_page(person.get(reverse(name), headers=headers), language, direction)
    assert person.post(reverse("mfa_generate_recovery_codes")).status_code == 302
    assert_page(person.get(reverse("mfa_view_recovery_codes"), headers=headers), language, direction)


def assert_page(response: Any, language: str, direction: str) -> None:
    assert response.status_code == 200
    assert f'<html lang="{language}" dir="{direction}">' in response.content.decode()


def test_strangers_are_sent_to_sign_in(client: Client) -> None:
    for name in ("account_email", "account_change_password", "mfa_index", "usersessions_list"):
        assert client.get(reverse(name)).headers["Location"].startswith("/account/login/?next=")


def test_it_signs_up_and_asks_to_confirm(client: Client) -> None:
    assert client.post(reverse("account_signup"), SIGN_UP).status_code == 302
    assert is_signed_in(client)  # before anything is confirmed
    user = User.objects.get()
    assert (user.username, user.email, user.check_password(PASSWORD)) == ("Zeinab", "z@example.org", True)
    assert client.post(link_in_mail()).status_code == 302
    assert EmailAddress.objects.get(user=user, verified=True, primary=True).email == "z@example.org"


@pytest.mark.parametrize(
    "name", ["lay1a", "LAYLA", "admin", "guest-abc", "deleted-x", "a b c", "mixеd", "xy"]
)
def test_names_are_those_of_the_api(layla: User, client: Client, name: str) -> None:
    response = client.post(reverse("account_signup"), SIGN_UP | {"username": name})
    assert response.context["form"].errors.keys() == {"username"}
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("email", "LAYLA@example.org"),
        ("email", "x"),
        ("password1", "short"),
        ("password2", "x"),
        ("email", "\x00"),
    ],
)
def test_it_says_what_is_wrong(layla: User, client: Client, field: str, value: str) -> None:
    response = client.post(reverse("account_signup"), SIGN_UP | {field: value})
    assert field in response.context["form"].errors
    assert User.objects.count() == 1


def test_who_is_slower_to_take_a_name_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("Zeinab", "other@example.org", PASSWORD)
    monkeypatch.setattr(
        "accounts.registration.free_name", lambda name: name
    )  # as if it was free a moment ago
    response = client.post(reverse("account_signup"), SIGN_UP, follow=True)
    assert "taken" in response.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["Layla", "LAYLA", "lay1a"])
def test_it_signs_in_by_name_and_look_alike(layla: User, client: Client, name: str) -> None:
    assert sign_in(client, name).status_code == 302
    assert is_signed_in(client)


@pytest.mark.parametrize(
    ("name", "password"), [("layla", "x"), ("nobody", PASSWORD), ("?", "x"), ("\x00", "x"), ("", "")]
)
def test_wrong_credentials_are_refused(layla: User, client: Client, name: str, password: str) -> None:
    assert sign_in(client, name, password).status_code == 200
    assert not is_signed_in(client)


def test_the_second_factor_is_asked_for(layla: User, person: Client, with_factor: str) -> None:
    person.post(reverse("account_logout"))
    assert sign_in(person).headers["Location"] == reverse("mfa_authenticate")
    assert not is_signed_in(person)
    wrong = person.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert (wrong.status_code, is_signed_in(person)) == (200, False)
    assert person.post(reverse("mfa_authenticate"), {"code": code_of(with_factor)}).status_code == 302
    assert is_signed_in(person)


def test_the_second_factor_counts_in_the_admin(client: Client) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    TOTP.activate(boss, generate_totp_secret())
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/account/login/?next=")
    client.post(reverse("admin:login"), {"username": "boss", "password": PASSWORD})
    sign_in(client, "boss")
    assert client.get("/admin/").status_code == 302
    assert not is_signed_in(client)


def test_the_admin_shows_no_secret_of_a_factor(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss", "boss@example.org", PASSWORD))
    assert client.get("/admin/mfa/authenticator/").status_code == 404
    assert client.get("/admin/password_change/").headers["Location"] == reverse("account_change_password")


def test_a_new_password_signs_out_elsewhere(layla: User, person: Client) -> None:
    elsewhere, program = Client(), Caller()
    sign_in(elsewhere)
    program("POST", "session/", {"username": "layla", "password": PASSWORD})
    body = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert person.post(reverse("account_change_password"), body).status_code == 302
    assert is_signed_in(person)
    assert not is_signed_in(elsewhere)
    assert program("GET", "account/").status_code == 401
    assert UserSession.objects.get().session_key == person.cookies["sessionid"].value


@pytest.mark.parametrize(("ticked", "left"), [({"end_programs": "on"}, 0), ({}, 1)])
def test_a_new_password_ends_programs_if_one_wants_it(
    layla: User, person: Client, ticked: dict[str, str], left: int
) -> None:
    Token.objects.issue(layla, "bot", [Scope.PLAY])
    assert 'name="end_programs" id="id_end_programs" checked' in page(person, "account_change_password")
    body = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert person.post(reverse("account_change_password"), body | ticked).status_code == 302
    assert layla.tokens.count() == left


def page(client: Client, name: str) -> str:
    return client.get(reverse(name)).content.decode()


def test_a_reset_ends_programs(layla: User, client: Client) -> None:
    Token.objects.issue(layla, "bot", [Scope.PLAY])
    client.post(reverse("account_reset_password"), {"email": "layla@example.org"})
    reset = client.get(link_in_mail(), follow=True)
    form = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert client.post(reset.redirect_chain[-1][0], form).status_code == 302
    assert not layla.tokens.exists()


def test_a_password_is_reset_by_mail(layla: User, person: Client) -> None:
    stranger = Client()
    stranger.post(reverse("account_reset_password"), {"email": "LAYLA@example.org"})
    page = stranger.get(link_in_mail(), follow=True)
    form = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert stranger.post(page.redirect_chain[-1][0], form).status_code == 302
    layla.refresh_from_db()
    assert layla.check_password(NEW_PASSWORD)
    assert not is_signed_in(person)
    assert not UserSession.objects.exists()


def test_a_reset_does_not_tell_whose_an_address_is(layla: User, client: Client) -> None:
    answers = [
        client.post(reverse("account_reset_password"), {"email": address})
        for address in ("layla@example.org", "nobody@example.org")
    ]
    assert len({(answer.status_code, answer.headers["Location"]) for answer in answers}) == 1


def test_an_address_is_changed_by_who_knows_the_password(person: Client) -> None:
    answer = person.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    assert answer.headers["Location"].startswith(reverse("account_reauthenticate"))
    assert not EmailAddress.objects.filter(email="new@example.org").exists()
    assert person.post(answer.headers["Location"], {"password": PASSWORD}).status_code == 302
    assert mail.outbox[-1].to == ["new@example.org"]  # what was asked for before is done


def test_passwords_are_masked_and_may_be_pasted(person: Client) -> None:
    for client, name in (
        (Client(), "account_login"),
        (Client(), "account_signup"),
        (person, "account_change_password"),
    ):
        fields = re.findall(r"<input[^>]*name=\"(?:old)?password[12]?\"[^>]*>", page(client, name))
        assert fields
        assert all('type="password"' in field and "autocomplete=" in field for field in fields)
        assert not any("onpaste" in field or 'autocomplete="off"' in field for field in fields)


@pytest.mark.parametrize("password", ["  Zwei  Räume ", "ё" * 64, "correct horse battery staple " * 8])
def test_a_password_is_taken_as_it_is(client: Client, password: str) -> None:
    body = SIGN_UP | {"password1": password, "password2": password}
    assert client.post(reverse("account_signup"), body).status_code == 302
    assert User.objects.get().check_password(password)
    for other in (password.strip(), password[:64], password.lower()):
        assert sign_in(Client(), "zeinab", other).status_code == (302 if other == password else 200)
    person = {"username": "zeinab", "password": password}
    assert Caller()("POST", "session/", person).status_code == 200


def test_an_address_is_changed_once_it_is_confirmed(layla: User, person: Client) -> None:
    person.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    person.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    layla.refresh_from_db()
    assert layla.email == "layla@example.org"
    assert mail.outbox[-1].to == ["new@example.org"]
    person.post(link_in_mail())
    layla.refresh_from_db()
    assert layla.email == "new@example.org"
    assert EmailAddress.objects.get().email == "new@example.org"


def test_an_address_that_has_become_anothers_stays_theirs(layla: User, omar: User, person: Client) -> None:
    person.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    person.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    link = link_in_mail()
    User.objects.filter(pk=omar.pk).update(email="new@example.org")
    assert person.post(link).status_code in (200, 302)
    layla.refresh_from_db()
    assert layla.email == "layla@example.org"
    assert not EmailAddress.objects.filter(email="new@example.org", verified=True).exists()


def test_one_sees_ones_sessions_and_ends_the_others(layla: User, person: Client) -> None:
    elsewhere = Client(headers={"user-agent": "Elsewhere/1.0"})
    sign_in(elsewhere)
    assert "Elsewhere/1.0" in person.get(reverse("usersessions_list")).content.decode()
    assert person.post(reverse("usersessions_list")).status_code == 302
    assert is_signed_in(person)
    assert not is_signed_in(elsewhere)


def test_without_a_mail_server_pages_go_on(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_more: object) -> None:
        raise SMTPException("refused")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    assert client.post(reverse("account_signup"), SIGN_UP).status_code == 302
    assert is_signed_in(client)


@pytest.mark.parametrize(
    "place", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:x"]
)
def test_one_comes_back_to_our_own_pages_only(
    layla: User, client: Client, settings: Settings, place: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    form = {"login": "layla", "password": PASSWORD, "next": place}
    assert client.post(reverse("account_login"), form).headers["Location"] == "/en/"
    client.post(reverse("account_logout"))
    answer = client.post(reverse("account_login"), form | {"next": "/matches/"})
    assert answer.headers["Location"] == "/matches/"


@pytest.mark.parametrize("peer", ["", "unix:", "192.0.2.1"])
def test_a_peer_without_an_address_can_sign_in(layla: User, peer: str) -> None:
    client = Client(REMOTE_ADDR=peer)
    assert sign_in(client).status_code == 302
    assert is_signed_in(client)


@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("ar", "rtl")])
def test_too_many_is_a_page(client: Client, settings: Settings, language: str, direction: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "1/m/ip"}
    address = f"2001:db8:{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}::1"
    headers = {"accept-language": language}
    answers = [
        client.post(reverse("account_signup"), {}, headers=headers, REMOTE_ADDR=address) for _time in range(2)
    ]
    assert answers[1].status_code == 429
    assert f'<html lang="{language}" dir="{direction}">' in answers[1].content.decode()


def test_without_redis_pages_go_on(
    layla: User, client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientCache, "_away_until", 0.0)
    cache = settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1"}
    settings.CACHES = {"default": cache}
    settings.THROTTLES, settings.ACCOUNT_RATE_LIMITS = True, {"login_failed": None}
    assert client.post(reverse("account_signup"), SIGN_UP).status_code == 302
    TOTP.activate(layla, secret := generate_totp_secret())
    person = Client()
    assert sign_in(person).headers["Location"] == reverse("mfa_authenticate")
    person.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert is_signed_in(person)
