"""Rows of spreadsheets and their cards: which card a row stands for, and at which cell a card's fault is shown.

A row's card is found by id, then by number, then by name; a row without one is a new card.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from builder.checks import CheckedPack
from builder.checks.checked import CardSource
from builder.diagnostics import Diagnostic, KeyPath
from builder.documents.data import mapping, sequence, text, value_at, whole
from builder.documents.document import Document
from builder.documents.reading import parse
from builder.naming import MOST_LETTERS, fold, slug, slug_of_signs
from builder.packs.pack import Pack
from builder.spreadsheets.columns import SheetColumn
from builder.spreadsheets.tables import Row, Table

RowKeys = tuple[str, int, str]  # the id, the number and the name in a row; empty or 0 where it has none


class SheetRow(NamedTuple):
    """A row of a table, with the table's columns."""

    table: Table
    row: Row
    columns: Sequence[SheetColumn]

    def column(self, field: str) -> SheetColumn | None:
        """The column that holds a field; None where none does."""
        return next((column for column in self.columns if column.field == field), None)

    def cell(self, column: SheetColumn) -> str:
        """What the row says in a column."""
        return self.row.cells[column.place]

    def fault(self, code: str, message: str, column: SheetColumn | None, help: str = "") -> Diagnostic:  # noqa: A002
        """A fault of the row's cell in a column; of its first cell where that is None."""
        indexes = list(self.table.columns)
        return self.table.sheet.fault(code, message, self.row.index, indexes[column.place if column else 0], help)


@dataclass(frozen=True, slots=True)
class Matched:
    """The card of a row, None for a new one, with the id and the number that it is to have."""

    card: CardSource | None
    id: str
    number: int


def matched_rows(
    rows: Sequence[RowKeys], cards: Sequence[CardSource], checked: CheckedPack, set_id: str, taken: Collection[str] = ()
) -> list[Matched]:
    """The card of each row, among the `cards` of a set. `taken` are ids of new cards of other sets.

    A row's number counts unless another row names the card with that number. So a card may get another name, and cards
    may get other numbers.
    """
    found: dict[int, CardSource] = {}
    used: set[str] = set()

    def take(row: int, card: CardSource | None) -> None:
        if card is not None and row not in found and card.id not in used:
            found[row] = card
            used.add(card.id)

    by_id = {card_id: card for card in cards for card_id in (*card.former_ids, card.id)}
    by_number = {whole(card.definition.get("number")): card for card in cards}
    by_name: dict[str, list[CardSource]] = {}
    for card in cards:
        by_name.setdefault(fold(text(card.definition.get("name"))), []).append(card)
    names = {fold(name) for _, _, name in rows}
    for row, (card_id, _, _) in enumerate(rows):
        take(row, by_id.get(card_id))
    unnamed = [(row, number, fold(name)) for row, (card_id, number, name) in enumerate(rows) if card_id not in by_id]
    for same_name in (True, False):
        for row, number, name in unnamed:
            numbered = by_number.get(number) if number else None
            called = fold(text(numbered.definition.get("name"))) if numbered else ""
            if called == name if same_name else called not in names and name not in by_name:
                take(row, numbered)
    unused = {name: (card for card in called if card.id not in used) for name, called in by_name.items()}
    for row, _, name in unnamed:
        if row not in found:
            take(row, next(unused.get(name, iter(())), None))
    return _with_ids(rows, found, checked, set_id, taken)


