"""The admin shows accounts and tokens, and gives no powers away."""

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Permission
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import Scope, Token, User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("admin", "admin@example.org", PASSWORD))
    return client


@pytest.mark.parametrize("kind", ["user", "token"])
def test_it_lists(boss: Client, layla: User, kind: str) -> None:
    Token.objects.issue(layla, "bot of Layla", [Scope.PLAY])
    assert "Layla" in boss.get(reverse(f"admin:accounts_{kind}_changelist")).content.decode()


def test_it_never_shows_the_digest(boss: Client, layla: User) -> None:
    token, _text = Token.objects.issue(layla, "bot", [Scope.PLAY])
    for address in (
        reverse("admin:accounts_token_change", args=[token.pk]),
        reverse("admin:accounts_token_changelist"),
        reverse("admin:accounts_token_delete", args=[token.pk]),
    ):
        response = boss.get(address)
        assert response.status_code == 200
        assert token.digest not in response.content.decode()


def test_it_adds_and_deletes_no_accounts(boss: Client, layla: User) -> None:
    assert boss.get(reverse("admin:accounts_user_add")).status_code == 403
    assert (
        boss.post(reverse("admin:accounts_user_delete", args=[layla.pk]), {"post": "yes"}).status_code == 403
    )


def test_staff_cannot_give_themselves_powers(client: Client) -> None:
    staff = User.objects.create_user("Sami", "sami@example.org", PASSWORD, is_staff=True)
    staff.user_permissions.set(Permission.objects.filter(codename__in=["change_user", "view_user"]))
    client.force_login(staff)
    form = {
        "kind": "human",
        "language": "ar",
        "is_active": "on",
        "is_superuser": "on",
        "email": "x@example.org",
    }
    response = client.post(reverse("admin:accounts_user_change", args=[staff.pk]), form)
    staff.refresh_from_db()
    assert response.status_code == 302
    assert (staff.language, staff.is_superuser, staff.email) == ("ar", False, "sami@example.org")


@pytest.mark.parametrize("lookup", ["password__startswith", "password"])
def test_no_list_tells_of_passwords(boss: Client, layla: User, lookup: str) -> None:
    given = {lookup: layla.password if lookup == "password" else layla.password[:9]}
    assert boss.get(reverse("admin:accounts_user_changelist"), given).status_code == 400


def changed(boss: Client, person: User, **fields: str) -> None:
    form = {"kind": "human", "language": "", "is_active": "on", "email": person.email} | fields
    address = reverse("admin:accounts_user_change", args=[person.pk])
    sent = {name: value for name, value in form.items() if value != "off"}
    assert boss.post(address, sent).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_an_address_that_staff_correct_is_to_be_confirmed_and_the_old_one_opens_nothing(
    boss: Client, layla: User
) -> None:
    EmailAddress.objects.create(user=layla, email=layla.email, verified=True, primary=True)
    changed(boss, layla, email="new@example.org")
    (address,) = EmailAddress.objects.filter(user=layla)
    assert (address.email, address.verified, address.primary) == ("new@example.org", False, True)
    assert [mail.to for mail in mail.outbox] == [["new@example.org"]]
    mail.outbox.clear()
    Client().post("/account/password/reset/", {"email": "layla@example.org"})
    assert not any("/account/password/reset/key/" in sent.body for sent in mail.outbox)


def test_who_is_shut_out_by_staff_is_out_at_once(boss: Client, layla: User) -> None:
    theirs = Client()
    theirs.force_login(layla, "django.contrib.auth.backends.ModelBackend")
    UserSession.objects.create(user=layla, session_key=theirs.session.session_key, ip="127.0.0.1")
    Token.objects.issue(layla, "bot", [Scope.PLAY])
    changed(boss, layla, is_active="off")
    assert not layla.tokens.exists()
    assert not Session.objects.filter(session_key=theirs.session.session_key).exists()
