"""Bounds on numbers, and how messages word them."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

from builder.games import UNLIMITED, Clause
from builder.legality import bounds
from builder.legality.bounds import Bounds, copies_of, for_players, listing


@pytest.mark.parametrize(
    ("parameters", "players", "expected"),
    [
        ({}, 2, Bounds(0, UNLIMITED)),
        ({"min": 3}, 0, Bounds(3, UNLIMITED)),
        ({"max": 3}, 0, Bounds(0, 3)),
        ({"min": 1, "max": 2, "per-player": 10}, 3, Bounds(31, 32)),
        ({"exactly": 10, "per-player": 3}, 2, Bounds(16, 16)),
        ({"max": 0}, 0, Bounds(0, 0)),
        ({"exactly": 4.0}, 0, Bounds(4, 4)),  # which is a whole number to JSON Schema
    ],
)
def test_bounds_of_parameters(parameters: dict[str, Any], players: int, expected: Bounds) -> None:
    assert Bounds.of(parameters, players) == expected


def test_the_bound_that_is_broken() -> None:
    assert [Bounds(2, 5).broken(actual) for actual in (1, 6)] == [2, 5]


def test_words_for_numbers() -> None:
    assert [copies_of(n) for n in (0, 1, 2)] == ["0 copies", "1 copy", "2 copies"]
    assert for_players(Clause("it", "size", {"per-player": 1}), 1) == " for 1 player"
    assert for_players(Clause("it", "size"), 2) == ""


@pytest.mark.parametrize(
    ("words", "expected"), [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_listings(words: list[str], expected: str) -> None:
    assert listing(words, "or") == expected


def test_the_examples_in_the_docstrings() -> None:
    assert doctest.testmod(bounds).failed == 0
