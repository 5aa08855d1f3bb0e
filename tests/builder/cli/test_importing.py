"""`arsenal import` and `arsenal new game --from`: what is said and what is written."""

import re
from pathlib import Path

import pytest

from tests.support.commands import Arsenal, InJson
from tests.support.renders import pdf_text

pytestmark = pytest.mark.usefixtures("alone")

BAT = "Card Name,Faction,Type,Cost,Pwoer,Lore,Mood\nBat,Tide,Creature,2,2,Old.,sad\nTotal,,,2,2,,\n"


@pytest.fixture
def own_pack(own_pack: Path) -> Path:
    Path("cards.csv").write_text(BAT, "utf-8")
    return own_pack


def test_a_dry_run_shows_columns_and_changes_and_writes_nothing(arsenal: Arsenal, own_pack: Path) -> None:
    before = (own_pack / "sets/core/cards.yaml").read_bytes()
    done = arsenal("import", "cards.csv", "--game", "moon-duel", "--dry-run")
    said = done.stdout.splitlines()
    assert said[:8] == [
        "cards.csv: 1 card",
        "  Card Name  name     by what it is usually called",
        "  Faction    faction",
        "  Type       type",
        "  Cost       cost",
        "  Pwoer      power    by likeness",
        "  Lore       flavor   by what it is usually called",
        "  Mood       -        left out; --add Mood makes it a field",
    ]
    assert {"+- id: bat", "+  power: 2", "+  Pwoer: power"} <= set(said)
    assert said[-1] == "1 card: would be 1 new, 0 changed, 0 as before"
    assert 'note: cards.csv: row 3 is left out, a total: "Total"' in done.stderr
    assert (own_pack / "sets/core/cards.yaml").read_bytes() == before
    assert not (own_pack / "import.yaml").exists()


def test_what_is_imported_is_written_and_nothing_the_second_time(arsenal: Arsenal, own_pack: Path) -> None:
    done = arsenal("import", "cards.csv", "--game", "moon-duel")
    assert done.stdout.splitlines()[-3:] == [
        "wrote moon-duel/sets/core/cards.yaml",
        "wrote moon-duel/import.yaml",
        "1 card: 1 new, 0 changed, 0 as before",
    ]
    assert "note: not in the spreadsheet, and left as they are: coal-sprite, " in done.stderr
    assert arsenal("import", "cards.csv", "--game", "moon-duel").stdout.splitlines()[-1] == "nothing has changed"
    arsenal("validate", "moon-duel")
    arsenal("fmt", "--check", "moon-duel")


def test_the_pack_around_is_meant_and_standard_input_is_read(
    arsenal: Arsenal, own_pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(own_pack)
    assert "wrote sets/core/cards.yaml" in arsenal("import", "-", typed=BAT).stdout
    assert (
        "wrote ../mine.yaml" in arsenal("import", "-", "--map", "../mine.yaml", typed=BAT.replace("Bat", "Cat")).stdout
    )
    assert "Pwoer: power" in (own_pack.parent / "mine.yaml").read_text("utf-8")


def test_a_spreadsheet_in_a_pack_is_imported_as_validate_says(arsenal: Arsenal, own_pack: Path) -> None:
    (own_pack / "cards.csv").write_text(BAT, "utf-8")
    assert "`arsenal import moon-duel/cards.csv` makes cards of it" in arsenal("validate", "moon-duel").stdout
    assert "wrote moon-duel/sets/core/cards.yaml" in arsenal("import", "moon-duel/cards.csv").stdout


def test_cards_that_are_missing_are_removed_when_asked_for(arsenal: Arsenal, own_pack: Path) -> None:
    (own_pack / "decks/first-deck.yaml").unlink()
    done = arsenal("import", "cards.csv", "--game", "moon-duel", "--remove-missing")
    assert "note: 8 cards were removed: coal-sprite, lamplighter" in done.stderr
    assert (own_pack / "sets/core/cards.yaml").read_text("utf-8").count("- id:") == 1


@pytest.mark.bundled
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["cards.csv"], 2, "it is not said to which game the cards belong"),
        (["cards.csv", "--game", "moon-deul"], 2, 'there is no game "moon-deul"'),
        (["cards.csv", "--game", "saucer-dice"], 2, 'the pack of "saucer-dice" comes with Arsenal'),
        (["cards.csv", "--game", "moon-duel", "--sheet", "Ships"], 2, 'there is no sheet "Ships"'),
        (["crads.csv", "--game", "moon-duel"], 1, 'did you mean "cards.csv"?'),
        (["bad.csv", "--game", "moon-duel"], 1, 'bad.csv:2:19: error[wrong-type] D2: "cost" must be a whole number'),
    ],
)
def test_what_can_not_be_is_said(arsenal: Arsenal, own_pack: Path, words: list[str], code: int, said: str) -> None:
    Path("bad.csv").write_text(BAT.replace(",2,2,Old", ",two,2,Old"), "utf-8")
    before = sorted(own_pack.rglob("*"))
    done = arsenal("import", *words, code=code)
    assert said in done.stdout + done.stderr
    assert sorted(own_pack.rglob("*")) == before


