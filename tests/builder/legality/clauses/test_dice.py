"""What dice look like that players make."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.cards import broken, judge_of, only

START = [["blue", "neutral"], ["red", "neutral"], ["neutral", "neutral"]]
CRAFTED = {"clause": "dice", "count": 1, "faces": 3, "each": 2, "of": ["neutral", "blue", "red"]}
STARTING = {"clause": "dice", "count": 1, "start": START}
BLEU = [*START[:2], ["red", "bleu"]]
FACE = "wrong-die-face"


def code_and_message(clause: dict[str, Any], dice: Any) -> tuple[str, str]:
    """What is wrong with dice; two empty texts where nothing is."""
    found = only(clause, {}, dice=dice)
    return (found.code, found.message) if found else ("", "")


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
        ([[*START[:2], ["red"]]], FACE, "face 3 of die 1 carries 1 symbol, and Test asks for exactly 2: add 1"),
        ([[["red"] * 3, *START[:2]]], FACE, "face 1 of die 1 carries 3 symbols, and Test asks for exactly 2: remove 1"),
        ([BLEU], FACE, 'face 3 of die 1 carries "bleu", and faces in Test carry neutral, blue or red'),
    ],
)
def test_crafted_dice(dice: Any, code: str, message: str) -> None:
    assert code_and_message(CRAFTED, dice) == (code, message)


def test_a_misspelt_symbol_gets_near_ones() -> None:
    found = broken(CRAFTED, {}, dice=[BLEU])
    assert found.help.startswith('did you mean "blue"?')


@pytest.mark.parametrize(
    ("die", "code", "message"),
    [
        ([["neutral", "red"], ["neutral", "neutral"], ["neutral", "blue"]], "", ""),
        (
            [START[0], START[0], START[2]],
            FACE,
            "face 2 of die 1 (blue, neutral) is not as Test starts with: make it neutral, red",
        ),
        ([*START[:2], []], FACE, "face 3 of die 1 (blank) is not as Test starts with: make it neutral, neutral"),
        ([*START, ["blue", "blue"]], "wrong-die-faces", "die 1 has 4 faces, and Test asks for exactly 3: remove 1"),
    ],
)
def test_dice_as_at_the_start(die: Any, code: str, message: str) -> None:
    assert code_and_message(STARTING, [die]) == (code, message)


def test_dice_for_each_player() -> None:
    clause = {"clause": "dice", "count": 1, "per-player": 2}
    assert only(clause, {}, 2, dice=[START] * 5) is None
    found = broken(clause, {}, 3, dice=[START] * 5)
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
    found = broken({**STARTING, "description": said}, {}, dice=[START, START])
    assert found.help == said
