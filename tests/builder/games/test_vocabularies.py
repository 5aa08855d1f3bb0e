"""The word lists of game.yaml are those of its schema."""

from __future__ import annotations

from builder.games.game import PRINTED, VOCABULARIES
from builder.schema import bundled_schema, word_code


def test_the_lists_are_those_of_the_schema() -> None:
    properties = bundled_schema("game").schema["properties"]
    assert set(VOCABULARIES) <= set(properties)
    assert PRINTED == ("types", "factions", "resources", "rarities", "keywords")


def test_every_list_has_a_code_for_what_is_not_in_it() -> None:
    assert word_code("factions") == "unknown-faction"
    assert word_code("moods") == "unknown-value"
