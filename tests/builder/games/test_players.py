"""How many people can play, alone or in teams."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from builder.games import Players, players_from
from builder.words import DEFAULT, words_of


@pytest.mark.parametrize(
    ("written", "words", "can", "data"),
    [
        ({}, "", {1, 2, 3, 4, 5, 6, 7, 8, 9}, {"min": 1}),
        ({"min": 2, "max": 4}, "2 to 4 players", {2, 3, 4}, {"min": 2, "max": 4}),
        ({"exactly": 2}, "exactly 2 players", {2}, {"min": 2, "max": 2}),
        ({"exactly": 1}, "exactly 1 player", {1}, {"min": 1, "max": 1}),
        ({"max": 3}, "at most 3 players", {1, 2, 3}, {"min": 1, "max": 3}),
        ({"min": 8}, "at least 8 players", {8, 9}, {"min": 8}),
        ({"min": 4, "teams": 2}, "at least 4 players in 2 equal teams", {4, 6, 8}, {"min": 4, "teams": 2}),
        ({"min": 4, "max": 9, "teams": 3}, "6 to 9 players in 3 equal teams", {6, 9}, {"min": 6, "max": 9, "teams": 3}),
        ({"max": 5, "teams": 2}, "at most 4 players in 2 equal teams", {2, 4}, {"min": 2, "max": 4, "teams": 2}),
    ],
)
def test_who_can_play(written: dict[str, Any], words: str, can: set[int], data: dict[str, int]) -> None:
    players = players_from(written)
    assert players.said(words_of(DEFAULT)) == words
    assert {n for n in range(1, 10) if players.nearest(n) == n} == can
    assert players.to_json() == data
    assert players.anybody == (not written)


def test_the_nearest_number_that_can_play() -> None:
    players = Players(4, 8, teams=2)
    assert [players.nearest(n) for n in (1, 3, 4, 5, 6, 7, 8, 9, 100)] == [4, 4, 4, 6, 6, 8, 8, 8, 8]
    assert Players(2).nearest(10**9) == 10**9
    assert Players(2, teams=2).most == sys.maxsize
