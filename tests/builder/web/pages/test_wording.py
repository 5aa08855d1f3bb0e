"""The pages' own words: the same in each language, with the same parts, and plurals as each counts."""

import re
from string import Formatter

import pytest

from builder.documents.data import mapping
from builder.web.api.languages import accepted, best
from builder.web.pages.rendering import OWN
from builder.web.pages.wording import DEFAULT, builder_words, languages, words_of

SOURCES = [*OWN.glob("*.py"), *OWN.glob("templates/*.html")]
USED = re.compile(r"""(?:say|said|words)\(\s*"([a-z.-]+)"\s*[,)]""")


def parts(texts: object) -> set[str]:
    found = mapping(texts).values() if isinstance(texts, dict) else [texts]
    return {name for one in found for _, name, _, _ in Formatter().parse(str(one)) if name}


@pytest.mark.parametrize("language", languages())
def test_each_language_has_the_same_words_with_the_same_parts(language: str) -> None:
    own, other = words_of(DEFAULT).texts, words_of(language).texts
    assert list(other) == list(own)
    assert {key: parts(text) for key, text in other.items()} == {key: parts(text) for key, text in own.items()}
    assert {key for key, text in other.items() if isinstance(text, dict)} == {
        key for key, text in own.items() if isinstance(text, dict)
    }
    assert all(set(text) == {"one", "other"} for text in other.values() if isinstance(text, dict))


@pytest.mark.parametrize("language", languages())
def test_each_language_has_the_same_words_of_the_deck_builder(language: str) -> None:
    own, other = builder_words(DEFAULT), builder_words(language)
    assert list(other) == list(own)
    assert {key: parts(text) for key, text in other.items()} == {key: parts(text) for key, text in own.items()}
    assert all(isinstance(text, str) for text in other.values())


def test_the_deck_builder_has_the_words_that_it_says_and_no_others() -> None:
    script = "".join(path.read_text("utf-8") for path in sorted(OWN.glob("static/builder/*.js")))
    own = set(builder_words(DEFAULT))
    assert set(re.findall(r'\bwords\(\s*"([a-z-]+)"', script)) - own == set()
    tokens = set(re.findall(r"[a-z-]+", script))
    completed = tuple(re.findall(r"`([a-z]+-)\$\{", script))
    assert {key for key in own - tokens if not key.startswith(completed)} == set()


def test_pages_are_in_english_and_french() -> None:
    assert languages() == ("en", "fr")


def test_all_words_that_pages_say_are_there() -> None:
    said = {key for path in SOURCES for key in USED.findall(path.read_text("utf-8"))}
    assert len(said) > 80
    assert said - set(words_of(DEFAULT).texts) == set()


def test_words_count_as_their_language_does() -> None:
    english, french = words_of("en"), words_of("fr")
    assert [english("count.cards", n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [french("count.cards", n) for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]
    assert (english.number(12_345), french.number(12_345)) == ("12,345", "12\u202f345")


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("", ()),
        ("fr", ("fr",)),
        ("en;q=0.5, fr", ("fr", "en")),
        ("fr-CH, fr;q=0.9, *;q=0.5", ("fr-CH", "fr")),
        ("en;q=no, de;q=0, <b>", ()),
    ],
)
def test_browsers_say_which_languages_they_want(header: str, found: tuple[str, ...]) -> None:
    assert accepted(header) == found


def test_the_language_that_is_wanted_most_is_taken() -> None:
    assert best(["fr-CH", "en"], ["en", "fr"]) == "fr"
    assert best(["pt"], ["en", "pt-BR"]) == "pt-BR"
    assert best(["zh-Hant"], ["zh-Hans", "zh-Hant"]) == "zh-Hant"
    assert best(["xx"], ["en"]) == ""
