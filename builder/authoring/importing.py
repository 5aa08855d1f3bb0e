"""Imports cards from a spreadsheet: what would change in a pack's files, checked as if it were done, and then written.

`builder.spreadsheets.columns` finds which column is which field, `cardvalues` reads the values of a row. Here rows
become cards, old ones or new, and what is wrong with a card is reported at its cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from builder.authoring.cardvalues import CardValues
from builder.authoring.changes import Both, Changes, difference
from builder.authoring.columnmaps import with_fields, with_fill, with_new_columns
from builder.authoring.languages import with_language
from builder.authoring.matching import CellsOfCards, RowKeys, SheetRow, matched_rows
from builder.authoring.new import card_schemas, modeline, with_set
from builder.checks.checked import CardSource
from builder.checks.reading import without_garbage_collection
from builder.diagnostics import Diagnostic, FindingsError, UsageError, has_errors, near, some_of, suggestion
from builder.documents.data import Data, mapping, text, texts, whole
from builder.documents.document import Document
from builder.documents.editing import CannotEditError, Removed, with_items
from builder.documents.reading import decode, encode_like, load, parse
from builder.naming import fold, slug
from builder.packs.expansions import Whole, itself
from builder.packs.pack import Pack
from builder.schema import bundled_schema
from builder.spreadsheets.cells import forms_of, read_cell, unguarded
from builder.spreadsheets.columns import (
    DOWN,
    MAP_FILE,
    ColumnMap,
    SheetColumn,
    forms_in_languages,
    known_headings,
    map_from,
    match_columns,
)
from builder.spreadsheets.reading import chosen
from builder.spreadsheets.sheets import Sheet
from builder.spreadsheets.tables import LOOKED_AT, Table, filled_down, is_sparse, table_of
from builder.storage.files import inside, rewrite_all


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How a spreadsheet is imported. All is optional.

    `set_name` is the set that the cards belong to, `sheets` the names of the sheets to read, `map_file` another map
    than the pack's. `add` are headings of columns that become fields of the card schema. With `remove_missing`, cards
    that the spreadsheet does not have are removed. In columns whose headings are in `fill_down`, an empty cell has the
    value of the cell above it.
    """

    set_name: str = ""
    sheets: Sequence[str] = ()
    map_file: Path | None = None
    add: Sequence[str] = ()
    fill_down: Sequence[str] = ()
    remove_missing: bool = False


@dataclass
class Import:
    """What an import would do: `files` are the files that it writes, before (None for a new one) and after.

    `columns` are those of each table; `new`, `changed` and `missing` are ids of cards. `notes` and `warnings` are for
    the user. `sparse` are headings of columns in which an empty cell may mean the one above it.
    """

    root: Path
    files: dict[Path, Both] = field(default_factory=dict)
    names: dict[Path, str] = field(default_factory=dict)
    columns: list[tuple[Table, list[SheetColumn]]] = field(default_factory=list)
    rows: int = 0
    sets: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)
    sparse: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)

    def diff(self) -> Iterator[str]:
        """The lines of a unified diff of all that changes."""
        for path, both in self.files.items():
            yield from difference(both, self.names[path])

    def write(self) -> None:
        """Write the files: all of them or none. Raises ChangedError where one was saved meanwhile, and UsageError."""
        rewrite_all(self.files)


def plan_import(
    sheets: Sequence[Sheet], pack: Pack, options: ImportOptions | None = None, whole_of: Whole = itself
) -> Import:
    """What importing these sheets into a pack would do. `whole_of` finds an expansion's game: see `Workspace.whole`.

    Raises FindingsError for faults of cells and of the cards that they make, and UsageError for options that don't fit.
    """
    with without_garbage_collection():
        return _Planning(pack, options or ImportOptions(), whole_of).planned(sheets)


