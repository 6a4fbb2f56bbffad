"""English that another language must not show: long texts of our catalogues, Django's and allauth's."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import allauth
import django
import polib

from tarneeb_site import words

NOT_SHOWN = re.compile(r"%\(\w+\)\w|%\w|{\w*}|<[^>]+>|\n")
SHORTEST = 13
_PACKAGES = [
    Path(django.__file__).parent / "conf/locale",
    Path(django.__file__).parent / "contrib/auth/locale",
    Path(str(allauth.__file__)).parent / "locale",
]


def catalogues(language: str) -> Iterator[polib.POFile]:
    for name in words.CATALOGUES:
        yield polib.pofile(str(words.catalogue_path(language, name)))
    yield from packages(language)


def packages(language: str) -> Iterator[polib.POFile]:
    for package in _PACKAGES:
        yield polib.pofile(
            str(package / ("pt_BR" if language == "pt" else language) / "LC_MESSAGES/django.po")
        )


@cache
def phrases(language: str) -> set[str]:
    """Pieces between the values, of at least SHORTEST letters, that have a translation."""
    return {
        piece.strip()
        for catalogue in catalogues(language)
        for entry in catalogue
        for piece in NOT_SHOWN.split(entry.msgid)
        if len(re.findall(r"[A-Za-z]", piece)) >= SHORTEST and piece.strip() not in entry.msgstr
    }


def found(text: str, language: str) -> set[str]:
    return {phrase for phrase in phrases(language) if phrase in text}
