"""The French of the games: all of it is there and made from today's words, and it is set as French is."""

from __future__ import annotations

import re
from collections import Counter

import pytest
import yaml

from builder.naming import fold
from builder.translations.words import Entry
from tests.support.commands import GAMES, ROOT
from tests.support.gamecards import pack

SHARED: dict[str, str] = {}  # names that several games may have, and why

# A space that may break, or none, before a mark that wants one that doesn't; straight quotation marks.
MISSET = re.compile(r"""(?<![\u00a0\u202f?!])[;!?»](?=\s|$)|(?<=\w):(?=\s|$)|«(?![\u00a0\u202f])|[ ][:;!?»]|['"]""")


def entries(game: str) -> list[Entry]:
    return pack(game).translatable.entries(pack(game).locales["fr"].data)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_missing_or_stale(game: str) -> None:
    assert {entry.id: entry.missing for entry in entries(game) if entry.missing} == {}
    assert [entry.id for entry in entries(game) if entry.stale or entry.unconfirmed] == []


def test_no_name_is_used_twice() -> None:
    names = Counter(
        fold(card["name"])
        for game in GAMES
        for card in yaml.safe_load((ROOT / "cards" / game / "locales/fr.yaml").read_text("utf-8"))["cards"].values()
        if "name" in card
    )
    assert len(names) > 300
    assert [name for name, times in names.items() if times > 1 and name not in SHARED] == []


@pytest.mark.parametrize("game", GAMES)
def test_marks_stand_as_french_sets_them(game: str) -> None:
    said = (ROOT / "cards" / game / "locales/fr.yaml").read_text("utf-8")
    values = [text for text in _texts(yaml.safe_load(said)) if not text.startswith("{")]
    assert [text for text in values if MISSET.search(text)] == []


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in inner for text in _texts(part)]


@pytest.mark.parametrize(
    ("text", "wrong"), [("Vide\u00a0?", 0), ("Vide ?", 1), ("Vide?", 1), ("l'arbre", 1), ("« oui »", 1)]
)
def test_what_is_misset_is_found(text: str, wrong: int) -> None:
    assert bool(MISSET.search(text)) == bool(wrong)
