"""The admin shows accounts and tokens, and gives no powers away."""

import pytest
from django.contrib.auth.models import Permission
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
