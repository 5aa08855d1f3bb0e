"""Formats, their clauses, and questions about dice as types."""

from __future__ import annotations

from typing import Any

import pytest

from builder.games import Clause, Format, Question, question_from


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
