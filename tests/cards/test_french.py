"""The French of the games: all of it is there and made from today's words, and it is set as French is."""

from __future__ import annotations

import re

import pytest

from builder.translations.words import Entry
from tests.support.commands import GAMES
from tests.support.gamecards import pack, words_of

# A space that may break, or none, before a mark that wants one that doesn't; straight quotation marks.
MISSET = re.compile(r"""(?<![\u00a0\u202f?!])[;!?»](?=\s|$)|(?<=\w):(?=\s|$)|«(?![\u00a0\u202f])|[ ][:;!?»]|['"]""")


def entries(game: str) -> list[Entry]:
    return pack(game).translatable.entries(pack(game).locales["fr"].data)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_missing_or_stale(game: str) -> None:
    assert {entry.id: entry.missing for entry in entries(game) if entry.missing} == {}
    assert [entry.id for entry in entries(game) if entry.stale or entry.unconfirmed] == []


@pytest.mark.parametrize("game", GAMES)
def test_marks_stand_as_french_sets_them(game: str) -> None:
    values = [text for text in words_of(game, "fr") if not text.startswith("{")]
    assert [text for text in values if MISSET.search(text)] == []


@pytest.mark.parametrize(
    ("text", "wrong"), [("Vide\u00a0?", 0), ("Vide ?", 1), ("Vide?", 1), ("l'arbre", 1), ("« oui »", 1)]
)
def test_what_is_misset_is_found(text: str, wrong: int) -> None:
    assert bool(MISSET.search(text)) == bool(wrong)