def _with_ids(
    rows: Sequence[RowKeys], found: Mapping[int, CardSource], checked: CheckedPack, set_id: str, others: Collection[str]
) -> list[Matched]:
    """The rows with their cards, and with new ids and numbers for those that have none."""
    taken = {*checked.ids, *checked.aliases, *others, *(card_id for card_id, _, _ in rows if card_id)}
    there = (whole(one.definition.get("number")) for one in checked.in_sets if one.set_id == set_id)
    free = max((*there, *(number for _, number, _ in rows)), default=0)
    counts: dict[str, int] = {}
    shared = _of_several_names(name for row, (_, _, name) in enumerate(rows) if row not in found)
    made: list[Matched] = []
    for row, (card_id, asked, name) in enumerate(rows):
        card, number = found.get(row), asked
        if card is not None:
            made.append(Matched(card, card.id, number or whole(card.definition.get("number"))))
            continue
        if not number:
            free += 1
            number = free
        wanted = slug(name)
        wanted = slug_of_signs(name) if wanted in taken or wanted in shared else wanted
        made.append(Matched(None, card_id or _free(wanted or f"card-{number}", taken, counts), number))
    return made


def _of_several_names(names: Iterable[str]) -> set[str]:
    """The ids that several names suggest: the names differ only in signs."""
    by_slug: dict[str, str] = {}
    return {found for name in names if by_slug.setdefault(found := slug(name), fold(name)) != fold(name)}


def _free(wanted: str, taken: set[str], counts: dict[str, int]) -> str:
    """The id, with a number behind it where it is taken; `counts` are the last numbers used, by id."""
    found, start = wanted, wanted[: MOST_LETTERS - 6].rstrip("-")
    while found in taken:
        counts[start] = counts.get(start, 1) + 1
        found = f"{start}-{counts[start]}"
    taken.add(found)
    return found


class CellsOfCards:
    """Finds the cells that faults of cards come from. `changed` are the texts of a pack's files by their names there,
    `rows` are the cards' rows, by the cards' ids.
    """

    def __init__(self, pack: Pack, changed: Mapping[str, str], rows: Mapping[str, SheetRow]) -> None:
        folders = ("sets/", "locales/")
        self.texts = {pack.shown(name): text for name, text in changed.items() if name.startswith(folders)}
        locales = (name for name in changed if name.startswith("locales/"))
        self.languages = {pack.shown(name): name[len("locales/") :].removesuffix(".yaml") for name in locales}
        self.rows = rows
        self.documents: dict[str, tuple[Document, list[int], list[str]]] = {}

    def moved(self, fault: Diagnostic) -> tuple[Diagnostic, bool]:
        """The finding at its cell, and whether it has one."""
        if fault.span is None or fault.span.path not in self.texts:
            return fault, False
        document, lines, ids = self._document(fault.span.path)
        index = bisect_right(lines, fault.span.line) - 1
        row = self.rows.get(ids[index]) if 0 <= index < len(ids) else None
        if row is None:
            return fault, False
        language = self.languages.get(fault.span.path, "").lower()
        of_keys = {column.field.split(".")[0]: column for column in reversed(row.columns) if column.field}
        of_keys |= {
            column.field.removesuffix(f".{language}" if language else ""): column
            for column in row.columns
            if column.field.endswith(f".{language}") or (not language and "." not in column.field)
        }
        place = (fault.span.line, fault.span.column)
        at: KeyPath = ("cards", ids[index]) if language else (index,)
        begins = ((document.key_span((*at, key)), key) for key in mapping(value_at(document.data, at)))
        before = [(span, key) for span, key in begins if (span.line, span.column) <= place]
        column = of_keys.get(max(before)[1]) if before and fault.code != "missing-key" else None
        at_cell = row.fault(fault.code, fault.message, column or of_keys.get("name"), fault.help)
        return replace(at_cell, related=fault.related), True

    def _document(self, path: str) -> tuple[Document, list[int], list[str]]:
        if path not in self.documents:
            document = parse(self.texts[path], path)
            if path in self.languages:
                places = document.entry_places(("cards",))
                ids = sorted(places, key=lambda name: places[name].line)
                lines = [places[name].line for name in ids]
            else:
                cards = sequence(document.data)
                ids = [text(mapping(card).get("id")) for card in cards]
                lines = [document.span((index,)).line for index in range(len(cards))]
            self.documents[path] = (document, lines, ids)
        return self.documents[path]
