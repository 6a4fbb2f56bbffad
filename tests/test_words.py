"""The catalogues: nothing that a person reads lacks its Arabic, and no place for a value is lost."""

import re

import polib
import pytest

from tarneeb_site import words

VALUES = re.compile(r"%\(\w+\)[sd]")


@pytest.mark.parametrize("catalogue", words.CATALOGUES)
def test_every_text_is_translated(catalogue: str) -> None:
    known = {
        (entry.msgid, entry.msgid_plural)
        for entry in polib.pofile(str(words.catalogue_path("ar", catalogue))).translated_entries()
    }
    missing = {(one, many) for _where, one, many in words.texts(catalogue)} - known
    assert not missing, "`make words`, then translate games/locale/ar"


@pytest.mark.parametrize("catalogue", words.CATALOGUES)
def test_translations_keep_the_values(catalogue: str) -> None:
    for entry in polib.pofile(str(words.catalogue_path("ar", catalogue))):
        if not entry.msgid_plural:
            assert set(VALUES.findall(entry.msgid)) == set(VALUES.findall(entry.msgstr)), entry.msgid


@pytest.mark.parametrize("catalogue", words.CATALOGUES)
def test_no_translation_is_left_over(catalogue: str) -> None:
    found = {one for _where, one, _many in words.texts(catalogue)}
    kept = {entry.msgid for entry in polib.pofile(str(words.catalogue_path("ar", catalogue)))}
    assert kept == found
