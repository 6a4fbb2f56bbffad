"""The catalogues of words: found in the sources, kept as .po, compiled to the .mo that Django reads.

`python -m tarneeb_site.words` compiles; `… update` brings the .po in line with the sources first.
Many machines lack gettext tools, so this is Python, and it finds what our own sources write and no more.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import polib

ROOT: Final = Path(__file__).resolve().parent.parent
LOCALE: Final = ROOT / "games" / "locale"
CATALOGUES: Final = ("django", "djangojs")
# What Django and allauth say in a language, but wrongly, or not as we address people.
PACKAGES: Final = "packages"
PLURALS: Final = {
    "ar": "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && "
    "n%100<=99 ? 4 : 5;",
    # Nought is many in Spanish and one in Portuguese, as CLDR has it; what it has for millions is left out.
    "es": "nplurals=2; plural=n != 1;",
    "pt": "nplurals=2; plural=n > 1;",
}
# Where a text stands, its one form and, where it counts, its other.
Text = tuple[str, str, str]

_CALLS: Final = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy"}
_IN_SCRIPT: Final = re.compile(r'\b_(n?)\(\s*"((?:[^"\\]|\\.)*)"(?:,\s*"((?:[^"\\]|\\.)*)")?', re.DOTALL)
_TRANSLATE: Final = re.compile(r"""{%\s*translate\s+(?:"([^"]*)"|'([^']*)')""")
_BLOCK: Final = re.compile(r"{%\s*blocktranslate[^%]*%}(.*?){%\s*endblocktranslate\s*%}", re.DOTALL)
_VARIABLE: Final = re.compile(r"{{\s*(\w+)\s*}}")


@cache
def texts(catalogue: str) -> list[Text]:
    """All that is to be translated: in scripts for `djangojs`, in Python and templates for `django`."""
    if catalogue == "djangojs":
        files = sorted((ROOT / "games" / "frontend" / "src").glob("*.ts*"))
        return [text for file in files for text in _in_script(file)]
    apps = [ROOT / name for name in ("accounts", "games", "tarneeb_site")]
    programs = sorted(file for app in apps for file in app.rglob("*.py"))
    templates = sorted(file for app in apps for file in app.rglob("templates/**/*.html"))
    found = [text for file in programs for text in _in_program(file)]
    return found + [text for file in templates for text in _in_template(file)]


def _in_program(path: Path) -> Iterator[Text]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _CALLS:
            given = [word.value for word in node.args if isinstance(word, ast.Constant)]
            words = [word for word in given if isinstance(word, str)]
            if words:
                yield _where(path), words[0], words[1] if "ngettext" in getattr(node.func, "id", "") else ""


def _in_template(path: Path) -> Iterator[Text]:
    source = path.read_text()
    for double, single in _TRANSLATE.findall(source):
        yield _where(path), double or single, ""
    for block in _BLOCK.findall(source):
        yield _where(path), _VARIABLE.sub(r"%(\1)s", block), ""


def _in_script(path: Path) -> Iterator[Text]:
    for counts, one, many in _IN_SCRIPT.findall(path.read_text()):
        yield _where(path), one, many if counts else ""


def _where(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def catalogue_path(language: str, catalogue: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{catalogue}.po"


def update(language: str, catalogue: str) -> None:
    """Keeps the translations of texts that the sources still have, and adds the new ones empty."""
    path = catalogue_path(language, catalogue)
    known = {entry.msgid: entry for entry in polib.pofile(str(path))} if path.exists() else {}
    places: dict[tuple[str, str], list[str]] = {}
    for where, one, many in texts(catalogue):
        places.setdefault((one, many), []).append(where)
    written = polib.POFile(wrapwidth=110)
    written.metadata = {
        "Language": language,
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }
    for (one, many), files in places.items():
        entry = polib.POEntry(msgid=one, occurrences=[(file, "") for file in dict.fromkeys(files)])
        if many:
            entry.msgid_plural = many
            entry.msgstr_plural = dict.fromkeys(range(int(PLURALS[language][9])), "")
        if one in known:
            entry.msgstr, entry.msgstr_plural = known[one].msgstr, known[one].msgstr_plural
        if "%(" in one:
            entry.flags.append("python-format")
        written.append(entry)
    path.parent.mkdir(parents=True, exist_ok=True)
    written.save(str(path))


def compile_all() -> None:
    for language in PLURALS:
        for catalogue in CATALOGUES:
            path = catalogue_path(language, catalogue)
            compiled = polib.pofile(str(path))
            if catalogue == "django":
                compiled += polib.pofile(str(catalogue_path(language, PACKAGES)))
            compiled.save_as_mofile(str(path.with_suffix(".mo")))


if __name__ == "__main__":
    if sys.argv[1:] == ["update"]:
        for language in PLURALS:
            for catalogue in CATALOGUES:
                update(language, catalogue)
    compile_all()
