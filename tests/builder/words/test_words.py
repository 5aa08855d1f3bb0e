"""The words of each language: whole, used, and filled in by Python and by JavaScript in the same way."""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

import builder
from builder import words as module
from builder.words import (
    COMMON,
    DEFAULT,
    FILE,
    LANGUAGE,
    Text,
    Words,
    groups,
    languages,
    speaking,
    spoken,
    words_here,
    words_of,
)
from tests.test_docs import generator

SOURCE = Path(builder.__file__).parent
STATIC = SOURCE / "web" / "pages" / "static"
WORKED_OUT = ["decks/hands.py", "decks/odds.py", "query/chances.py"]
TEMPLATES = "web/pages/templates"
PLACES = {  # where each group is said
    "verdicts": ["legality"],
    "clauses": ["legality"],
    "pages": ["web/pages/*.py", "web/server", "web/site", f"{TEMPLATES}/[!w]*.html", f"{TEMPLATES}/w[!a]*.html"],
    "choosing": ["web/pages/searching.py", "web/pages/templates", "web/pages/static/choosing.js"],
    "watch": ["web/pages/templates/watch.html", "web/pages/static/watch"],
    "builder": ["web/pages/static/builder"],
    "table": ["web/pages/static/table", "web/pages/static/free"],
    "free": ["web/pages/static/free", "web/pages/freetable.py"],
    "sheets": ["printing/decksheets.py"],
    "query": ["query", "library/search.py"],
    "chances": ["query/chances.py"],
    "printing": ["printing", "cli/layout.py", "exports/bundling.py", "cli/decks.py"],
    "presets": ["printing/presets.py"],
    "exports": ["exports"],
    "api": ["web/api", "exports/deck.py", "web/server", "web/pages"],
    "terminal": ["terminal", "cli", "library/decks.py", "playing"],
    "library": ["library", "translations/localized.py", "exports/bundling.py", "cli/frame.py", "web/api", *WORKED_OUT],
    "lists": ["decks"],
    "files": ["documents"],
    "shapes": ["schema"],
    "paper": ["../renderers/layout", "../renderers/outputs", "games/sizes.py"],
    "faces": ["../renderers/preflight", "../renderers/typst"],
    "stops": ["storage", "packs", "library/store", "workspace.py"],
    "publishing": ["publishing", "web/site", "web/server/running.py", "web/watch", "cli/watching.py"],
    "reports": ["diagnostics/reports.py"],
    "statistics": ["statistics", "terminal/gamestats.py", "cli/decks.py", "web/pages/games.py"],
    "play": ["cli/playing.py", "cli/gaming.py", "playing", "web/api/playing.py"],
}
GROUPS = [COMMON, *groups()]
POLISH: dict[str, Text] = {
    "name": "Polski",
    "thousands": "\N{NO-BREAK SPACE}",
    "decimal": ",",
    "percent": "{n}%",
    "plural": {"one": "^1$", "few": "(^|[^1])[2-4]$"},
}


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else [*text.values()]


def parts(form: str) -> set[str]:
    return set(re.findall(r"\{([a-z_]+)\}", form))


def own(language: str, group: str) -> Mapping[str, Text]:
    return module._written()[language][group]


def test_programs_read_what_the_files_say() -> None:
    assert FILE.read_text("utf-8") == generator().all_words(), "run python docs/generate.py"


def test_there_are_english_and_french() -> None:
    assert languages() == ("en", "fr")
    assert set(PLACES) == set(groups())


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("language", languages())
def test_each_language_says_all_that_english_says_with_the_same_parts(language: str, group: str) -> None:
    english, other = own(DEFAULT, group), own(language, group)
    assert list(other) == list(english)
    for key, text in other.items():
        named = [parts(form) for form in forms(text)]
        assert set.union(*named) == set.union(*map(parts, forms(english[key]))), key
        assert isinstance(text, str) or set(text) == {*own(language, LANGUAGE)["plural"], "other"}, key
    assert group == COMMON or not other.keys() & own(language, COMMON).keys() - REPLACED


REPLACED: set[str] = set()


def test_french_has_spaces_before_its_signs() -> None:
    said = [form for group in GROUPS for text in own("fr", group).values() for form in forms(text)]
    wrong = [one for one in said if re.search(r" [:;!?»](?!=)|« |\w'\w|\w[;!?](?!\w)", one)]
    assert not wrong, "a no-break space (U+00A0) stands before : ; ! ? » and after «, and ’ in place of '"


@pytest.mark.parametrize("group", GROUPS)
def test_every_text_is_said_somewhere(group: str) -> None:
    places = [""] if group == COMMON else PLACES[group]
    script = "\n".join(read(file) for place in places for file in sources(place))
    quoted = set(re.findall(r"""["'`]([\w.?/-]+)["'`]""", script))
    quoted |= {key for tabs in re.findall(r"TABS = (\{.*?\})", script) for key in re.findall(r"\w+(?=:)", tabs)}
    begun = tuple(re.findall(r"""["'`]([a-z.-]+[.-])(?:\$?\{|["'] ~)""", script))
    ended = tuple(re.findall(r"""\{\w+\}([a-z]*\.[a-z.]+)["'`]""", script))
    said = {key for key in own(DEFAULT, group) if key in quoted or key.startswith(begun) or key.endswith(ended)}
    dead = {key for key in own(DEFAULT, group) if key not in said and key.removesuffix(".help") not in said}
    assert sorted(dead) == []


