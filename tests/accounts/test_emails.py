"""The confirmation of an address, and what asks for it."""

import re
from smtplib import SMTPException

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts import emails
from accounts.models import User
from tests.accounts.conftest import PASSWORD, Caller, assert_error

pytestmark = pytest.mark.django_db

ZEINAB = {"username": "Zeinab", "email": "Z@example.org", "password": PASSWORD}


@pytest.mark.django_db(transaction=True)
def test_registering_sends_a_link_that_confirms(stranger: Caller, settings: Settings) -> None:
    settings.EMAIL_CONFIRMATION = "mandatory"
    assert stranger("POST", "accounts/", ZEINAB).status_code == 201
    user = User.objects.get()
    assert not emails.is_confirmed(user)
    [message] = mail.outbox
    assert message.to == ["z@example.org"]
    link = re.search(r"http://testserver(/account/confirm-email/\S+)", str(message.body))
    assert link
    assert Client().get(link[1]).status_code == 200
    assert not emails.is_confirmed(user)  # programs that look into mail do not confirm
    Client().post(link[1])
    assert emails.is_confirmed(user)


@pytest.mark.django_db(transaction=True)
def test_nothing_is_sent_to_an_address_that_is_taken(layla: User, stranger: Caller) -> None:
    body = ZEINAB | {"email": "LAYLA@example.org"}
    assert_error(stranger("POST", "accounts/", body), 400, "invalid", "email")
    assert not mail.outbox
    assert not EmailAddress.objects.exists()


def test_optional_asks_for_nothing(layla: User, settings: Settings) -> None:
    settings.EMAIL_CONFIRMATION = "optional"
    assert emails.is_confirmed(layla)
    settings.EMAIL_CONFIRMATION = "mandatory"
    assert not emails.is_confirmed(layla)
    EmailAddress.objects.create(user=layla, email="pending@example.org")
    assert not emails.is_confirmed(layla)


@pytest.mark.django_db(transaction=True)
def test_without_a_mail_server_people_can_register(stranger: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_more: object) -> None:
        raise SMTPException("refused")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    assert stranger("POST", "accounts/", ZEINAB).status_code == 201
