"""What messages call values, and the codes of words that no list has."""

from typing import Any

import pytest

from builder.games.game import VOCABULARIES
from builder.schema.wording import describe, word_code


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "nothing"),
        (True, "true"),
        (7, "7"),
        ("é\n", '"é\\n"'),
        ([], "a list"),
        ({}, "a mapping"),
        (1.5, "1.5"),
    ],
)
def test_values_are_described_in_a_line(value: Any, said: str) -> None:
    assert describe(value) == said
    assert len(describe("x" * 1000)) < 50


def test_codes_of_words() -> None:
    assert (word_code("rarities"), word_code("moods")) == ("unknown-rarity", "unknown-value")


def test_long_texts_are_cut() -> None:
    assert describe("x" * 40) == '"' + "x" * 40 + '"'
    assert describe("x" * 41) == '"' + "x" * 37 + '..."'
    assert describe(10**100) == "1" + "0" * 39


def test_each_list_has_a_code_of_its_own() -> None:
    assert len({word_code(name) for name in VOCABULARIES}) == len(VOCABULARIES)
    assert all(word_code(name) == f"unknown-{word}" for name, word in VOCABULARIES.items())
