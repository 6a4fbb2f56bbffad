"""The levels of bots that people may sit down with, and which one they get if they do not choose."""

from typing import Final

from django.utils.translation import gettext as _

from games.bots import LEVELS

# `random` is for tests.
OFFERED: Final = tuple(level for level in LEVELS if level != "random")
DEFAULT: Final = "medium"


def described() -> list[tuple[str, str]]:
    """Each level and its name, in the reader's language."""
    names = {"easy": _("Easy"), "medium": _("Medium"), "strong": _("Strong")}
    return [(level, names[level]) for level in OFFERED]
