"""Sheets as designers keep them: titles, gaps, totals and headings between the cards."""

from dataclasses import replace

import pytest

from builder.spreadsheets.columns import USUAL
from builder.spreadsheets.delimited import read_delimited
from builder.spreadsheets.tables import Table, is_sparse, table_of

KNOWN = {heading for headings in USUAL.values() for heading in headings}


def table(text: str) -> Table:
    found = table_of(read_delimited(text.encode(), "cards.csv"), KNOWN)
    assert found is not None
    return found


def test_a_header_stands_below_titles_and_gaps() -> None:
    found = table("Moon Duel 2026,,\n,,\nName , Cost,Text\nFlare,2,Burn. \n,,\n Wave ,3,Wet\n")
    assert list(found.columns.values()) == ["Name", "Cost", "Text"]
    assert {row.index: [*row.cells] for row in found.rows} == {3: ["Flare", "2", "Burn."], 5: ["Wave", "3", "Wet"]}
    assert not found.notes


TWO = "Name,,Cost,,Text,\nNo.,Title,Oil,Gold,Text EN,Text DE\n1,Flare,1,2,Burn,Brenn\n2,Wave,2,,Wet,\n"


def test_of_two_header_rows_the_fuller_one_is_taken_and_the_other_said() -> None:
    found = table(TWO)
    assert list(found.columns.values()) == ["No.", "Title", "Oil", "Gold", "Text EN", "Text DE"]
    assert [row.cells[1] for row in found.rows] == ["Flare", "Wave"]
    (note,) = found.notes
    assert note.startswith("cards.csv: row 2 is the header; row 1 above it is left out: Name, Cost")
    assert note.endswith("--header-row 1 takes it")
    assert table("Numbers,,,\nName,Type,Cost,Text\nFlare,Spell,2,Burn\n").notes == (), "a title says nothing"


def test_headings_split_over_two_rows_are_joined() -> None:
    found = table("Name,,Rules,,Look\n,Type,Text,Cost,\nFlare,Spell,Burn,2,Red\nWave,Spell,Wet,3,Blue\n")
    assert list(found.columns.values()) == ["Name", "Type", "Text", "Cost", "Look"]
    assert [row.cells[0] for row in found.rows] == ["Flare", "Wave"]
    assert found.notes == ("cards.csv: rows 1 and 2 are the header together",)
    assert list(table("Name,,Play\n,Text,Area\nFlare,Burn,North\n").columns.values()) == ["Name", "Text", "Play Area"]
    apart = table("Name,Text,\nFlare,,see below\n")
    assert (apart.header, len(apart.rows)) == (0, 1), "a card with a remark is no header"


def test_groups_that_repeat_above_headings_are_no_header() -> None:
    found = table("Card,Card,Rules\nName,Type,Words\nFlare,Spell,Burn\n")
    assert list(found.columns.values()) == ["Name", "Type", "Words"]
    assert [row.cells[0] for row in found.rows] == ["Flare"]


def test_a_card_below_the_header_is_no_header() -> None:
    assert table("Name,Text,Type\nType,Name the Text,Cost\n").header == 0
    assert table("Name,Type\nFlare,Spell,Burn,more\n").header == 0


def test_the_header_may_be_named() -> None:
    sheet = replace(read_delimited(TWO.encode(), "cards.csv"), header=0)
    found = table_of(sheet, KNOWN)
    assert found is not None
    assert list(found.columns.values()) == ["Name", "Cost", "Text"]
    assert len(found.rows) == 3


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Total,,5,,", 'a total: "Total"'),
        ("Subtotal:,,5,3,", 'a total: "Subtotal:"'),
        (",,5,3,", 'nothing but numbers: "5"'),
        ("CREATURES,,,,", 'a heading: "CREATURES"'),
        ("Name,Type,Cost,Qty,Text", 'the header again: "Name"'),
    ],
)
def test_what_is_no_card_is_said(line: str, why: str) -> None:
    found = table(f"Name,Type,Cost,Qty,Text\nFlare,Spell,2,1,Burn\n{line}\nWave,Spell,3,2,Wet\n")
    assert [row.cells[0] for row in found.rows] == ["Flare", "Wave"]
    assert found.notes == (f"cards.csv: row 3 is left out, {why}",)


def test_cards_may_be_called_like_totals_and_numbers() -> None:
    found = table("Name,Type,Text\nTotal Recall,Spell,Draw.\nTotal,Spell,Win.\n7,8,9\n")
    assert [row.cells[0] for row in found.rows] == ["Total Recall", "Total", "7"]
    assert [row.cells[0] for row in table("Name\nFlare\nWave\n").rows] == ["Flare", "Wave"]


def test_columns_without_a_heading_are_named_and_doubled_ones_counted() -> None:
    found = table("Name,,Text,Text\nFlare,x,a,b\n")
    assert found.columns == {0: "Name", 2: "Text", 3: "Text (2)"}
    assert found.notes == ("cards.csv: columns without a heading are left out: B",)


def test_headings_that_are_all_the_same_are_counted() -> None:
    found = table(f"Name,Text (2){',Text' * 498}\nFlare\n")
    assert list(found.columns.values())[1:5] == ["Text (2)", "Text", "Text (3)", "Text (4)"]
    assert len(set(found.columns.values())) == len(found.columns) == 500


def test_a_sheet_of_notes_is_no_table() -> None:
    assert table_of(read_delimited(b"12,13\n14,15\n", "cards.csv"), KNOWN) is None


@pytest.mark.parametrize(
    ("cells", "is_so"),
    [
        (["Fox", "", "Owl", ""], True),
        (["Fox", "", "", ""], True),
        (["Fox", "Owl", "Eel", ""], False),
        (["", "Fox", "", ""], False),
        (["Fox", "", "fox", ""], False),
        ([], False),
    ],
)
def test_cells_mostly_empty_below_values_that_stand_once_may_mean_what_is_above(cells: list[str], is_so: bool) -> None:
    assert is_sparse(cells) is is_so