@pytest.mark.parametrize("group", [name for name in GROUPS if name != COMMON])
def test_every_text_that_is_said_is_there(group: str) -> None:
    said = set()
    call = r"""\b(?:say|texts|words|watch|text_of)\(\s*["']([\w.?/-]+)["']\s*[,)]"""
    for file in (file for place in PLACES[group] for file in sources(place)):
        here = [name for name, places in PLACES.items() if any(file in sources(place) for place in places)]
        known = {key for name in (*here, COMMON) for key in own(DEFAULT, name)}
        found = re.findall(call, read(file))
        assert set(found) - known == set(), file
        said |= set(found)
    assert said


def test_every_error_that_is_raised_has_its_text() -> None:
    script = "\n".join(map(read, sources("")))
    classes = "NoSuchThing|TooMuch|cls|Diagnostic|\\w+Error"
    texts = rf"""\b(?:{classes})\.of\(\s*(?:"[a-z-]+", )?"([a-z]+)", "([\w.-]+)\""""
    raised = set(re.findall(texts, script))
    assert len(raised) > 20
    assert [(group, key) for group, key in raised if key not in own(DEFAULT, group)] == []


@cache
def sources(place: str) -> tuple[Path, ...]:
    found = SOURCE / place
    files = SOURCE.glob(place) if "*" in place else found.rglob("*") if found.is_dir() else [found]
    return tuple(file for file in files if file.suffix in (".py", ".js", ".html"))


@cache
def read(file: Path) -> str:
    return file.read_text("utf-8")


def test_a_variant_is_said_as_its_language_and_what_nobody_has_written_in_english() -> None:
    assert [spoken(name) for name in ("fr-CA", "FR", "de", "", DEFAULT)] == ["fr", "fr", "en", "en", "en"]


def test_words_count_as_their_language_does() -> None:
    english, french = words_of("en"), words_of("fr")
    assert [english("count.cards", n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [french("count.cards", n) for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]
    assert [english.listing(list(words), "or") for words in ("", "a", "ab", "abc")] == ["", "a", "a or b", "a, b or c"]


def test_help_is_of_the_same_thing_as_its_text() -> None:
    said = Words("en", own("en", LANGUAGE), {"lost": "{n} of {name}", "lost.help": "find {name}", "found": "there"})
    assert said.with_help("lost", 1200, name="Ash") == ("1,200 of Ash", "find Ash")
    assert said.with_help("found") == ("there", "")


def test_a_third_language_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for language in languages():
        shutil.copy(FILE.with_name(f"{language}.yaml"), tmp_path)
    texts = {name: own(DEFAULT, name) for name in GROUPS} | {
        LANGUAGE: POLISH,
        COMMON: own(DEFAULT, COMMON) | {"count.cards": {"one": "{n} karta", "few": "{n} karty", "other": "{n} kart"}},
    }
    (tmp_path / "pl.yaml").write_text(json.dumps(texts), "utf-8")
    made = json.loads(generator().all_words(tmp_path))
    monkeypatch.setattr(module, "_written", lambda: made)
    assert languages() == ("en", "fr", "pl")
    said = [words_of("pl", "pages")("count.cards", n) for n in (1, 2, 5, 12, 22, 1003)]
    assert said == ["1 karta", "2 karty", "5 kart", "12 kart", "22 karty", "1\N{NO-BREAK SPACE}003 karty"]
    module._words.cache_clear()


CASES: list[tuple[str, dict[str, object]]] = [
    ("plain", {}),
    ("braces", {}),
    ("named", {"name": "{Ash}, $& and $1", "count": 3}),
    ("named", {"name": "Ash", "count": 12_345_678}),
    ("named", {"name": "1000", "count": "1000"}),
    *(("forms", {"n": n}) for n in (-1000, -1, 0, 1, 2, 4, 5, 11, 12, 21, 22, 100, 999, 1000, 1001, 99_999)),
]
TEXTS: dict[str, Text] = {
    "plain": "Ready, as it is.",
    "braces": "{2} or {2,}, {{} and $&",
    "named": "{name}: {count}, {name}",
    "forms": {"one": "{n} one", "few": "{n} few", "other": "{n} other"},
}


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_scripts_fill_in_as_python_does() -> None:
    spoken_of = [Words("", language, TEXTS) for language in (own("en", LANGUAGE), own("fr", LANGUAGE), POLISH)]
    program = (
        f'import {{ speaker }} from "{(STATIC / "words.js").as_uri()}";'
        f"const said = (words) => {json.dumps(CASES)}.map(([key, parts]) => words(key, parts));"
        f"const all = {json.dumps([words.for_scripts() for words in spoken_of])}.map((one) => said(speaker(one)));"
        "process.stdout.write(JSON.stringify(all));"
    )
    node = ["node", "--input-type=module", "--eval", program]
    said = json.loads(subprocess.run(node, capture_output=True, check=True, encoding="utf-8").stdout)
    assert said == [[words(key, **parts) for key, parts in CASES] for words in spoken_of]  # type: ignore[arg-type] - `n` is a number


def test_no_language_is_the_one_that_is_spoken() -> None:
    with speaking("fr"), speaking(""):
        assert words_here().language == "fr"
    assert words_here().language == DEFAULT
