"""Which user names are allowed, and when two of them look alike."""

import re
import unicodedata
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# One script a name, so that none mixes look-alike letters; digits, `_` and `-` go with each. Written as
# ranges, since Unicode's "letter" lets in tatweel, clicks and small capitals that nobody can tell apart.
_SCRIPTS: Final = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e",  # Latin
    "\u0621-\u063a\u0641-\u064a\u0671-\u06d3\u0660-\u0669\u06f0-\u06f9",  # Arabic
    "\u0386\u0388-\u03ce",  # Greek
    "\u0400-\u045f",  # Cyrillic
)
_ALLOWED: Final = re.compile("|".join(f"[{letters}0-9_-]{{3,20}}" for letters in _SCRIPTS))

# What is drawn alike, after case and accents are gone. Greek and Cyrillic go by their capitals.
# Arabic: yeh without dots, Farsi yeh, e, teh marbuta, ae, keheh, alef wasla.
_LOOKS_LIKE: Final = str.maketrans(
    {"0": "o", "1": "l", "5": "s", "i": "l", "-": "_"}
    | {"\u0131": "l", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe"}
    | dict(zip("αβεζηικμνορτυχ", "abezhlkmnoptyx", strict=True))
    | dict(zip("авекмнорстухѕіј", "abekmhopctyxslj", strict=True))
    | {"\u0649": "\u064a", "\u06cc": "\u064a", "\u06d0": "\u064a", "\u0629": "\u0647", "\u06d5": "\u0647"}
    | {"\u06a9": "\u0643", "\u0671": "\u0627"}
)
_PAIRS: Final = (("rn", "m"), ("vv", "w"))

_RESERVED: Final = (
    *("admin", "administrator", "guest", "moderator", "staff", "support", "system", "tarneeb"),
    *("random", "easy", "medium", "strong", "expert"),  # the bots' levels
)
# No name that somebody chooses may start so.
DELETED: Final = "deleted"  # accounts that are gone
GUEST: Final = "guest-"


class InvalidName(ValueError):
    """`reason` says why, in the reader's language."""

    def __init__(self, reason: Promise) -> None:
        super().__init__(reason)
        self.reason = reason


def normalise(name: str) -> str:
    """The form in which a name is stored. Raises InvalidName where it could not be one."""
    composed = unicodedata.normalize("NFKC", name)
    if not _ALLOWED.fullmatch(composed):
        raise InvalidName(_("A name is 3 to 20 letters of one alphabet, digits, _ or -."))
    return composed


def key_of(name: str) -> str:
    """Equal for two names that differ only in case, accents or look-alike characters."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    key = "".join(_plain(character) for character in letters).translate(_LOOKS_LIKE)
    for pair, single in _PAIRS:
        key = key.replace(pair, single)
    return key


def is_reserved(name: str) -> bool:
    key = key_of(name)
    return key in _RESERVED_KEYS or key.startswith(_RESERVED_STARTS)


def _plain(character: str) -> str:
    if unicodedata.combining(character):
        return ""
    return str(unicodedata.decimal(character, character))


_RESERVED_KEYS: Final = frozenset(map(key_of, _RESERVED))
_RESERVED_STARTS: Final = (key_of(DELETED), key_of(GUEST))
