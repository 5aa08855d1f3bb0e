"""Deck sheets: all cards of a deck with its verdict, on as few pages as they take; what people typed is text."""

from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from builder.diagnostics import UsageError
from builder.library import Catalog
from builder.printing.decksheets import MOST_CARDS, DeckSheetOptions, prepare_sheet, print_sheet
from renderers.outputs import decksheets
from renderers.outputs.decksheets import DeckSheet, _columns
from tests.support.catalogs import JUDGED, printable, small_catalog
from tests.support.renders import pdf_pages

EVIL = '#panic("x") ]$*_{{ 7 * 7 }}<b>'
DECK: dict[str, Any] = {"name": "Embers", "game": "my-game", "cards": {"flare": 2, "coal-sprite": 1, "no-such-card": 4}}


def sheet_of(catalog: Catalog, options: DeckSheetOptions | None = None, **deck: Any) -> DeckSheet:
    opened = catalog.deck_of({**DECK, **deck}, "deck")
    return prepare_sheet(catalog, opened, options or DeckSheetOptions())[0]


def test_a_sheet_lists_cards_by_type_and_name_with_the_numbers_of_their_set() -> None:
    sheet = sheet_of(small_catalog())
    rows = [(row["kind"], row.get("copies") or row["count"], row["name"], row.get("mark", "")) for row in sheet.rows]
    assert rows[0] == ("section", 7, "Main", "")
    assert rows[-1] == ("card", 4, "no-such-card", "?")
    assert {row[2] for row in rows if row[0] == "card"} == {"Flare", "Coal Sprite", "no-such-card"}
    assert all(mark == "?" or mark.split()[1].isdigit() for kind, _, _, mark in rows if kind == "card")
    assert (sheet.total, sheet.legal, sheet.verdict) == (("Total", 7), False, "Not legal")
    assert any("no-such-card" in note for note in sheet.notes)
    assert ("Judged as of", JUDGED.isoformat()) in sheet.facts


def test_a_format_says_when_it_last_changed_before_that_day() -> None:
    changed = {"history": [{"from": "2026-02-01", "drop": []}, {"from": "2027-01-01", "drop": []}]}
    catalog = small_catalog(formats__standard_yaml={"name": "Standard", "clauses": {}, **changed})
    now, before = (sheet_of(catalog, DeckSheetOptions(on=day)).facts[0][1] for day in (None, date(2026, 1, 1)))
    assert (now, before) == ("Standard, as changed on 2026-02-01", "Standard")


def test_a_sheet_is_in_the_language_of_the_cards() -> None:
    german = {"game": {"name": "Mein Spiel"}, "cards": {"flare": {"name": "Fackel"}}}
    sheet = sheet_of(small_catalog(locales__de_yaml=german), DeckSheetOptions(language="de"))
    assert (sheet.game, sheet.title) == ("Mein Spiel", "Deck sheet")
    assert "Fackel" in {row["name"] for row in sheet.rows}


def test_columns_hold_all_rows_and_end_with_no_heading() -> None:
    rows: list[Any] = []
    for section in range(4):
        rows += [{"kind": "section", "name": f"S{section}", "count": 60}, {"kind": "type", "name": "T", "count": 60}]
        rows += [{"kind": "card", "copies": 1, "name": f"{section}-{n}", "mark": ""} for n in range(60)]
    for number in range(0, len(rows), 7):
        sheet = DeckSheet("", "", "", [], [], "", True, [], rows[:number], ("", 0), again="{section}…")
        pages = _columns(sheet, 150.0, 230.0)
        listed = [row for page in pages for column in page for row in column]
        assert [row["name"] for row in listed if row["kind"] == "card"] == [
            row["name"] for row in rows[:number] if row["kind"] == "card"
        ]
        for at, page in enumerate(pages):
            assert len(page) <= 2
            for column in page:
                assert sum(row["height"] for row in column) <= (230.0 if at else 150.0)
            if page[0] and at < len(pages) - 1:
                assert page[-1][-1]["kind"] == "card"


def test_a_deck_of_too_many_cards_has_no_sheet() -> None:
    with pytest.raises(UsageError, match="4,000"):
        sheet_of(small_catalog(), cards={f"card-{n}": 1 for n in range(MOST_CARDS + 1)})


@pytest.mark.long
def test_what_people_typed_is_text_and_the_bytes_are_the_same(tmp_path: Path) -> None:
    catalog, _ = printable(tmp_path)
    opened = catalog.deck_of({**DECK, "name": EVIL, "author": EVIL * 3, "cards": {"flare": 10_000}}, "deck")
    options = DeckSheetOptions(on=date(2026, 1, 1), paper="letter")
    made = [print_sheet(catalog, opened, tmp_path / name, options) for name in ("1.pdf", "2.pdf")]
    assert made[0].lines == [f"{tmp_path / '1.pdf'}: 10,000 cards on 1 page, not legal"]
    data = (tmp_path / "1.pdf").read_bytes()
    assert data == (tmp_path / "2.pdf").read_bytes()
    (page,) = pdf_pages(data)
    assert EVIL in page
    assert "Page 1 of 1" in page
    with pypdfium2.PdfDocument(BytesIO(data)) as document:
        assert tuple(map(round, document[0].get_size())) == (612, 792)


@pytest.mark.long
def test_a_large_deck_has_all_its_pages(tmp_path: Path) -> None:
    catalog, _ = printable(tmp_path)
    cards = {f"card-{n}": 1 for n in range(400)}
    print_sheet(catalog, catalog.deck_of({**DECK, "cards": cards}, "deck"), tmp_path / "x.pdf", DeckSheetOptions())
    pages = pdf_pages((tmp_path / "x.pdf").read_bytes())
    assert len(pages) > 3
    assert f"Page {len(pages)} of {len(pages)}" in pages[-1]
    assert "Main, continued" in pages[-1]
    assert sum(page.count("card-") for page in pages) >= 400


def test_a_sheet_has_as_many_pages_as_are_allowed_and_none_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decksheets, "MOST_PAGES", 1)
    catalog, _ = printable(tmp_path)
    one, two = (catalog.deck_of({**DECK, "cards": {f"card-{n}": 1 for n in range(most)}}, "deck") for most in (9, 120))
    assert "on 1 page" in print_sheet(catalog, one, tmp_path / "1.pdf", DeckSheetOptions()).lines[0]
    with pytest.raises(UsageError, match="2 pages"):
        print_sheet(catalog, two, tmp_path / "2.pdf", DeckSheetOptions())


@pytest.mark.parametrize(("name", "paper", "said"), [("x.txt", "a4", r"\.pdf"), ("x.pdf", "a9", "a9")])
def test_what_cannot_be_made_is_refused(tmp_path: Path, name: str, paper: str, said: str) -> None:
    catalog = small_catalog()
    with pytest.raises(UsageError, match=said):
        print_sheet(catalog, catalog.deck_of(DECK, "deck"), tmp_path / name, DeckSheetOptions(paper=paper))
    assert not list(tmp_path.iterdir())
