"""The German of Future Invaders: it is set as German is, and speaks to players as "du"."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from tests.cards.test_wording import texts
from tests.support.commands import ROOT, Arsenal

FI = "future-invaders"
# Straight quotation marks, hyphens for dashes, the opening mark at the end of a word, English words for fixed terms.
MISSET = re.compile(r"""['"]| - |\w„|“\w|\b(?:Scrap|Slot|Ship)\b""")
FORMAL = re.compile(r"\b(?:Sie|Ihr|Ihre[nmrs]?)\b")


def said(value: object) -> Iterator[str]:
    """All words of a translation."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from said(inner) if key != "of" else ()
    elif isinstance(value, list):
        for inner in value:
            yield from said(inner)


def locale() -> dict[str, dict[str, dict[str, object]]]:
    return yaml.safe_load((ROOT / f"cards/{FI}/locales/de.yaml").read_text("utf-8"))


def test_marks_stand_as_german_sets_them() -> None:
    assert [words for words in said(locale()) if MISSET.search(words)] == []
    assert [words for words in said(locale()) if words.count("„") != words.count("“")] == []


def test_cards_say_du() -> None:
    """Rules say "du"; a "Sie" that begins no sentence is the polite one, which only flavor has."""
    for _, _, text in texts(FI, "de"):
        assert not FORMAL.search(text)
        assert text[0].isupper() or text[0] == "{"
        assert text.endswith(".")


def test_no_name_is_used_twice() -> None:
    names = [card["name"] for card in locale()["cards"].values()]
    assert len(names) == len(set(names)) == 239


def test_nouns_keep_their_capitals_in_short_tables(arsenal: Arsenal) -> None:
    assert "2 Öl" in arsenal("search", "op:collect", "-g", FI, "--lang", "de").stdout
    assert "2 pétrole" in arsenal("search", "op:collect", "-g", FI, "--lang", "fr").stdout
