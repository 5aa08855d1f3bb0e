"""Clauses about the number of players, what lies on a table, and dice that players make."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.authoring.new import new_game
from builder.decks import CardIndex
from builder.legality import Clause, Format, Judge, Verdict, Violation
from builder.schema import bundled_schema
from tests.support.cards import INDEX, bare_card, judge_of, resolve
from tests.support.commands import Arsenal

START = [["blue", "neutral"], ["red", "neutral"], ["neutral", "neutral"]]


def only(clause: dict[str, Any], cards: dict[str, int], players: int | None = None, **deck: Any) -> Violation | None:
    """The one violation of a deck by one clause; None where it is legal."""
    found = judge_of({"it": clause}).judge({"main": cards}, players=players, **deck).violations
    assert len(found) <= 1
    assert all(violation.clause == "it" for violation in found)
    return found[0] if found else None


@pytest.mark.parametrize(
    ("bounds", "players", "copies", "message"),
    [
        ({"exactly": 10}, 2, 16, ""),
        ({"exactly": 10}, 2, 15, "15 cards, and Test asks for exactly 16 for 2 players: add 1"),
        ({"exactly": 10}, 3, 19, ""),
        ({"exactly": 10}, None, 13, ""),
        ({"exactly": 10}, 1, 10, "10 cards, and Test asks for exactly 13 for 1 player: add 3"),
        ({"min": 10}, 2, 100, ""),
        ({"min": 10}, 2, 15, "15 cards, and Test asks for at least 16 for 2 players: add 1"),
        ({"max": 10}, 2, 16, ""),
        ({"max": 10}, 2, 1, ""),
        ({"max": 10}, 2, 17, "17 cards, and Test allows at most 16 for 2 players: remove 1"),
        ({"min": 1, "max": 2}, 3, 12, "12 cards, and Test asks for 10 to 11 for 3 players: remove 1"),
    ],
)
def test_sizes_and_counts_grow_with_the_players(
    bounds: dict[str, int], players: int | None, copies: int, message: str
) -> None:
    found = only({"clause": "size", **bounds, "per-player": 3}, {"probe": copies}, players)
    assert (found.message if found else "") == message
    count = {"clause": "count", "where": "type:ship", "label": "cards", **bounds, "per-player": 3}
    found = only(count, {"probe": copies, "mine": 7}, players)
    assert (found.message if found else "") == message


def test_sizes_that_grow_stand_next_to_those_that_do_not() -> None:
    judge = judge_of({"a": {"clause": "size", "max": 10}, "b": {"clause": "size", "min": 2, "per-player": 2}})
    assert judge.judge({"main": {"probe": 8}}, players=3).legal
    (found,) = judge.judge({"main": {"probe": 7}}, players=3).violations
    assert (found.clause, found.limit) == ("b", 8)
    (found,) = judge.judge({"main": {"probe": 11}}, players=3).violations
    assert (found.clause, found.message) == ("a", "11 cards, and Test asks for 8 to 10: remove 1")


def test_compositions_are_for_each_player() -> None:
    clause = {"clause": "composition", "cards": {"mine": 1, "probe": 2}, "besides": "type:action", "per-player": True}
    assert only(clause, {"mine": 3, "probe": 6, "alarm": 9}, 3) is None
    assert only(clause, {"mine": 1, "probe": 2}) is None
    found = only(clause, {"mine": 2, "probe": 3}, 2)
    assert found is not None
    assert found.message == "3 copies of Probe, and Test asks for 4 for 2 players: add 1"
    assert (found.code, found.limit, found.actual, found.cards) == ("missing-card", 4, 3, ("probe",))
    found = only(clause, {"mine": 2, "probe": 4, "relic": 1}, 2)
    assert found is not None
    assert found.message == "1 copy of Relic, and Test has no place for it: remove 1"


def judged(clauses: dict[str, Any], setup: dict[str, Any], players: int | None = None) -> Verdict:
    made = tuple(Clause(i, c["clause"], c) for i, c in clauses.items())
    judge = Judge(INDEX, Format("test", "Test", made, setup=setup), resolve)
    return judge.judge({"main": {"probe": 12}}, players=players)


@pytest.mark.parametrize(
    ("setup", "players", "meant"),
    [
        ({}, None, 1),
        ({}, 4, 4),
        ({"players": 3}, None, 3),
        ({"players": 3}, 2, 2),
        ({"players": "2 to 6"}, None, 1),
        ({"players": 2.5}, None, 1),
        ({"players": 0}, None, 1),
        ({"players": 1000}, None, 1),
    ],
)
def test_the_number_of_players(setup: dict[str, Any], players: int | None, meant: int) -> None:
    verdict = judged({"it": {"clause": "size", "exactly": 0, "per-player": 12}}, setup, players)
    assert verdict.players == meant
    assert verdict.legal == (meant == 1)


def test_a_verdict_says_the_players_only_where_they_matter() -> None:
    assert judged({"it": {"clause": "size", "min": 1}}, {"players": 2}, 3).players is None
    assert judged({"it": {"clause": "inventory", "players": {"min": 1}}}, {"players": 2}, 3).players == 3
    for verdict in (judged({}, {}), judged({"it": {"clause": "count", "where": "type:ship", "per-player": 1}}, {}, 7)):
        document = json.loads(json.dumps({"decks": [verdict.to_json("d", "g")]}))
        assert bundled_schema("check-output").problems(document) == []
        assert document["decks"][0].get("players") == verdict.players


TABLE = {
    "clause": "inventory",
    "players": {"min": 2, "max": 4},
    "per-player": {"type:ship": 3, "type:structure": 1},
    "shared": {"type:action": 2, "type:structure": 1},
    "labels": {"type:ship": "ships"},
}


@pytest.mark.parametrize(
    ("cards", "players", "message"),
    [
        ({"probe": 6, "mine": 3, "alarm": 2}, 2, ""),
        ({"probe": 5, "scrap-tug": 10, "mine": 3, "relic": 3, "alarm": 2}, 2, ""),
        ({"probe": 9, "mine": 4, "alarm": 2}, 3, ""),
        ({"probe": 2, "scrap-tug": 3, "mine": 3, "alarm": 2}, 2, "5 ships, and a table of 2 needs 6: add 1"),
        ({"mine": 5, "alarm": 2}, 4, "0 ships, and a table of 4 needs 12: add 12"),
        (
            {"probe": 6, "mine": 1, "alarm": 2},
            2,
            "1 component that matches `type:structure`, and a table of 2 needs 3: add 2",
        ),
        (
            {"probe": 6, "mine": 3},
            2,
            "0 components that match `type:action`, and every table needs 2: add 2",
        ),
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
    found = only(TABLE, {"probe": 4, "mine": 3, "alarm": 2}, 2)
    assert found is not None
    assert (found.limit, found.actual, found.section) == (6, 4, "main")
    found = only(TABLE, {"probe": 24, "mine": 9, "alarm": 2}, 7)
    assert found is not None
    assert (found.limit, found.actual, found.section) == (4, 7, "")
    assert "--players" in found.help


def test_what_is_missing_is_counted_for_a_number_that_can_play() -> None:
    judge = judge_of({"it": TABLE})
    found = judge.judge({"main": {"probe": 11, "mine": 5, "alarm": 2}}, players=9).violations
    assert [v.code for v in found] == ["wrong-player-count", "missing-component"]
    assert found[1].message == "11 ships, and a table of 4 needs 12: add 1"


def test_a_wrong_number_of_players_is_reported_first() -> None:
    found = judge_of({"rest": {"clause": "size", "min": 99}, "it": TABLE})
    violations = found.judge({"main": {"no-such-card": 1, "probe": 1}}, players=9).violations
    assert violations[0].code == "wrong-player-count"
    assert {"unknown-card", "missing-component"} < {v.code for v in violations}


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ({"min": 3}, "2 players, and Test takes at least 3 players"),
        ({"max": 1}, "2 players, and Test takes at most 1 player"),
        ({"min": 4, "max": 4}, "2 players, and Test takes exactly 4 players"),
    ],
)
def test_players_of_an_inventory(players: dict[str, int], message: str) -> None:
    found = only({"clause": "inventory", "players": players}, {}, 2)
    assert found is not None
    assert found.message == message


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ({"probe": 6, "alarm": 3}, ""),
        ({"alarm": 3}, ""),
        ({"probe": 7}, "7 ships, and the box holds 6: remove 1"),
        ({"probe": 4, "scrap-tug": 4}, "8 ships, and the box holds 6: remove 2"),
        ({"mine": 1}, "1 component that matches `type:structure`, and the box holds 0: remove 1"),
    ],
)
def test_a_box_is_a_maximum(cards: dict[str, int], message: str) -> None:
    clause = {
        "clause": "inventory",
        "box": {"type:ship": 6, "type:structure": 0},
        "labels": {"type:ship": "ships"},
    }
    assert bundled_schema("format").problems({"name": "It", "clauses": {"x": clause}}) == []
    found = only(clause, cards)
    assert (found.message if found else "") == message
    if found:
        at_fault = tuple(sorted(i for i in cards if i != "alarm"))
        assert (found.code, found.cards, found.section) == ("extra-component", at_fault, "main")


def test_an_inventory_of_one_section() -> None:
    sections = {"main": "Main", "side": "Side"}
    clause = {"clause": "inventory", "shared": {"type:ship": 2}, "labels": {"type:ship": "ships"}}
    deck = {"main": {"probe": 1}, "side": {"probe": 1}}
    assert judge_of({"it": clause}, sections).judge(deck).legal
    (found,) = judge_of({"it": {**clause, "section": "side"}}, sections).judge(deck).violations
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


CRAFTED = {"clause": "dice", "count": 1, "faces": 3, "each": 2, "of": ["neutral", "blue", "red"]}
STARTING = {"clause": "dice", "count": 1, "start": START}


@pytest.mark.parametrize("clause", [CRAFTED, STARTING])
def test_a_deck_that_lists_no_dice_breaks_nothing(clause: dict[str, Any]) -> None:
    assert only(clause, {"probe": 1}) is None
    assert only(clause, {"probe": 1}, dice=[START]) is None


@pytest.mark.parametrize(
    ("dice", "code", "message"),
    [
        ([START[::-1]], "", ""),
        ([[["blue", "blue"], ["red", "blue"], ["red", "red"]]], "", ""),
        ([START, START], "wrong-dice-count", "2 dice, and Test asks for exactly 1: remove 1"),
        ([START[:2]], "wrong-die-faces", "die 1 has 2 faces, and Test asks for exactly 3: add 1"),
        ([START[:1]], "wrong-die-faces", "die 1 has 1 face, and Test asks for exactly 3: add 2"),
        (
            [[*START[:2], ["red"]]],
            "wrong-die-face",
            "face 3 of die 1 carries 1 symbol, and Test asks for exactly 2: add 1",
        ),
        (
            [[["red", "red", "red"], *START[:2]]],
            "wrong-die-face",
            "face 1 of die 1 carries 3 symbols, and Test asks for exactly 2: remove 1",
        ),
        (
            [[*START[:2], ["red", "bleu"]]],
            "wrong-die-face",
            'face 3 of die 1 carries "bleu", and faces in Test carry neutral, blue or red',
        ),
    ],
)
def test_crafted_dice(dice: Any, code: str, message: str) -> None:
    found = only(CRAFTED, {}, dice=dice)
    assert (found.code if found else "", found.message if found else "") == (code, message)


def test_a_misspelt_symbol_gets_near_ones() -> None:
    found = only(CRAFTED, {}, dice=[[*START[:2], ["red", "bleu"]]])
    assert found is not None
    assert found.help.startswith('did you mean "blue"?')


@pytest.mark.parametrize(
    ("die", "code", "message"),
    [
        ([["neutral", "red"], ["neutral", "neutral"], ["neutral", "blue"]], "", ""),
        (
            [["blue", "neutral"], ["blue", "neutral"], ["neutral", "neutral"]],
            "wrong-die-face",
            "face 2 of die 1 (blue, neutral) is not as Test starts with: make it neutral, red",
        ),
        (
            [["blue", "neutral"], ["red", "neutral"], []],
            "wrong-die-face",
            "face 3 of die 1 (blank) is not as Test starts with: make it neutral, neutral",
        ),
        ([*START, ["blue", "blue"]], "wrong-die-faces", "die 1 has 4 faces, and Test asks for exactly 3: remove 1"),
    ],
)
def test_dice_as_at_the_start(die: Any, code: str, message: str) -> None:
    found = only(STARTING, {}, dice=[die])
    assert (found.code if found else "", found.message if found else "") == (code, message)


def test_dice_for_each_player() -> None:
    clause = {"clause": "dice", "count": 1, "per-player": 2}
    assert only(clause, {}, 2, dice=[START] * 5) is None
    found = only(clause, {}, 3, dice=[START] * 5)
    assert found is not None
    assert found.message == "5 dice, and Test asks for exactly 7 for 3 players: add 2"
    assert (found.limit, found.actual) == (7, 5)


@given(st.permutations(START), st.lists(st.permutations(["red", "neutral"]), min_size=1, max_size=1))
def test_the_order_of_faces_and_symbols_does_not_matter(faces: Any, red: Any) -> None:
    die = [list(red[0]) if set(face) == {"red", "neutral"} else face for face in faces]
    assert only(STARTING, {}, dice=[die]) is None


def test_every_fault_of_dice_is_reported() -> None:
    judge = judge_of({"it": CRAFTED})
    dice = [[["red"], ["green", "green"]], [["red", "red"]] * 3]
    found = judge.judge({"main": {}}, dice=dice).violations
    assert [v.code for v in found] == ["wrong-dice-count", "wrong-die-face", "wrong-die-face", "wrong-die-faces"]
    assert all(v.section == "" for v in found)


def test_what_the_author_says_is_the_help() -> None:
    said = "Two dice, as they come."
    found = only({**STARTING, "description": said}, {}, dice=[START, START])
    assert found is not None
    assert found.help == said


FILES = {
    "formats/table.yaml": """
