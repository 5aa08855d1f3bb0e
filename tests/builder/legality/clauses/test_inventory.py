"""What a table needs, and what the box holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.schema import bundled_schema
from tests.support.cards import TWO_SECTIONS, broken, judge_of, only

TABLE = {
    "clause": "inventory",
    "players": {"min": 2, "max": 4},
    "per-player": {"type:ship": 3, "type:structure": 1},
    "shared": {"type:action": 2, "type:structure": 1},
    "labels": {"type:ship": "ships"},
}
STRUCTURE = "that matches `type:structure`"


@pytest.mark.parametrize(
    ("cards", "players", "message"),
    [
        ({"probe": 6, "mine": 3, "alarm": 2}, 2, ""),
        ({"probe": 5, "scrap-tug": 10, "mine": 3, "relic": 3, "alarm": 2}, 2, ""),
        ({"probe": 9, "mine": 4, "alarm": 2}, 3, ""),
        ({"probe": 2, "scrap-tug": 3, "mine": 3, "alarm": 2}, 2, "5 ships, and a table of 2 needs 6: add 1"),
        ({"mine": 5, "alarm": 2}, 4, "0 ships, and a table of 4 needs 12: add 12"),
        ({"probe": 6, "mine": 1, "alarm": 2}, 2, f"1 component {STRUCTURE}, and a table of 2 needs 3: add 2"),
        ({"probe": 6, "mine": 3}, 2, "0 components that match `type:action`, and every table needs 2: add 2"),
        ({"probe": 20, "mine": 9, "alarm": 2}, 1, "1 player, and Test takes 2 to 4 players"),
        ({"probe": 20, "mine": 9, "alarm": 2}, 5, "5 players, and Test takes 2 to 4 players"),
    ],
)
def test_inventory(cards: dict[str, int], players: int, message: str) -> None:
    found = only(TABLE, cards, players)
    assert (found.message if found else "") == message
    if found:
        assert found.code == ("wrong-player-count" if "takes" in message else "missing-component")
        assert found.cards == ()


def test_figures_of_an_inventory() -> None:
    found = broken(TABLE, {"probe": 4, "mine": 3, "alarm": 2}, 2)
    assert (found.limit, found.actual, found.section) == (6, 4, "main")
    found = broken(TABLE, {"probe": 24, "mine": 9, "alarm": 2}, 7)
    assert (found.limit, found.actual, found.section) == (4, 7, "")
    assert "--players" in found.help


def test_a_wrong_number_of_players_is_reported_first() -> None:
    found = judge_of({"rest": {"clause": "size", "min": 99}, "it": TABLE})
    violations = found.judge({"main": {"no-such-card": 1, "probe": 1}}, players=9).violations
    assert violations[0].code == "wrong-player-count"
    assert {"unknown-card", "missing-component"} < {v.code for v in violations}


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ({"probe": 6, "alarm": 3}, ""),
        ({"alarm": 3}, ""),
        ({"probe": 7}, "7 ships, and the box holds 6: remove 1"),
        ({"probe": 4, "scrap-tug": 4}, "8 ships, and the box holds 6: remove 2"),
        ({"mine": 1}, f"1 component {STRUCTURE}, and the box holds 0: remove 1"),
    ],
)
def test_a_box_is_a_maximum(cards: dict[str, int], message: str) -> None:
    clause = {"clause": "inventory", "box": {"type:ship": 6, "type:structure": 0}, "labels": {"type:ship": "ships"}}
    assert bundled_schema("format").problems({"name": "It", "clauses": {"x": clause}}) == []
    found = only(clause, cards)
    assert (found.message if found else "") == message
    if found:
        at_fault = tuple(sorted(i for i in cards if i != "alarm"))
        assert (found.code, found.cards, found.section) == ("extra-component", at_fault, "main")


def test_an_inventory_of_one_section() -> None:
    clause = {"clause": "inventory", "shared": {"type:ship": 2}, "labels": {"type:ship": "ships"}}
    deck = {"main": {"probe": 1}, "side": {"probe": 1}}
    assert judge_of({"it": clause}, TWO_SECTIONS).judge(deck).legal
    (found,) = judge_of({"it": {**clause, "section": "side"}}, TWO_SECTIONS).judge(deck).violations
    assert (found.message, found.section) == ("1 ships in Side, and every table needs 2: add 1", "side")


@given(st.integers(1, 6), st.integers(0, 30), st.integers(1, 5), st.integers(1, 5))
def test_what_an_inventory_asks_for_is_what_it_needs(players: int, copies: int, one: int, shared: int) -> None:
    clause = {"clause": "inventory", "per-player": {"type:ship": one}, "shared": {"type:ship": shared}}
    found = only(clause, {"probe": copies} if copies else {}, players)
    needed = one * players + shared
    assert (found is None) == (copies >= needed)
    if found:
        added = int(found.message.rpartition("add ")[2])
        assert only(clause, {"probe": copies + added}, players) is None
        assert only(clause, {"probe": copies + added - 1}, players) is not None
