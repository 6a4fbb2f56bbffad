"""What is left of a deleted account: a row that names nobody."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session

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
    assert not Session.objects.exists()
    assert not UserSession.objects.exists()
    for rows in (EmailAddress, Authenticator):
        assert [row.user_id for row in rows.objects.all()] == [omar.pk]


def test_a_session_that_ends_leaves_nothing(browser: Caller) -> None:
    csrf = {"X-CSRFToken": browser.http.cookies["csrftoken"].value}
    assert browser("DELETE", "session/", **csrf).status_code == 204
    assert not Session.objects.exists()
    assert not UserSession.objects.exists()
