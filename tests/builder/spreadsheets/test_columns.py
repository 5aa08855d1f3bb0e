"""Which column is which field."""

import pytest

from builder.spreadsheets.cells import Form
from builder.spreadsheets.columns import ColumnMap, map_from, match_columns
from builder.spreadsheets.inferring import inferred
from builder.spreadsheets.languages import language_of

TITLES = {"name": "Name", "text": "Text", "power": "Power", "fire-power": "Fire power", "cost.oil": "Cost: oil"}
FORMS = {name: Form(name, title, "text") for name, title in TITLES.items()}


def matched(*headings: str, said: ColumnMap | None = None) -> list[str]:
    found = match_columns(headings, FORMS, said or ColumnMap())
    assert [one.heading for one in found] == [*headings]
    return [one.field for one in found]


def test_columns_are_matched_by_name_title_custom_and_likeness() -> None:
    headings = ("Card Name", "RULES TEXT", "Pwoer", "fire power", "cost.oil", "Colour")
    assert matched(*headings) == ["name", "text", "power", "fire-power", "cost.oil", ""]


def test_a_field_has_one_column_the_surest() -> None:
    assert matched("Title", "Name") == ["", "name"]
    assert matched("Effect", "Description", "Text") == ["", "", "text"]


def test_the_author_has_the_first_word() -> None:
    said = map_from({"columns": {"Title": "name", "Lore": "text"}, "ignore": ["Text"]})
    assert matched("Name", "TITLE", "Lore", "Text", said=said) == ["", "name", "text", ""]


def test_what_is_left_out_says_what_is_near() -> None:
    [column] = match_columns(["Powers of fire"], FORMS, ColumnMap())
    assert column.field == ""
    assert column.nearest[0] == "fire-power"
    [column] = match_columns(["Powers of fire"], FORMS, ColumnMap(ignore=["powers of fire"]))
    assert (column.field, column.nearest) == ("", ())  # its author knows


@pytest.mark.parametrize(
    ("heading", "said", "language"),
    [
        ("Name (FR)", "Name", "fr"),
        ("Texte FR", "Texte", "fr"),
        ("text_de", "text", "de"),
        ("Text [pt-BR]", "Text", "pt-br"),
        ("Flavor - Français", "Flavor", "fr"),
        ("German text", "text", "de"),
        ("Name (Deutsch)", "Name", "de"),
        ("Card ID", "Card ID", ""),
        ("Do it", "Do it", ""),
        ("Card no", "Card no", ""),
        ("Power (HP)", "Power (HP)", ""),
        ("Text", "Text", ""),
    ],
)
def test_headings_name_languages(heading: str, said: str, language: str) -> None:
    assert language_of(heading) == (said, language)


@pytest.mark.parametrize(("length", "language"), [(80, "fr"), (81, "")])
def test_a_long_heading_names_no_language(length: int, language: str) -> None:
    assert language_of("Name (FR)".rjust(length, "x"))[1] == language


# What a column would be in a card schema, by its cells


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