@pytest.mark.usefixtures("alone")
def test_of_two_header_rows_one_is_taken_and_said(arsenal: Arsenal, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Name,,Cost\nNo.,Title,Oil,Gold\n1,Alpha,1,2\n2,Beta,2,\n", "utf-8")
    done = arsenal("new", "game", "Moon Duel", "--from", "cards.csv")
    assert "2 cards in 1 set" in done.stdout
    assert "row 2 is the header; row 1 above it is left out: Name, Cost; --header-row 1 takes it" in done.stderr
    assert "3 cards in 1 set" in arsenal("new", "game", "Sun Duel", "--from", "cards.csv", "--header-row", "1").stdout
    again = arsenal("import", "cards.csv", "--game", "moon-duel")
    assert "nothing has changed" in again.stdout
    wrong = arsenal("new", "game", "Star Duel", "--from", "cards.csv", "--header-row", "9", code=2).stderr
    assert "there is no row 9 for the headings" in wrong
    assert "rows that say something end at 4" in wrong


def test_a_game_begins_with_a_spreadsheet(arsenal: Arsenal, tmp_path: Path) -> None:
    Path("cards.csv").write_text("Name,Clan,Cost,Qty,Notes\nBat,Red,2,3,?\nOwl,Blue,1,1,!\n", "utf-8")
    done = arsenal("new", "game", "--from", "cards.csv", "Moon Duel")
    assert done.stdout.splitlines()[:8] == [
        "2 cards in 1 set; the columns are",
        "  Name   name     the name",
        "  Clan   faction  one of Red, Blue",
        "  Cost   cost     a whole number",
        "  Qty    copies   how many are in the box",
        "  Notes  notes    text, not printed",
        "",
        "wrote moon-duel/game.yaml",
    ]
    assert "  arsenal import cards.csv --game moon-duel  when the spreadsheet has changed" in done.stdout
    arsenal("validate", "moon-duel")
    assert arsenal("import", "cards.csv", "--game", "moon-duel").stdout.splitlines()[-1] == "nothing has changed"
    assert "say with --from which" in arsenal("new", "game", "Sun", "--sheet", "x", code=2).stderr


def test_programs_read_findings_as_json(in_json: InJson, own_pack: Path) -> None:
    Path("bad.csv").write_text(BAT.replace(",2,2,Old", ",two,2,Old"), "utf-8")
    said = in_json("import", "bad.csv", "--game", "moon-duel", code=1)
    assert [(one["path"], one["line"], one["column"]) for one in said["diagnostics"]] == [("bad.csv", 2, 19)]
    assert in_json("import", "cards.csv", "-g", "moon-duel") == {"diagnostics": []}


MESSY = """\
Woodland Duel v7,,,,,,,,,,
,,,,,,,,,,
Card,,,Numbers,,Words,,,Private,,
Name,Name (FR),Clan,Kind,Cost,Text,Texte FR,Flavor,Notes to self,Playtest remarks,Qty
Old Fox,Vieux renard,Red Foxes,Animal,3,Draw 1 card.,Piochez 1 carte.,He knows.,{long},{long},2
Æther Heron,Héron,,Animal,4,Win.,Gagnez.,,,,1
Toad,Crapaud,Blue Herons,Animal,3,Draw 2 cards.,Piochez 2 cartes.,,,fine,1
Eel,Anguille,,Animal,1,Draw 1 card.,Piochez 1 carte.,,,fine,1
""".format(long="too strong " * 9)  # fmt: skip


@pytest.mark.long
def test_a_messy_sheet_is_printed_in_two_languages_and_goes_back(arsenal: Arsenal) -> None:
    Path("messy.csv").write_text(MESSY, "utf-8")
    begun = arsenal("new", "game", "Wood", "--from", "messy.csv")
    assert "  Name (FR)         name.fr           text in fr: locales/fr.yaml" in begun.stdout
    assert 'cells of "Clan" are mostly empty below a value; if they mean the same, --fill-down Clan' in begun.stderr
    assert "aether-heron" in Path("wood/sets/core/cards.yaml").read_text("utf-8")
    arsenal("validate", "wood", "--faces")
    filled = arsenal("import", "messy.csv", "--game", "wood", "--fill-down", "Clan")
    assert "4 cards: 0 new, 2 changed, 2 as before" in filled.stdout
    assert "mostly empty" not in arsenal("import", "messy.csv", "--game", "wood").stderr
    said = arsenal("print", "wood", "--packs", "wood", "--lang", "fr", "-o", "bois.pdf").output
    assert "5 cartes sur 1 page" in said.replace("\u00a0", " ")
    text = pdf_text(Path("bois.pdf").read_bytes())
    assert "Vieux renard" in text
    assert "Piochez 1 carte." in text.replace("\u00a0", " ")
    assert "too strong" not in text
    missing = arsenal("translate", "fr", "wood", "--missing").stdout
    assert "old-fox: flavor" in missing
    assert not {"notes-to-self", "playtest-remarks", "copies"} & set(re.findall(r"[a-z-]+", missing))
    arsenal("export", "wood", "--to", "csv", "-o", "out.csv", "--packs", "wood")
    assert Path("out.csv").read_text("utf-8-sig").startswith("Name,Name (FR),Clan,Kind,Cost,Text,Texte FR,")
    assert "0 new, 0 changed, 4 as before" in arsenal("import", "out.csv", "--game", "wood", "--dry-run").stdout


def test_at_a_terminal_what_is_open_is_asked(
    arsenal: Arsenal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("messy.csv").write_text(MESSY, "utf-8")
    asked: list[str] = []
    answers = iter(["", "y", ""])
    monkeypatch.setattr("builder.cli.asking.can_ask", lambda _: True)
    monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or next(answers))
    begun = arsenal("new", "game", "Wood", "--from", "messy.csv")
    assert asked == [
        "Which row are they? [4] ",
        '"Clan" is mostly empty below its values. Does an empty cell mean the value above it? [y/N] ',
    ]
    assert "  3: Card, Numbers, Words, Private\n  4: Name, Name (FR), Clan" in begun.stderr
    cards = Path("wood/sets/core/cards.yaml").read_text("utf-8")
    assert cards.count("faction: red-foxes") == cards.count("faction: blue-herons") == 2
    again = arsenal("import", "messy.csv", "--game", "wood", "--dry-run")
    assert asked[2:] == ["Which row are they? [4] "]
    assert "0 new" in again.stdout or "nothing has changed" in again.stdout


def test_a_type_of_a_group_is_that_of_its_rows(arsenal: Arsenal) -> None:
    rows = "Bat,Animal,1\nOwl,,2\nEel,,3\nMud,Trick,1\nRain,,2\nIce,,3\n"
    Path("cards.csv").write_text(f"Name,Type,Cost\n{rows}", "utf-8")
    begun = arsenal("new", "game", "Wood", "--from", "cards.csv")
    assert "an empty cell of Type says what the one above it says" in begun.stderr
    assert Path("wood/sets/core/cards.yaml").read_text("utf-8").count("type: trick") == 3
    assert "nothing has changed" in arsenal("import", "cards.csv", "--game", "wood").stdout


def test_what_no_card_shows_stays_out_of_hands_statistics_and_exports(
    arsenal: Arsenal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    rows = "Bat,1,4,weak\nOwl,2,5,strong\nEel,3,1,fine\n"
    Path("cards.csv").write_text(f"Name,Cost,Qty,Notes to self\n{rows}", "utf-8")
    arsenal("new", "game", "Wood", "--from", "cards.csv")
    Path("wood/decks").mkdir()
    Path("wood/decks/owls.yaml").write_text("name: Owls\ngame: wood\ncards: {owl: 2, eel: 1}\n", "utf-8")
    hand = arsenal("hand", "owls", "--packs", "wood", "--size", "2").stdout
    assert "Cost" in hand
    assert not re.search("Copies|Notes to self", hand)
    counted = arsenal("stats", "owls", "--packs", "wood").stdout
    assert "Cost: 7 in all" in counted
    assert "Copies" not in counted
    notes = arsenal("export", "owls", "--to", "playground", "-o", "owls", "--packs", "wood").stderr
    assert "what cards say in fields is on their pictures only: Cost\n" in notes
