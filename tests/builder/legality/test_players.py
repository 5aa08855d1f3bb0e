"""The number of players that a deck is for, held against those who can play its format."""

from typing import Any

import pytest

from builder.legality import Format, Judge, Verdict, compose
from builder.legality.faults import check_format
from builder.schema import bundled_schema
from builder.words import DEFAULT, words_of
from tests.support.cards import INDEX, TODAY, resolve


def judged(written: dict[str, Any], players: int | None = None, cards: int = 1) -> Verdict:
    """The verdict on a deck of so many probes by a format file."""
    assert bundled_schema("format").problems({"name": "Test", **written}) == []
    assert list(check_format("test", {"test": {"name": "Test", **written}})) == []
    by = compose("test", {"test": {"name": "Test", **written}}, TODAY)
    return Judge(INDEX, by, resolve).judge({"main": {"probe": cards}}, players=players)


def test_another_number_of_players_is_a_violation() -> None:
    format_ = {"players": {"min": 2, "max": 4}}
    assert all(judged(format_, n).legal for n in (None, 2, 3, 4))
    (few,), (many,) = judged(format_, 1).violations, judged(format_, 5).violations
    assert (few.code, few.message) == ("wrong-player-count", "1 player, and Test takes 2 to 4 players")
    assert (few.limit, few.actual, few.section, few.cards) == (2, 1, "", ())
    assert (many.message, many.limit) == ("5 players, and Test takes 2 to 4 players", 4)
    assert "--players" in many.help


def test_a_format_that_says_nothing_takes_any_number() -> None:
    assert all(judged({}, n).legal for n in (None, 1, 2, 100))


def test_teams_have_as_many_players_each() -> None:
    rivals = {"players": {"min": 4, "teams": 2}}
    assert [n for n in range(1, 9) if judged(rivals, n).legal] == [4, 6, 8]
    (odd,) = judged(rivals, 5).violations
    assert odd.message == "5 players, and Test takes at least 4 players in 2 equal teams"
    assert odd.limit == 6


def test_a_deck_may_be_that_of_a_team() -> None:
    size = {"size": {"clause": "size", "exactly": 0, "per-player": 3}}
    for_all = {"players": {"min": 4, "teams": 2}, "clauses": size}
    for_team = {"players": {"min": 4, "teams": 2, "deck": "team"}, "clauses": size}
    assert judged(for_all, 4, cards=12).legal
    assert judged(for_team, 4, cards=6).legal
    assert judged(for_team, 6, cards=9).legal
    found = judged(for_team, 6, cards=6)
    assert found.players == 6
    assert [v.message for v in found.violations] == ["6 cards, and Test asks for exactly 9 for 3 players: add 3"]
    assert [v.code for v in judged(for_team, 5, cards=6).violations] == ["wrong-player-count"]
    table = {"clause": "inventory", "per-player": {"type:ship": 3}}
    in_teams = {**for_team, "clauses": {"it": table}}
    assert judged(in_teams, 4, cards=6).legal
    assert [v.limit for v in judged(in_teams, 6, cards=6).violations] == [9]


def test_the_usual_number_is_the_setups_or_the_fewest() -> None:
    size = {"size": {"clause": "size", "exactly": 0, "per-player": 1}}
    assert judged({"players": {"min": 3}, "clauses": size}, cards=3).players == 3
    assert judged({"players": {"min": 3}, "setup": {"players": 4}, "clauses": size}, cards=4).players == 4


def test_what_a_table_lacks_is_counted_for_a_number_that_can_play() -> None:
    table = {"it": {"clause": "inventory", "per-player": {"type:ship": 3}}}
    found = judged({"players": {"min": 2, "max": 4}, "clauses": table}, 9, cards=11).violations
    assert [v.code for v in found] == ["wrong-player-count", "missing-component"]
    assert found[1].limit == 12


def test_who_can_play_is_inherited_and_replaced() -> None:
    formats: dict[str, Any] = {
        "base": {"name": "Base", "players": {"min": 2, "max": 6}},
        "same": {"name": "Same", "extends": "base"},
        "pairs": {"name": "Pairs", "extends": "same", "players": {"teams": 2}},
    }
    found = {name: compose(name, formats, TODAY).can_play for name in formats}
    said = {name: can_play.in_words(words_of(DEFAULT)) for name, can_play in found.items()}
    assert said["base"] == said["same"] == "2 to 6 players"
    assert said["pairs"] == "at least 2 players in 2 equal teams"
    assert compose("x", {"x": {"name": "X"}}, TODAY).can_play == Format("x", "X").can_play


TWO = "2 players in the setup, and the format takes"


@pytest.mark.parametrize(
    ("written", "path", "message"),
    [
        ({"players": {"min": 4, "max": 2}}, ("players", "min"), "the minimum 4 is above the maximum 2"),
        ({"players": {"exactly": 4, "max": 4}}, ("players", "max"), '"exactly" and "max" say the same thing'),
        ({"players": {"exactly": 3, "teams": 2}}, ("players", "teams"), "no number of players from 3 to 3 makes 2"),
        ({"players": {"min": 3}, "setup": {"players": 2}}, ("setup", "players"), f"{TWO} at least 3 players"),
        ({"extends": "duel", "players": {"min": 4, "teams": 2}}, ("players",), f"{TWO} at least 4 players in 2 equal"),
    ],
)
def test_players_that_contradict_themselves(written: dict[str, Any], path: tuple[str, ...], message: str) -> None:
    definition = {"name": "It", **written}
    assert bundled_schema("format").problems(definition) == []
    duel = {"name": "Duel", "setup": {"players": 2}}
    (found,) = check_format("it", {"it": definition, "duel": duel})
    assert (found.path, found.code) == (path, "contradictory-clause")
    assert found.message.startswith(message)


SHIPS = "type:ship"
FEW = {"players": {"min": 2, "max": 4}}
TEAMS = {"players": {"min": 4, "max": 5, "teams": 2, "deck": "team"}}


@pytest.mark.parametrize(
    ("players", "box", "more", "said"),
    [
        ({}, 3, {}, ""),
        ({}, 2, {}, "1 player needs 3"),
        (FEW, 12, {}, ""),
        (FEW, 11, {}, "4 players need 12"),
        (FEW, 11, {"shared": {SHIPS: 1}}, "4 players need 13"),
        (FEW, 5, {}, "2 players need 6"),
        (FEW, 6, {"players": {"min": 2, "max": 2}}, ""),
        (TEAMS, 6, {}, ""),
        (TEAMS, 5, {}, "2 players need 6"),
    ],
)
def test_a_box_that_is_too_small_for_who_can_play(
    players: dict[str, Any], box: int, more: dict[str, Any], said: str
) -> None:
    clause = {"clause": "inventory", "per-player": {SHIPS: 3}, "box": {SHIPS: box}, **more}
    formats = {"base": {"name": "Base", **players}, "it": {"name": "It", "clauses": {"parts": clause}}}
    formats["it"]["extends"] = "base"
    assert bundled_schema("format").problems(formats["base"] | {"clauses": {"parts": clause}}) == []
    found = [(one.path, one.code, one.message) for one in check_format("it", formats)]
    message = f"the box holds {box} of what matches `{SHIPS}`, and {said}"
    assert found == ([(("clauses", "parts", "box", SHIPS), "contradictory-clause", message)] if said else [])
