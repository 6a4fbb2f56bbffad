"""The catalogues: nothing that a person reads lacks its translation, and no place for a value is lost."""

import re

import polib
import pytest
from django.conf import settings

from tarneeb_site import words
from tests import english

VALUES = re.compile(r"%\(\w+\)[sd]")
LETTERS = re.compile(r"[^\W\d_]{2}")
# Names, and words that are the same in another language.
ALIKE = {"Bot", "bot", "Bot (%(level)s)", "%(count)s bot", "Cardems", "Cookies", "Kaboot 31", "Kaboot 41"}
ALIKE |= {"Layla", "Nour", "Omar", "Sami", "Tarneeb", "Tarneeb 400", "token", "tokens"}

pytestmark = [
    pytest.mark.parametrize("catalogue", words.CATALOGUES),
    pytest.mark.parametrize("language", words.PLURALS),
]


def read(language: str, catalogue: str) -> polib.POFile:
    return polib.pofile(str(words.catalogue_path(language, catalogue)))


def test_every_text_is_translated(language: str, catalogue: str) -> None:
    known = {(entry.msgid, entry.msgid_plural) for entry in read(language, catalogue).translated_entries()}
    missing = {(one, many) for _where, one, many in words.texts(catalogue)} - known
    assert not missing, f"`make words`, then translate games/locale/{language}"
    assert language in dict(settings.LANGUAGES)


def test_translations_keep_the_values(language: str, catalogue: str) -> None:
    for entry in read(language, catalogue):
        if entry.msgid_plural:
            wanted = set(VALUES.findall(entry.msgid_plural))
            assert all(set(VALUES.findall(form)) <= wanted for form in entry.msgstr_plural.values())
            assert wanted == set(VALUES.findall(list(entry.msgstr_plural.values())[-1])), entry.msgid
        else:
            assert set(VALUES.findall(entry.msgid)) == set(VALUES.findall(entry.msgstr)), entry.msgid


def test_no_translation_is_left_over(language: str, catalogue: str) -> None:
    found = {one for _where, one, _many in words.texts(catalogue)}
    assert {entry.msgid for entry in read(language, catalogue)} == found


def test_what_packages_say_is_corrected_with_its_values(language: str, catalogue: str) -> None:
    packages = [package for code in words.PLURALS for package in english.packages(code)]
    known = {entry.msgid for package in packages for entry in package}
    for entry in read(language, words.PACKAGES):
        assert entry.msgid in known, "nothing says this any more"
        assert VALUES.findall(entry.msgid) == VALUES.findall(entry.msgstr) or entry.msgid_plural, entry.msgid


def test_no_translation_is_english(language: str, catalogue: str) -> None:
    """Without its values, what has no word in it is the same everywhere."""
    for entry in read(language, catalogue):
        written = [entry.msgstr, *entry.msgstr_plural.values()]
        has_words = LETTERS.search(VALUES.sub("", entry.msgid))
        assert entry.msgid not in written or not has_words or entry.msgid in ALIKE, entry.msgid
