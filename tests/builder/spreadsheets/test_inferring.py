"""What a column would be in a card schema, by its cells."""

import pytest

from builder.spreadsheets.inferring import inferred


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["1", "2", "-", "10"], "whole"),
        (["1", "2.5"], "number"),
        (["yes", "no", "Yes"], "flag"),
        (["1", "0", "1"], "whole"),
        (["Red", "Blue", "red", "Blue"], "words"),
        (["Red", "Blue", "Green", "Black"], "text"),
        (["Swift", "Swift, Guard", "Guard", "Guard, Swift"], "list"),
        (["Hit, then hide.", "Hit, then run.", "Draw 1 card, then rest.", "Hit, then hide."], "text"),
        (["A long line of words that says what this card does when it is played", "x"], "text"),
        ([], "text"),
    ],
)
def test_a_column_is_what_its_cells_are(cells: list[str], kind: str) -> None:
    assert inferred(cells).kind == kind


def test_words_have_ids_and_their_usual_spelling() -> None:
    found = inferred(["Fire Mage", "fire mage", "Fire Mage", "Knight"], closed=True)
    assert found.words == {"fire-mage": "Fire Mage", "knight": "Knight"}
    assert found.schema("Class") == {
        "title": "Class",
        "type": "string",
        "enum": ["fire-mage", "knight"],
        "x-names": {"fire-mage": "Fire Mage", "knight": "Knight"},
    }
    assert inferred(["-3", "2"]).schema("Luck")["minimum"] == -3
