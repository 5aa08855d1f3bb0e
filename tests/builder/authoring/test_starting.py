"""A game from a spreadsheet, in the styles of the programs that designers know; the cards are of our own words."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from PIL import Image

from builder.authoring.importing import plan_import
from builder.authoring.inferring import NETS, letters_of
from builder.authoring.starting import Started, new_game_from, plan_game_from
from builder.checks import CheckedPack, check_pack
from builder.diagnostics import FindingsError, UsageError
from builder.packs.pack import in_memory, read
from builder.spreadsheets.reading import read_sheets, sheets_of
from builder.workspace import Workspace
from renderers.faces.faces import printed_fields
from renderers.layout import cutouts
from renderers.layout.options import SheetOptions
from renderers.outputs.sheets import print_sheets
from tests.support.commands import DATA
from tests.support.printed import LEAST, sizes_of_letters
from tests.support.properties import examples

pytestmark = pytest.mark.usefixtures("alone")

SPREADSHEETS = sorted((DATA / "spreadsheets").iterdir())


def started(file: Path) -> tuple[CheckedPack, Started, dict[str, bytes]]:
    files, found = plan_game_from("Harbour Tales", Path("harbour-tales"), read_sheets(str(file)))
    return check_pack(in_memory(Path("harbour-tales"), files)), found, files


def of_text(text: str) -> tuple[CheckedPack, Started]:
    files, found = plan_game_from("Bats", Path("bats"), sheets_of(text.encode(), "cards.csv"))
    return check_pack(in_memory(Path("bats"), files)), found


def test_there_are_six_styles() -> None:
    assert len(SPREADSHEETS) == 6


@pytest.mark.parametrize("file", SPREADSHEETS, ids=lambda file: file.stem)
def test_each_style_becomes_a_game_without_a_fault(file: Path) -> None:
    checked, found, files = started(file)
    codes = {fault.code for fault in checked.diagnostics}
    assert codes <= {"duplicate-name"}
    assert codes == ({"duplicate-name"} if file.stem == "google-sheets" else set())
    assert len(checked.cards) == (5 if file.stem in ("squib", "cardmaker", "dextrous") else 6)
    again = plan_import(read_sheets(str(file)), in_memory(Path("harbour-tales"), files))
    assert (again.new, again.changed, again.missing, again.texts) == ([], [], [], {})
    assert all(field for _, field, _ in found.columns)


@pytest.mark.long
@pytest.mark.parametrize("file", SPREADSHEETS, ids=lambda file: file.stem)
def test_each_style_fits_its_cards_and_prints(file: Path, tmp_path: Path) -> None:
    new_game_from("Harbour Tales", read_sheets(str(file)), tmp_path)
    with Workspace(tmp_path / "harbour-tales", "sqlite://") as workspace:
        faults = workspace.validate(tmp_path / "harbour-tales", faces=True)
        assert not [fault for fault in faults if fault.severity == "error"]
        made = workspace.print("harbour-tales", tmp_path / "cards.pdf")
    copies = {"squib": 9, "nandeck": 9, "cardmaker": 9, "dextrous": 15, "component-studio": 13, "google-sheets": 6}
    assert made.lines[-1].split(": ")[-1].startswith(f"{copies[file.stem]} cards on ")


def columns_of(name: str) -> dict[str, tuple[str, str]]:
    _, found, _ = started(DATA / "spreadsheets" / name)
    return {heading: (field, said) for heading, field, said in found.columns}


def test_costs_in_resources_are_amounts() -> None:
    checked, _, files = started(DATA / "spreadsheets" / "cardmaker.csv")
    assert checked.ids["castle"].definition["cost"] == {"wood": 3, "stone": 5}
    game = yaml.safe_load(files["game.yaml"])
    assert game["symbols"]["wood"] == {"name": "Wood", "letters": "W", "color": "#a63d1f"}
    assert columns_of("cardmaker.csv") == {
        "Count": ("copies", "how many are in the box"),
        "Card Name": ("name", "the name"),
        "Card Type": ("type", "one of Building, Worker"),
        "Resource Cost": ("cost", "amounts of wood, stone"),
        "Body Text": ("text", "text"),
        "Frame Color": ("frame-color", "text"),
        "Comment": ("comment", "text, not printed"),
    }


def test_words_that_come_again_are_lists_of_the_game() -> None:
    assert columns_of("dextrous.tsv") == {
        "Card Title": ("name", "the name"),
        "Colour": ("faction", "one of Red, Blue"),
        "Power": ("power", "a whole number"),
        "Abilities": ("text", "text"),
        "Rarity": ("rarity", "one of Common, Rare, Mythic"),
        "Tags": ("keywords", "a list of Cat, Day, Night, Dog ..."),
        "In Deck": ("copies", "how many are in the box"),
    }
    _, _, files = started(DATA / "spreadsheets" / "dextrous.tsv")
    game = yaml.safe_load(files["game.yaml"])
    assert [game["factions"][one]["color"] for one in ("red", "blue")] == ["#a8322b", "#2257a5"]
    assert "eye" in game["symbols"]


def test_what_is_no_card_is_left_out_and_said() -> None:
    checked, found, _ = started(DATA / "spreadsheets" / "google-sheets.csv")
    assert [note.partition(".csv: ")[2] for note in found.done.notes] == [
        "columns without a heading are left out: H",
        'row 7 is left out, a heading: "SMUGGLERS"',
        'row 13 is left out, a total: "Total"',
    ]
    assert {"night-boat", "night-boat-2"} <= set(checked.ids)


def test_faces_make_dice() -> None:
    text = "Name,Kind,Faces\nRed Die,Die,hit | miss | | hit crit | miss | miss\nCoin,Token,head | tail\nRock,Token,\n"
    checked, found = of_text(text)
    assert checked.diagnostics == []
    types = {word: described.get("form") for word, described in checked.described("types")}
    assert types == {"die": "die", "token": None}
    red, coin, _ = (card.definition for card in checked.cards)
    assert red["faces"] == [["hit"], ["miss"], [], ["hit", "crit"], ["miss"], ["miss"]]
    assert coin["faces"] == [["head"], ["tail"]]
    assert ("Faces", "faces", "faces of dice, with the symbols hit, miss, crit, head, tail") in found.columns
    assert set(NETS) == set(cutouts.NETS)  # the ones that print a net
    assert of_text("Name,Faces\nBat,two of them\n")[0].cards[0].definition["faces-2"] == "two of them"


def test_notes_stay_and_never_printed() -> None:
    _, found, files = started(DATA / "spreadsheets" / "google-sheets.csv")
    schema = json.loads(files["card.schema.json"])["items"]["properties"]
    [notes] = [field for heading, field, _ in found.columns if heading == "Notes to self"]
    assert schema["copies"] == {"$ref": "common.schema.json#/$defs/copies"}
    assert notes == "notes-to-self"
    assert of_text("Name,Notes\nBat,too strong\n")[0].card_schema["properties"]["notes"]["x-face"] is False  # type: ignore[index,call-overload]  # it is data


def test_long_texts_of_ones_own_are_kept_off_the_cards_and_named() -> None:
    text = (
        "Name,Type,Text,Text (DE),Notes to self,Playtest remarks,Motto,History\n"
        f"Bat,Ship,Draw.,Zieh.,{'ask Tom ' * 9},good,Onward,{'long ago ' * 20}\n"
        "Cat,Ship,Win.,Sieg.,,,Back,\n"
    )
    checked, found = of_text(text)
    schema: Any = checked.card_schema["properties"]
    off = {name for name, one in schema.items() if one.get("x-face") is False}
    assert off == {"notes-to-self", "playtest-remarks", "history"}
    (note,) = [note for note in found.notes if "kept off the cards" in note]
    assert "for them: History; to print one, remove its" in note
    assert [field["id"] for field in printed_fields(checked.as_game(), checked.as_cards()[0])] == ["motto"]


def test_sheets_of_a_workbook_are_sets() -> None:
    book = Workbook()
    book.worksheets[0].title = "Read me"
    book.worksheets[0].append(["This is my game"])
    for title in ("Ships", "Far Side"):
        page = book.create_sheet(title)
        page.append(["Name", "Cost"])
        page.append(["Bat", 2])
    out = io.BytesIO()
    book.save(out)
    sheets = sheets_of(out.getvalue(), "cards.xlsx")
    files, found = plan_game_from("Bats", Path("bats"), sheets)
    checked = check_pack(in_memory(Path("bats"), files))
    assert [(card.set_id, card.id) for card in checked.cards] == [("far-side", "bat-2"), ("ships", "bat")]
    assert not [fault for fault in checked.diagnostics if fault.severity == "error"]
    assert plan_import(sheets[1:], in_memory(Path("bats"), files)).texts == {}
    assert found.done.rows == 2


def test_pictures_next_to_the_spreadsheet_come_along(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    Image.new("RGB", (3, 3)).save(tmp_path / "images" / "bat.png")
    text = "Name,Image\nBat,bat.png\n"
    done = new_game_from("Bats", sheets_of(text.encode(), "cards.csv"), tmp_path, tmp_path)
    pack = read(tmp_path / "bats")
    assert check_pack(pack).ids["bat"].definition["art"] == "art/bat.png"
    assert not check_pack(pack).diagnostics
    assert done.columns[1] == ("Image", "art", "a picture; 1 file copied to art/")
    for odd in ("../secret.png", "/etc/passwd.png", "owl.png", ".hidden.png"):
        found = new_game_from(
            f"Owls {len(odd)}", sheets_of(f"Name,Image\nOwl,{odd}\n".encode(), "cards.csv"), tmp_path, tmp_path
        )
        assert found.columns[1] == ("Image", "image", "text, not printed")
        assert odd in found.notes[0]
    later, _ = plan_game_from("Later", Path("later"), sheets_of(b"Name,Art\nBat,\n", "cards.csv"))
    assert "Art: art\n" in later["import.yaml"].decode()


def test_a_column_of_names_is_found_whatever_it_is_called() -> None:
    checked, _ = of_text("Ime,Snaga\nZmaj,5\nVila,3\nVuk,2\n")
    assert sorted(checked.ids) == ["vila", "vuk", "zmaj"]
    with pytest.raises(FindingsError, match="no column of this spreadsheet holds the names of cards"):
        of_text("1,2\n3,4\n")


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "bats").mkdir()
    with pytest.raises(UsageError, match="exists already"):
        new_game_from("Bats", sheets_of(b"Name\nBat\n", "cards.csv"), tmp_path)
    assert list((tmp_path / "bats").iterdir()) == []


def test_words_that_differ_in_signs_alone_have_ids_of_their_own() -> None:
    rows = ["Tom,1 Cat,+", "Kit,1+ Cat,+", "Max,-1 cat,+", "Ann,1 cat,-!", "Bob,1+ Cat,-!", "Sue,-1 Cat,-!"]
    checked, _ = of_text("\n".join(["Name,Value,Sign", *rows]))
    assert checked.diagnostics == []
    values = [checked.ids[one].definition["value"] for one in ("tom", "kit", "max", "ann", "bob", "sue")]
    assert values == ["1-cat", "1-plus-cat", "minus-1-cat", "1-cat", "1-plus-cat", "minus-1-cat"]
    assert {one.definition["sign"] for one in checked.cards} == {"plus", "minus-really"}


def test_cards_whose_names_differ_in_signs_alone_have_ids_that_say_so() -> None:
    checked, _ = of_text("Name,Power\n1 Cat,1\n1+ Cat,2\n-1 Cat,3\n1 cat,4\n")
    assert list(checked.ids) == ["1-cat", "1-plus-cat", "minus-1-cat", "1-cat-2"]
    checked, _ = of_text("Name,Power\n+1 Cat,1\n-1 Cat,2\n1 Cat,3\n+1 Cat,4\n")
    assert list(checked.ids) == ["plus-1-cat", "minus-1-cat", "1-cat", "plus-1-cat-2"]


@pytest.mark.parametrize("cell", ["1'000", "1 000", "1,000", "1.000", "1,5", "\u22122", "'-1", "x" * 2100, "{a b}"])
def test_a_column_takes_what_it_was_found_out_from(cell: str) -> None:
    checked, _ = of_text(f'Name,Power\nBat,"{cell}"\nRat,"{cell}"\n')
    assert checked.diagnostics == []


CELLS = (
    *("", "1", "-1", "+1", "1.5", "1,5", "\u22122", "01", "1,000", "1'000", "10%", "x", "yes", "No", "-", "n/a"),
    *("none", "0", "Cat", "cat", "1 Cat", "1+ Cat", "-1 Cat", "Cat!", "Night Cat", "night-cat", "Night-Cat"),
    *("Cat, Dog", "Cat; Dog", "Dog, Cat, Cat", "Cat,", "2 wood", "2 wood, 1 stone", "wood 2", "{cat}"),
    *("{+1} and {-1}", "{a b} {A-B}", "\u00c9lan", "\u732b", "\u2605", "'=1+1", "=1+1", "a\nb"),
    *("So it goes on. Then it ends.", "x" * 50, "y" * 2500, "null", "~", "a.png", "#"),
)
HEADINGS = (
    *("Type", "Faction", "Cost", "Text", "Copies", "Number", "Rarity", "Keywords", "Set", "Id", "Art", "Notes"),
    *("Power", "Value", "Effect", "Title", "Aliases", "Errata", "Deckbuilding", "Faces", "Symbol"),
)


@st.composite
def tables(draw: st.DrawFn) -> list[list[str]]:
    """Columns of a few cells that come again, with nothing blank where every card needs something."""
    size = draw(st.integers(2, 8))
    columns = [["Name", *(f"Bat {number}" for number in range(size))]]
    for heading in draw(st.lists(st.sampled_from(HEADINGS), min_size=1, max_size=3, unique=True)):
        cells = draw(st.lists(st.sampled_from(CELLS), min_size=1, max_size=3))
        cells = (
            [cell if cell not in ("", "-", "n/a", "none") else "?" for cell in cells] if heading == "Type" else cells
        )
        columns.append([heading, *(draw(st.sampled_from(cells)) for _ in range(size))])
    return [list(row) for row in zip(*columns, strict=True)]


@examples(60)
@given(tables())
def test_what_was_found_out_is_never_refused(rows: list[list[str]]) -> None:
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    checked, _ = of_text(written.getvalue())
    assert checked.diagnostics == []
    assert len(checked.cards) == len(rows) - 1


def test_a_table_without_names_takes_a_column_or_numbers_its_cards() -> None:
    checked, found = of_text("Animal,Points\nCat,2\nDog,3\nCat,5\n")
    assert [one.definition["name"] for one in checked.cards] == ["Cat", "Dog", "Cat"]
    assert found.notes == []
    checked, found = of_text("Suit,Rank,Rule\nclubs,1,\nclubs,2,Draw a card.\nhearts,1,\n")
    assert [one.definition["name"] for one in checked.cards] == ["Card 1", "Card 2", "Card 3"]
    assert [one.definition["faction"] for one in checked.cards] == ["clubs", "clubs", "hearts"]
    assert found.notes[0].startswith("no column holds the names of cards, which are called Card 1 and so on")


def test_decks_of_a_game_from_a_spreadsheet_export(tmp_path: Path) -> None:
    new_game_from("Bats", sheets_of(b"Name,Power\nBat,1\nRat,2\n", "cards.csv"), tmp_path)
    with Workspace(tmp_path / "bats", "sqlite://") as workspace:
        judged = workspace.judge(workspace.catalog.parse_deck("2 Bat\n1 Rat\n", game_id="bats"))
        assert judged.legal


POKER = """Name,Suit,Rank,Points,Wild?,Text
Queen of Hearts,Hearts,Q,10,,
Ace of Spades,Spades,A,11,yes,
Two of Stars,Stars,2,2,no,Take {stars}.
Ten of Clubs,Clubs,10,10,,
Nine of Spades,Spades,9,9,,
Six of Stars,Stars,6,6,,
"""


@pytest.mark.parametrize("face", ["classic", "corner-index", "full-art", "table"])
def test_a_game_from_a_spreadsheet_may_begin_with_a_face(face: str, tmp_path: Path) -> None:
    new_game_from("Poker", sheets_of(POKER.encode(), "cards.csv"), tmp_path, face=face)
    with Workspace(tmp_path / "poker", "sqlite://") as workspace:
        game = workspace.catalog.game("poker")
        cards = [(card, 1) for card in workspace.catalog.cards(game)]
        sheets = print_sheets(game, cards, SheetOptions(backs="long-edge"))
        assert min(sizes_of_letters(sheets.data)) >= LEAST
    template = (tmp_path / "poker" / "templates" / "card.typ.j2").read_text("utf-8")
    assert ('"rank"' in template) == (face == "corner-index")


def test_a_face_that_there_is_not_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match='there is no face "poster"'):
        new_game_from("Poker", sheets_of(POKER.encode(), "cards.csv"), tmp_path, face="poster")
    assert list(tmp_path.iterdir()) == []


def test_factions_have_symbols_whose_letters_differ() -> None:
    checked, _ = of_text(POKER)
    letters = [symbol["letters"] for symbol in checked.words["symbols"].values()]
    assert letters == ["H", "Sp", "St", "C"]
    assert {name: one["symbol"] for name, one in checked.words["factions"].items()} == {
        name: name for name in ("hearts", "spades", "stars", "clubs")
    }
    checked, _ = of_text("Name,Faction\nA,The North\nB,The South\nC,The North\nD,The South\n")
    assert [symbol["letters"] for symbol in checked.words["symbols"].values()] == ["N", "S"]


@given(
    st.lists(st.from_regex(r"[A-Z][a-z]{2,6}( [A-Z][a-z]{2,6})?", fullmatch=True), min_size=2, max_size=12, unique=True)
)
def test_letters_are_short_and_differ_where_they_can(names: list[str]) -> None:
    found = letters_of(names)
    assert all(1 <= len(letters) <= 3 for letters in found)
    beginnings = [name[0] for name in names]
    for name, letters in zip(names, found, strict=True):
        if beginnings.count(name[0]) == 1 and " " not in "".join(names):
            assert letters == name[0]


def test_the_question_mark_of_a_column_is_not_printed() -> None:
    checked, _ = of_text(POKER)
    ace = next(card for card in checked.as_cards() if card.name == "Ace of Spades")
    wild = next(one for one in printed_fields(checked.as_game(), ace) if one["id"] == "wild")
    assert wild == {"id": "wild", "title": "Wild", "kind": "words", "value": "Wild"}
