"""The games in other languages: all of it is there and made from today's words, set as the language is, names apart."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
import yaml

from builder.naming import fold
from builder.terminal.cards import card_table, console
from tests.cards.test_wording import texts
from tests.support.commands import GAMES, ROOT
from tests.support.gamecards import cards, catalog, pack, words_of

FI = "future-invaders"
SHARED: dict[str, str] = {}  # names that several games may have, and why
MISSET = {
    # A space that may break, or none, before a mark that wants one that doesn't; straight quotation marks.
    "fr": re.compile(r"""(?<![\u00a0\u202f?!])[;!?»](?=\s|$)|(?<=\w):(?=\s|$)|«(?![\u00a0\u202f])|[ ][:;!?»]|['"]"""),
    # Straight quotation marks, hyphens for dashes, opening marks at the end of a word, English words for fixed terms.
    "de": re.compile(r"""['"]| - |\w„|“\w|\b(?:Scrap|Slot|Ship)\b"""),
}
FORMAL = re.compile(r"\b(?:Sie|Ihr|Ihre[nmrs]?)\b")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_missing_or_stale_in_french(game: str) -> None:
    entries = pack(game).translatable.entries(pack(game).locales["fr"].data)
    assert {entry.id: entry.missing for entry in entries if entry.missing} == {}
    assert [entry.id for entry in entries if entry.stale or entry.unconfirmed] == []


@pytest.mark.parametrize(("game", "language"), [*((game, "fr") for game in GAMES), (FI, "de")])
def test_marks_stand_as_the_language_sets_them(game: str, language: str) -> None:
    said = [text for text in words_of(game, language) if not text.startswith("{") or language == "de"]
    assert [text for text in said if MISSET[language].search(text) or text.count("„") != text.count("“")] == []


@pytest.mark.parametrize(
    ("text", "wrong"), [("Vide\u00a0?", 0), ("Vide ?", 1), ("Vide?", 1), ("l'arbre", 1), ("« oui »", 1)]
)
def test_what_is_misset_is_found(text: str, wrong: int) -> None:
    assert bool(MISSET["fr"].search(text)) == bool(wrong)


def test_cards_say_du_in_german() -> None:
    """Rules say "du"; a "Sie" that begins no sentence is the polite one, which only flavor has."""
    for _, _, text in texts(FI, "de"):
        assert not FORMAL.search(text)
        assert text[0].isupper() or text[0] == "{"
        assert text.endswith(".")


def names(language: str) -> Iterator[str]:
    for game in GAMES:
        if language == "en":
            yield from {card["name"] for card in cards(game)}
        elif (path := ROOT / "cards" / game / f"locales/{language}.yaml").exists():
            translated = yaml.safe_load(path.read_text("utf-8"))["cards"].values()
            yield from (card["name"] for card in translated if "name" in card)


@pytest.mark.parametrize(("language", "least"), [("en", 300), ("fr", 300), ("de", 239)])
def test_no_name_is_used_twice(language: str, least: int) -> None:
    """Whoever searches for a name over all packs finds one card."""
    used = Counter(map(fold, names(language)))
    assert len(used) >= least
    assert {name for name, times in used.items() if times > 1} == {*SHARED}


@pytest.mark.parametrize(("language", "said"), [("de", "2 Öl"), ("fr", "2 pétrole")])
def test_nouns_keep_their_capitals_in_tables(language: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = catalog(FI).localized(catalog(FI).game(FI), language)
    found = [(words.card(card), words.game) for card in catalog(FI).search("op:collect", FI)]
    console().print(card_table(found, 120))
    assert said in capsys.readouterr().out
