"""A moderator; somebody who is banned; a warning and a mute for whom the walk signs up, for pages to show.

`python -m tests.browser.staff` adds them to the database of the site in `TARNEEB_VAR`.
"""

import os
from typing import Final

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")
django.setup()

from django.contrib.auth.models import Group  # noqa: E402  once Django's apps are loaded

from accounts import standing  # noqa: E402
from accounts.models import ModerationAction, User  # noqa: E402
from tests.browser.pages import BANNED, PASSWORD, WARNED  # noqa: E402

MODERATOR: Final = "mod"
Kind = ModerationAction.Kind


def main() -> None:
    moderator = _account(MODERATOR, is_staff=True)
    moderator.groups.add(Group.objects.get(name="moderators"))
    banned = _account(BANNED)
    if not banned.is_banned:
        standing.act(moderator, banned, Kind.BAN, standing.Why("cheating", "for the picture"))
    why = standing.Why("abuse", "for the picture", "كن لطيفًا: 8 > 7")
    for person in User.objects.filter(username__startswith=WARNED, moderation=None):
        for kind in (Kind.WARN, Kind.MUTE):
            standing.act(moderator, person, kind, why)


def _account(name: str, **more: bool) -> User:
    known = User.objects.filter(username=name).first()
    return known or User.objects.create_user(name, f"{name}@example.org", PASSWORD, **more)


if __name__ == "__main__":
    main()