class _Planning:
    """An import as it is planned."""

    def __init__(self, pack: Pack, options: ImportOptions, whole_of: Whole) -> None:
        self.pack, self.options = pack, options
        self.own = pack.game_id if pack.is_expansion else ""
        self.changes = Changes(pack, whole=whole_of)
        self.done = Import(pack.root)
        self.faults: list[Diagnostic] = []
        self.rows: dict[str, SheetRow] = {}  # of each card, by its id
        self._open()

    def _open(self) -> None:
        """Check the pack with the changes so far."""
        self.checked = self.changes.checked()
        if not self.checked.words or not self.checked.card_schema:
            raise FindingsError([d for d in self.checked.diagnostics if d.severity == "error"])
        self.forms = self.checked_forms = forms_of(self.checked.card_schema, self.checked.words)
        self.properties = mapping(self.checked.card_schema.get("properties"))

    # The plan

    def planned(self, sheets: Sequence[Sheet]) -> Import:
        """All that would be done."""
        self.map_path, self.map_text, map_ = self._map()
        self._learn(map_, sheets)
        tables = self._tables(sheets, map_)
        if self.options.add:
            map_ = self._with_fields(tables, map_)
            self._learn(map_, sheets)
        self._refuse_unknown_fields(tables, map_)
        imported: dict[str, list[SheetRow]] = {}
        for table in tables:
            columns = self._columns(table, map_)
            self._refuse_what_is_lacking(table, columns, map_)
            map_, table = self._filled_down(table, columns, map_)  # noqa: PLW2901 - it is another table then
            self.done.columns.append((table, columns))
            self.done.notes += [*table.sheet.notes, *table.notes]
            usual_set = self._set_of(table, columns, map_, alone=len(tables) == 1)
            for row in (SheetRow(table, row, columns) for row in table.rows):
                imported.setdefault(self._set_of_row(row, usual_set), []).append(row)
        self._with_sets(imported)
        self.done.rows = sum(map(len, imported.values()))
        self.done.sets = list(imported)
        schema = self.checked.card_schema
        values = CardValues(self.forms, self.checked_forms, schema, self.pack.others, self.faults)
        for set_id, rows in imported.items():
            self._import_set(set_id, rows, values, map_.fill)
        if values.in_languages and not self.faults:
            checked = self.changes.checked()
            for language, cells in values.in_languages.items():
                self.faults += with_language(self.changes, checked, language, cells, self.done.notes)
        self._check(map_)
        return self.done

    def _learn(self, map_: ColumnMap, sheets: Sequence[Sheet]) -> None:
        """Add the author's own words for values to the forms of cells, and forms of texts in other languages."""
        for name in map_.words:
            if name in self.forms:
                form = self.forms[name]
                self.forms[name] = replace(form, words={**form.words, **map_.words_of(name)})
        headings = dict.fromkeys(cell for sheet in sheets for row in sheet.rows[:LOOKED_AT] for cell in row if cell)
        self.forms = forms_in_languages(self.forms, map_.columns, headings, self.checked.language)

    def _columns(self, table: Table, map_: ColumnMap) -> list[SheetColumn]:
        return match_columns(table.columns.values(), self.forms, map_, self.checked.language)

    def _refuse_unknown_fields(self, tables: Sequence[Table], map_: ColumnMap) -> None:
        """Raises FindingsError for fields that the map names for columns here, and that cards do not have."""
        there = {fold(heading) for table in tables for heading in table.columns.values()}
        shown = self.pack.shown(MAP_FILE) if self.options.map_file is None else str(self.options.map_file)
        document = parse(self.map_text, shown)
        faults = [
            Diagnostic(
                "unknown-value",
                f'"{name}" is not a field of cards',
                document.span(("columns", heading)),
                suggestion(name, [one for one, form in self.forms.items() if form.readable], "fields"),
            )
            for heading, name in map_.columns.items()
            if fold(heading) in there and name not in self.forms
        ]
        if faults:
            raise FindingsError(faults)

    def _map(self) -> tuple[Path, str, ColumnMap]:
        """The file of the map, its text, and what it says. Raises FindingsError."""
        path = self.options.map_file or self.pack.root / MAP_FILE
        if not (path.exists() if self.options.map_file else MAP_FILE in self.pack.files):
            return path, "", ColumnMap()
        document = load(path) if self.options.map_file else self._written(MAP_FILE)
        found = document.diagnostics or bundled_schema("import").diagnostics(document)
        if found and (document.data is not None or document.diagnostics):
            raise FindingsError(found)
        map_ = map_from(document.data)
        columns = {fold(heading): heading for heading in map_.columns}
        if twice := [(at, columns[fold(one)]) for at, one in enumerate(map_.ignore) if fold(one) in columns]:
            raise FindingsError(
                Diagnostic(
                    "repeated-item",
                    f'"{heading}" is in `columns`, and to be left out, too',
                    document.span(("ignore", at)),
                    f"remove it here, or `{heading}: {map_.columns[heading]}` above",
                )
                for at, heading in twice
            )
        return path, document.text, map_

    def _tables(self, sheets: Sequence[Sheet], map_: ColumnMap) -> list[Table]:
        """The tables of the sheets that are wanted. Raises UsageError and FindingsError where there is none."""
        sheets = chosen(sheets, self.options.sheets)
        known = known_headings(self.forms, map_)
        found = []
        for sheet in sheets:
            table = table_of(sheet, known)
            columns = self._columns(table, map_) if table else []
            if table and table.rows and any(column.field == "name" for column in columns):
                found.append(table)
            elif len(sheets) == 1 or sheet.name in self.options.sheets:
                raise FindingsError([_no_table(sheet, table)])
            else:
                self.done.notes.append(f'{sheet.path}: the sheet "{sheet.name}" is left out: it has no column of names')
        if not found:
            raise FindingsError([_no_table(sheets[0], None)])
        return found

    def _filled_down(self, table: Table, columns: Sequence[SheetColumn], map_: ColumnMap) -> tuple[ColumnMap, Table]:
        """The map with the columns to fill down, and the filled table. Other columns that seem to need it are noted."""
        wanted = set(map(fold, self.options.fill_down))
        asked = {column.field: DOWN for column in columns if fold(column.heading) in wanted and column.field}
        map_ = replace(map_, fill={**map_.fill, **asked})
        down = [column.place for column in columns if map_.fill.get(column.field) == DOWN]
        for column in columns:
            closed = column.field in self.forms and (self.forms[column.field].words or column.field == "set")
            if closed and column.place not in down and is_sparse([row.cells[column.place] for row in table.rows]):
                self.done.sparse.append(column.heading)
        return map_, filled_down(table, down) if down else table

    def _refuse_what_is_lacking(self, table: Table, columns: Sequence[SheetColumn], map_: ColumnMap) -> None:
        """Raises FindingsError where no column and no `fill` has a field that every card needs."""
        filled = {column.field.split(".")[0] for column in columns}
        known = {*self.checked.ids, *(fold(text(card.definition.get("name"))) for card in self.checked.cards)}
        rows = (SheetRow(table, row, columns) for row in table.rows)
        if all({self._keys_of(row)[0], fold(self._keys_of(row)[2])} & known for row in rows):
            return
        faults = []
        for name in texts(self.checked.card_schema.get("required")):
            if name in (*filled, *map_.fill, "id", "number"):
                continue
            form = self.forms.get(name)
            choices = list(form.names) if form else []
            if len(choices) == 1:
                continue
            message = f'no column holds "{name}", which every card needs'
            first = choices[0] if choices else "..."
            help_ = f"say in {MAP_FILE} which does, or what new cards say there: fill: {{{name}: {first}}}"
            help_ += f"; {name}: {some_of(choices)}" if choices else ""
            faults.append(table.sheet.fault("missing-key", message, table.header, next(iter(table.columns)), help_))
        if faults:
            raise FindingsError(faults)

    # Sets

    def _set_of(self, table: Table, columns: Sequence[SheetColumn], map_: ColumnMap, *, alone: bool) -> str:
        """The set of a table's cards, or the name of a new set. Raises UsageError where several sets are possible."""
        words, sheet = self.forms["set"].words, table.sheet.name
        if self.options.set_name:
            return self._known_set(self.options.set_name)
        if sheet in map_.sets:
            return map_.sets[sheet]
        if fold(sheet) in words:
            return words[fold(sheet)]
        own = list(mapping(mapping(self.pack.game_document.data).get("sets")))
        if len(own) == 1 and (alone or not sheet):
            return own[0]
        if any(column.field == "set" for column in columns):
            return ""
        if sheet and not alone:
            return self._known_set(sheet)
        raise UsageError(f"{table.sheet.path} may be any of the sets {some_of(own)}", "--set SET says which")

    def _known_set(self, name: str) -> str:
        """The id of the set with that id, name or code; any other name is that of a new set."""
        words = self.forms["set"].words
        if fold(name) in words:
            return words[fold(name)]
        if meant := near(name, {*words.values(), *words}, n=1):
            sets = suggestion(name, self.forms["set"].names, "sets")
            raise UsageError(f'there is no set "{name}"', f'did you mean "{words.get(meant[0], meant[0])}"? {sets}')
        if not slug(name):
            raise UsageError(f'"{name}" has no letter or digit to make an id from', "--set names a set")
        return name

    def _set_of_row(self, row: SheetRow, usual: str) -> str:
        """The set that a row names; `usual`, that of its table, where it names none."""
        column = row.column("set")
        cell = row.cell(column) if column else ""
        if not cell:
            return usual
        found = self.forms["set"].words.get(fold(unguarded(cell)))
        if found is None:
            listed = suggestion(cell, self.forms["set"].names, "sets")
            self.faults.append(row.fault("unknown-set", f'there is no set "{cell[:80]}"', column, listed))
        return found or usual

    def _with_sets(self, imported: dict[str, list[SheetRow]]) -> None:
        """Name new sets in game.yaml, and call them by their ids."""
        known = self.checked.vocabulary("sets")
        for name in [name for name in imported if name and name not in known]:
            set_id = slug(name)
            document = self._document(self.pack.manifest) or self.pack.game_document
            self.changes.texts[self.pack.manifest] = with_set(document, set_id, name)
            imported[set_id] = imported.pop(name)
            self.done.notes.append(f'"{name}" is a new set, {set_id}')
        if "" in imported:
            row = imported[""][0]
            fault = row.fault("unknown-set", "this row names no set", row.column("set"), "--set SET says which")
            raise FindingsError([*self.faults, fault])

    # Cards

    def _import_set(self, set_id: str, rows: Sequence[SheetRow], reader: CardValues, fill: Mapping[str, Data]) -> None:
        """Put the rows of a set into its files."""
        cards = [card for card in self.checked.cards if card.set_id == set_id and card.pack == self.own]
        matched = matched_rows(list(map(self._keys_of, rows)), cards, self.checked, set_id, self.rows)
        changes: dict[str, dict[int, dict[str, Data | Removed]]] = {}
        added: list[dict[str, Data]] = []
        readable = self._readable(cards)
        for row, one in zip(rows, matched, strict=True):
            values = reader.of(row, one, readable)
            self.rows |= {one.id: row, text(values.get("id")) or one.id: row}
            if one.card is None:
                added.append(reader.of_new_card(one, values, fill))
                self.done.new.append(one.id)
            elif values:
                changes.setdefault(self.changes.named(one.card.document.path), {})[one.card.index] = values
                self.done.changed.append(one.id)
        found_ids = {one.card.id for one in matched if one.card}
        missing = [card for card in cards if card.id not in found_ids]
        self.done.missing += [card.id for card in missing]
        removed: dict[str, list[int]] = {}
        for card in missing if self.options.remove_missing else ():
            removed.setdefault(self.changes.named(card.document.path), []).append(card.index)
        self._write(set_id, cards, changes, removed, added)

    def _keys_of(self, row: SheetRow) -> RowKeys:
        """The id, the number and the name that a row says; a card's id may be written as `Some Id` or `SOME_ID`."""
        cells = {column.field: unguarded(row.cell(column)) for column in row.columns if column.field}
        number = read_cell(self.forms["number"], cells.get("number", ""))
        card_id = cells.get("id", "")
        same = slug(card_id)
        return same if same in self.checked.ids else card_id, whole(number), cells.get("name", "")

    def _readable(self, cards: Sequence[CardSource]) -> Mapping[str, Mapping[str, Data]]:
        """The cards' data by id, with texts that are made of abilities."""
        abilities, language = self.checked.abilities, self.checked.language
        translations = self.pack.shown("locales/")
        elsewhere = (one for one in self.checked.diagnostics if one.severity == "error")
        if not all(one.span and one.span.path.startswith(translations) for one in elsewhere):
            return {card.id: card.definition for card in cards}
        return {card.id: abilities.compiled(card.definition, language) for card in cards}

    def _write(
        self,
        set_id: str,
        cards: Sequence[CardSource],
        changes: Mapping[str, Mapping[int, Mapping[str, Data | Removed]]],
        removed: Mapping[str, Sequence[int]],
        added: Sequence[Mapping[str, Data]],
    ) -> None:
        """Plan the texts of a set's files."""
        usual = f"sets/{set_id}/cards.yaml"
        there = [self.changes.named(card.document.path) for card in cards]
        grows = there[-1] if there and usual not in self.pack.files else usual
        schema = {"type": "array", "items": dict(self.checked.card_schema)}
        for name in dict.fromkeys([*changes, *removed, *([grows] if added else [])]):
            document = self._document(name)
            more = added if name == grows else ()
            others = changes.get(name, {}), removed.get(name, ())
            try:
                if document is None:
                    made = with_items(parse(self._modeline(name), name), *others, more)
                else:
                    made = with_items(document, *others, more, schema)
            except CannotEditError as error:
                raise FindingsError([error.diagnostic(self.pack.shown(name))]) from None
            self.changes.texts[name] = made

    def _modeline(self, name: str) -> str:
        if "card.schema.json" in self.pack.files:
            return "# yaml-language-server: $schema=../../card.schema.json\n"
        return modeline(self.pack.root, name, card_schemas(self.checked))

    # The card schema and the map

    def _with_fields(self, tables: Sequence[Table], map_: ColumnMap) -> ColumnMap:
        """The map with columns that become fields of the card schema, which is changed for them."""
        if "card.schema.json" not in self.pack.files:
            raise UsageError("this pack has no card.schema.json of its own to add fields to", "leave --add out")
        written = self.changes.text("card.schema.json")
        new, fields = with_fields(written, tables, self.options.add, self.properties)
        self.changes.texts["card.schema.json"] = new
        self._open()
        self.done.notes += [f'"{heading}" is a field of cards now: {name}' for heading, name in fields.items()]
        ignore = [heading for heading in map_.ignore if heading not in fields]
        return replace(map_, columns={**map_.columns, **fields}, ignore=ignore)

    # What is there, and what would be

    def _document(self, name: str) -> Document | None:
        """A file with the changes so far; None where there is none."""
        if name in self.changes.texts:
            return parse(self.changes.texts[name], self.pack.shown(name))
        if name not in self.pack.files:
            return None
        shown_name = self.pack.shown(name)
        card = next((card for card in self.checked.cards if card.document.path == shown_name), None)
        return card.document if card else self._written(name)

    def _written(self, name: str) -> Document:
        """A file as it is in the pack. Raises FindingsError where it is no text."""
        path = self.pack.shown(name)
        written, problems = decode(self.pack.files[name], path)
        if problems:
            raise FindingsError(problems)
        return parse(written, path)

    def _may_be_renamed(self, map_: ColumnMap, columns: Sequence[SheetColumn]) -> list[str]:
        """Headings that may be new names for columns of the map; a note is added for each."""
        filled = {column.field for column in columns}
        gone = {heading: name for heading, name in map_.columns.items() if name in self.forms and name not in filled}
        new = [column.heading for column in columns if not column.field and column.how != "map"] if gone else []
        if new:
            self.done.notes.append(
                f"no column is called {some_of(list(gone))}, so what cards say there stays; "
                f"if {some_of(new)} is its new name, write that in {MAP_FILE}"
            )
        return new

    def _check(self, map_: ColumnMap) -> None:
        """Check the pack as it would be. Raises FindingsError, with the faults of cards at their cells."""
        columns = [column for _, listed in self.done.columns for column in listed]
        renamed = self._may_be_renamed(map_, columns)
        map_text = with_new_columns(self.map_text, map_, (one for one in columns if one.heading not in renamed))
        map_text = with_fill(map_text, map_.fill)
        if map_text != self.map_text:
            if self.options.map_file is None:
                self.changes.texts[MAP_FILE] = map_text
            else:
                before = self.map_path.read_bytes() if self.map_path.exists() else None
                self.done.files[self.map_path] = (before, encode_like(map_text, before or b""))
                self.done.names[self.map_path] = str(self.map_path)
        changed = self.changes.changed
        texts_ = {name: self.changes.texts[name] for name in changed}
        checked = self.changes.checked() if changed else self.checked
        places = CellsOfCards(self.pack, texts_, self.rows)
        found = [places.moved(fault) for fault in checked.diagnostics]
        spoiled = set(map(_line_of, self.faults))
        others = [one for one, at_cell in found if not (at_cell and _line_of(one) in spoiled)]
        if self.faults or has_errors(others):
            raise FindingsError([*self.faults, *(one for one in others if one.severity == "error")])
        self.done.warnings = [one for one, at_cell in found if at_cell]
        self.done.texts = texts_
        self.done.files |= self.changes.files
        self.done.names |= {inside(self.pack.root, name): self.pack.shown(name) for name in changed}


def _line_of(fault: Diagnostic) -> tuple[str, int]:
    return (fault.span.path, fault.span.line) if fault.span else ("", 0)


def _no_table(sheet: Sheet, table: Table | None) -> Diagnostic:
    """Why a sheet can't be read as cards."""
    row = table.header if table else next(index for index, row in enumerate(sheet.rows) if any(row))
    message = "no column holds the names of cards"
    if table and not table.rows:
        message = "there is no card below this header"
    headings = some_of([one for one in (table.columns.values() if table else sheet.rows[row]) if one.strip()])
    help_ = f'call one "Name", or say in {MAP_FILE} which it is: columns: {{Heading: name}}; headings: {headings}'
    return sheet.fault("bad-spreadsheet", message, row, 0, help_)
