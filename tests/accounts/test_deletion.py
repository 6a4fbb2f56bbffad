"""What is left of a deleted account: a row that names nobody."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts import endings
from accounts.models import User
from tests.accounts.conftest import PASSWORD, Caller

pytestmark = pytest.mark.django_db


def test_all_of_the_person_goes(
    layla: User, omar: User, browser: Caller, bearer: Callable[..., Caller]
) -> None:
    User.objects.filter(pk=layla.pk).update(country="LB", language="ar")
    for user in (layla, omar):
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        TOTP.activate(user, generate_totp_secret())
    assert Session.objects.count() == UserSession.objects.count() == 1
    assert bearer(layla, "account")("DELETE", "account/", {"password": PASSWORD}).status_code == 204

    gone = User.objects.get(pk=layla.pk)
    assert (gone.email, gone.country, gone.language, gone.last_login) == ("", "", "", None)
    assert gone.created_at < timezone.now() - timedelta(days=365)
    assert not Session.objects.exists()
    assert not UserSession.objects.exists()
    for rows in (EmailAddress, Authenticator):
        assert [row.user_id for row in rows.objects.all()] == [omar.pk]


def test_a_session_that_expires_leaves_nothing(omar: User, browser: Caller) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    other = Caller()
    other("POST", "session/", {"username": "omar", "password": PASSWORD})
    endings.forget_expired_sessions()
    assert [session.user for session in UserSession.objects.all()] == [omar]
    assert Session.objects.get().session_key == UserSession.objects.get().session_key


def test_a_session_that_ends_leaves_nothing(browser: Caller) -> None:
    csrf = {"X-CSRFToken": browser.http.cookies["csrftoken"].value}
    assert browser("DELETE", "session/", **csrf).status_code == 204
    assert not Session.objects.exists()
    assert not UserSession.objects.exists()
