"""The German of Future Invaders: it is set as German is, and speaks to players as "du"."""

from __future__ import annotations

import re

from tests.cards.test_wording import texts
from tests.support.commands import Arsenal
from tests.support.gamecards import words_of

FI = "future-invaders"
# Straight quotation marks, hyphens for dashes, the opening mark at the end of a word, English words for fixed terms.
MISSET = re.compile(r"""['"]| - |\w„|“\w|\b(?:Scrap|Slot|Ship)\b""")
FORMAL = re.compile(r"\b(?:Sie|Ihr|Ihre[nmrs]?)\b")


def test_marks_stand_as_german_sets_them() -> None:
    said = words_of(FI, "de")
    assert [words for words in said if MISSET.search(words) or words.count("„") != words.count("“")] == []


def test_cards_say_du() -> None:
    """Rules say "du"; a "Sie" that begins no sentence is the polite one, which only flavor has."""
    for _, _, text in texts(FI, "de"):
        assert not FORMAL.search(text)
        assert text[0].isupper() or text[0] == "{"
        assert text.endswith(".")


def test_nouns_keep_their_capitals_in_short_tables(arsenal: Arsenal) -> None:
    assert "2 Öl" in arsenal("search", "op:collect", "-g", FI, "--lang", "de").stdout
    assert "2 pétrole" in arsenal("search", "op:collect", "-g", FI, "--lang", "fr").stdout