name: Table
clauses:
  table:
    clause: inventory
    players: {min: 2}
    per-player: {"type:creature": 2}
    labels: {"type:creature": creatures}
  dice: {clause: dice, count: 1, of: [ember, tide]}
""",
    "decks/our-table.yaml": """
name: Our Table
game: my-game
format: table
players: 2
dice:
  - [[ember], [tide], []]
cards: {moon-whale: 4, flare: 1}
""",
}


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    new_game("My Game", tmp_path)
    for name, text in FILES.items():
        (tmp_path / "my-game" / name).write_text(text)
    return tmp_path / "my-game"


def test_a_sample_deck_keeps_its_players_and_dice(arsenal: Arsenal, pack: Path) -> None:
    options = ("--packs", str(pack))
    legal = "Our Table (our-table): legal in Table for 2 players, 5 components\n"
    assert arsenal("check", "our-table", *options).stdout == legal
    assert arsenal("check", str(pack / "decks" / "our-table.yaml"), *options).stdout.startswith("Our Table (")
    told = arsenal("check", "our-table", "--players", "3", *options, code=1).stdout
    assert told == (
        "Our Table (our-table): not legal in Table for 3 players\n"
        "  missing-component: 4 creatures, and a table of 3 needs 6: add 2\n"
    )
    arsenal("export", "our-table", "--to", "text", "-o", "deck.txt", *options)
    assert "# Players: 2\n# Die: ember, tide, -\n" in Path("deck.txt").read_text()
    assert arsenal("check", "deck.txt", *options).stdout.endswith("legal in Table for 2 players, 5 components\n")
    arsenal("export", "our-table", "--to", "text", "-o", "deck.txt", "--players", "3", *options, code=1)
    stats = json.loads(arsenal("stats", "our-table", "--output", "json", *options).stdout)
    assert stats["dice"][0]["symbols"][0]["name"] == "Ember"


def test_a_sample_deck_keeps_whether_its_player_lost(arsenal: Arsenal, pack: Path) -> None:
    (pack / "formats" / "again.yaml").write_text(
        "name: Again\nclauses: {it: {clause: exchange, max: 2, loser-only: true}}\n"
    )
    for name, lost, copies in (("first", "true", 1), ("second", "false", 2), ("third", "true", 2)):
        (pack / "decks" / f"{name}.yaml").write_text(
            f"name: It\ngame: my-game\nformat: again\nlost: {lost}\ncards: {{flare: {copies}}}\n"
        )
    previous = ("--previous", "first", "--packs", str(pack))
    assert "only the loser may change cards" in arsenal("check", "second", *previous, code=1).stdout
    arsenal("check", "third", *previous)


def test_a_sample_decks_dice_are_judged(arsenal: Arsenal, pack: Path) -> None:
    (pack / "decks" / "more.yaml").write_text(FILES["decks/our-table.yaml"].replace("[tide]", "[moon]"))
    told = json.loads(arsenal("check", "more", "--packs", str(pack), "--output", "json", code=1).stdout)["decks"][0]
    assert bundled_schema("check-output").problems({"decks": [told]}) == []
    assert (told["players"], [v["code"] for v in told["violations"]]) == (2, ["wrong-die-face"])


@pytest.mark.parametrize("players", ["0", "101", "two"])
def test_players_that_make_no_sense_are_refused(arsenal: Arsenal, pack: Path, players: str) -> None:
    assert "--players" in arsenal("check", "our-table", "--packs", str(pack), "--players", players, code=2).stderr


def test_a_fault_in_a_query_of_an_inventory_is_shown_at_the_query(arsenal: Arsenal, pack: Path) -> None:
    path = pack / "formats" / "table.yaml"
    path.write_text(path.read_text().replace('{"type:creature": 2}', '{"type:spell": 1, "tpye:creature": 2}'))
    told = arsenal("validate", str(pack), code=1).stdout
    line = next(n for n, text in enumerate(path.read_text().splitlines(), 1) if "tpye" in text)
    column = path.read_text().splitlines()[line - 1].index("tpye") + 1
    assert f"formats/table.yaml:{line}:{column}: error[unknown-field]" in told


def test_former_ids_count_in_an_inventory() -> None:
    index = CardIndex([bare_card("new", aliases=["old"], type="ship")])
    judge = judge_of(
        {"it": {"clause": "inventory", "shared": {"q": 2}}}, index=index, matching=lambda where: frozenset({"new"})
    )
    assert judge.judge({"main": {"old": 2}}).legal
