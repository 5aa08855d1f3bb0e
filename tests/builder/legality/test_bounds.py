"""Bounds on numbers of cards."""

from __future__ import annotations

from typing import Any

import pytest

from builder.games import UNLIMITED
from builder.legality.bounds import Bounds


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
