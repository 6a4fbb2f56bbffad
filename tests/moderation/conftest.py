"""Moderators at the admin, and people of whom something is reported."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Report
from tests.conftest import Caller
from tests.games.conftest import Connect, OpenTable, _as_embedded, connect, later, open_table, server

__all__ = ["Connect", "OpenTable", "_as_embedded", "connect", "later", "open_table", "server"]

PASSWORD = "sahlab-w-tamr"
Four = dict[str, Caller]


@pytest.fixture(autouse=True)
def without_brakes(settings: Any) -> None:
    settings.THROTTLES = False
    settings.ACCOUNT_RATE_LIMITS = False
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


class Moderator:
    """A browser in the admin."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.browser = Client()
        self.browser.force_login(user)

    def page(self, name: str, *args: object) -> str:
        response = self.browser.get(reverse(f"admin:{name}", args=args))
        assert response.status_code == 200
        return response.content.decode()

    def decide(self, person: User, kind: str, **more: Any) -> Any:
        """Press a button in the person's case, with all that is open about them ticked."""
        reports = [
            str(pk) for pk in Report.objects.filter(player=person, answer=None).values_list("pk", flat=True)
        ]
        form = {
            "kind": kind,
            "reason": "abuse",
            "note": "seen",
            "message": "",
            "hours": "24",
            "reports": reports,
        }
        address = reverse("admin:games_case_change", args=[person.pk])
        return self.browser.post(address, {**form, **more})

    def lift(self, person: User, action: Any) -> Any:
        address = reverse("admin:games_case_change", args=[person.pk])
        return self.browser.post(address, {"lift": str(action.pk), "note": "a mistake"})

    def answer(self, appeal: Any, answer: str) -> Any:
        address = reverse("admin:accounts_appeal_change", args=[appeal.pk])
        return self.browser.post(address, {"answer": answer, "note": "read", "message": "so it is"})


def _moderator(name: str) -> Moderator:
    user = User.objects.create_user(name, f"{name}@staff.example", PASSWORD, is_staff=True)
    user.groups.add(Group.objects.get(name="moderators"))
    return Moderator(user)


@pytest.fixture
def moderator(transactional_db: None) -> Moderator:
    return _moderator("mod")


@pytest.fixture
def other_moderator(transactional_db: None) -> Moderator:
    return _moderator("another-mod")


@pytest.fixture
def report() -> Callable[..., Any]:
    def made(caller: Caller, player: str = "player-east", reason: str = "abuse", **more: Any) -> Any:
        response = caller.post("reports/", {"player": player, "reason": reason, **more})
        assert response.status_code == 201, response.content
        return Report.objects.get(pk=response.json()["id"])

    return made


@pytest.fixture
def east(four: Four) -> User:
    """Of whom the others complain; with a password."""
    user = four["E"].user
    assert user is not None
    user.set_password(PASSWORD)
    user.save()
    return user


def refusal(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]
