"""Formats, their clauses, and questions about dice as types."""

import sys
from typing import Any

import pytest

from builder.games import Clause, Format, Players, Question, players_from, question_from
from builder.words import DEFAULT, words_of


def test_a_clause_knows_the_parameters_that_many_kinds_have() -> None:
    written = {"section": "side", "where": "type:ship", "description": "Two.", "max": 2.0, "per-player": 1}
    clause = Clause("it", "count", written)
    assert (clause.section, clause.where, clause.description) == ("side", "type:ship", "Two.")
    assert (clause.per_player, clause.number("max"), clause.number("min", -1)) == (True, 2, -1)
    bare = Clause("it", "count")
    assert (bare.section, bare.where, bare.description, bare.per_player) == ("", None, "", False)


def test_a_question_is_made_of_data() -> None:
    roll = question_from({"name": "Q", "roll": {"coin": 2}, "want": {"hit": 1}, "rerolls": 1})
    assert roll == Question("Q", roll={"coin": 2}, want={"hit": 1}, rerolls=1)
    assert roll.dice == {"roll": {"coin": 2}}
    fight = question_from(
        {"name": "F", "attack": {"a": 1}, "defense": {"d": 2}, "cancels": {"x": "y"}, "blocks": ["s"], "worth": 2}
    )
    assert fight.dice == {"attack": {"a": 1}, "defense": {"d": 2}}
    assert (fight.cancels, fight.blocks, fight.worth, fight.rerolls) == ({"x": "y"}, ("s",), 2, 0)
    assert question_from({"name": "F", "attack": {"a": 1}, "defense": {"d": 2}}).worth == 1


@pytest.mark.parametrize(("said", "players"), [(3, 3), (None, 1), (0, 1), (101, 1), ("2 to 4", 1), (2.5, 1), (True, 1)])
def test_how_many_play_where_nobody_says_so(said: Any, players: int) -> None:
    assert Format("it", "It", setup={"players": said}).players == players


def test_the_first_section_is_the_main_one() -> None:
    assert Format("it", "It", sections={"pool": "Pool", "deck": "Deck"}).main == "pool"


# How many people can play, alone or in teams


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
    assert players.in_words(words_of(DEFAULT)) == words
    assert {n for n in range(1, 10) if players.nearest(n) == n} == can
    assert players.to_json() == data
    assert players.anybody == (not written)


def test_the_nearest_number_that_can_play() -> None:
    players = Players(4, 8, teams=2)
    assert [players.nearest(n) for n in (1, 3, 4, 5, 6, 7, 8, 9, 100)] == [4, 4, 4, 6, 6, 8, 8, 8, 8]
    assert Players(2).nearest(10**9) == 10**9
    assert Players(2, teams=2).most == sys.maxsize
