"""Imports cards from a spreadsheet: what would change in a pack's files, checked as if it were done, and then written.

Which column is which field is said by `builder.spreadsheets.columns`, what a row says by `cardvalues`. Here rows become
cards, old ones or new, and what is wrong with a card is said at its cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from builder.authoring.cardvalues import CardValues
from builder.authoring.changes import Both, Changes, difference
from builder.authoring.columnmaps import with_fields, with_fill, with_new_columns
from builder.authoring.languages import with_language
from builder.authoring.matching import Asked, CardRow, CellsOfCards, matched_rows
from builder.checks.checked import CardSource
from builder.checks.reading import without_garbage_collection
from builder.diagnostics import Diagnostic, FindingsError, UsageError, near, some_of, suggestion
from builder.documents.data import Data, mapping, text, texts, whole
from builder.documents.document import Document
from builder.documents.editing import CannotEditError, Removed, with_items
from builder.documents.reading import decode, encode_like, load, parse
from builder.naming import fold, slug
from builder.packs.expansions import Whole, itself
from builder.packs.pack import Pack
from builder.schema import bundled_schema
from builder.spreadsheets.cells import Form, forms_of, read_cell, unguarded
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

    `set_name` is the set that the cards belong to, `sheets` the names of those sheets that are read, `map_file` another
    map than the pack's. `add` are headings of columns that become fields of the card schema. Cards that the spreadsheet
    does not have are removed where `remove_missing`. In columns that `fill_down` heads, an empty cell says what the one
    above it says.
    """

    set_name: str = ""
    sheets: Sequence[str] = ()
    map_file: Path | None = None
    add: Sequence[str] = ()
    fill_down: Sequence[str] = ()
    remove_missing: bool = False


@dataclass
class Import:
    """What an import would do: `files` are what it writes, each with what is there (None where there is none).

    `columns` are those of each table, `new`, `changed` and `missing` the ids of cards; those that are missing are
    removed where that was asked for. `notes` and `warnings` are for the user, `sparse` are headings of columns in which
    an empty cell may mean the one above it.
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

    Raises FindingsError for cells, and for cards that they make, with which something is wrong; UsageError for what
    can't be done as said.
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
        self.rows: dict[str, CardRow] = {}  # of each card, by its id
        self._open()

    def _open(self) -> None:
        """Look at the pack as it is by now."""
        self.checked = self.changes.checked()
        if not self.checked.words or not self.checked.card_schema:
            raise FindingsError([d for d in self.checked.diagnostics if d.severity == "error"])
        self.forms = self.checked_forms = forms_of(self.checked.card_schema, self.checked.words)
        self.properties = mapping(self.checked.card_schema.get("properties"))

    # The plan

    def planned(self, sheets: Sequence[Sheet]) -> Import:
        """All that would be done."""
        self.map_path, self.map_text, said = self._map()
        self._learn(said)
        self.forms = self._in_languages(sheets, said)
        tables = self._tables(sheets, said)
        if self.options.add:
            said = self._with_fields(tables, said)
            self._learn(said)
            self.forms = self._in_languages(sheets, said)
        self._refuse_unknown_fields(tables, said)
        imported: dict[str, list[CardRow]] = {}
        for table in tables:
            columns = match_columns(table.columns.values(), self.forms, said, self.checked.language)
            self._refuse_what_is_lacking(table, columns, said)
            said, table = self._filled_down(table, columns, said)  # noqa: PLW2901 - it is another table then
            self.done.columns.append((table, columns))
            self.done.notes += [*table.sheet.notes, *table.notes]
            usual_set = self._set_of(table, columns, said, alone=len(tables) == 1)
            for row in (CardRow(table, row, columns) for row in table.rows):
                imported.setdefault(self._set_of_row(row, usual_set), []).append(row)
        self._with_sets(imported)
        self.done.rows = sum(map(len, imported.values()))
        self.done.sets = list(imported)
        schema = self.checked.card_schema
        values = CardValues(self.forms, self.checked_forms, schema, self.pack.others, self.faults)
        for set_id, rows in imported.items():
            self._import_set(set_id, rows, values, said.fill)
        if values.in_languages and not self.faults:
            checked = self.changes.checked()
            for language, cells in values.in_languages.items():
                self.faults += with_language(self.changes, checked, language, cells, self.done.notes)
        self._check(said)
        return self.done

    def _learn(self, said: ColumnMap) -> None:
        """Put the author's own words to those of their fields."""
        for name in said.words:
            if name in self.forms:
                form = self.forms[name]
                self.forms[name] = replace(form, words={**form.words, **said.words_of(name)})

    def _refuse_unknown_fields(self, tables: Sequence[Table], said: ColumnMap) -> None:
        """Raises FindingsError for fields that the map names for columns here, and that cards do not have."""
        there = {fold(heading) for table in tables for heading in table.columns.values()}
        wanted = {heading: name for heading, name in said.columns.items() if fold(heading) in there}
        shown = self.pack.shown(MAP_FILE) if self.options.map_file is None else str(self.options.map_file)
        document = parse(self.map_text, shown)
        faults = [
            Diagnostic(
                "unknown-value",
                f'"{name}" is not a field of cards',
                document.span(("columns", heading)),
                suggestion(name, [one for one, form in self.forms.items() if form.readable], "fields"),
            )
            for heading, name in wanted.items()
            if name not in self.forms
        ]
        if faults:
            raise FindingsError(faults)

    def _in_languages(self, sheets: Sequence[Sheet], said: ColumnMap) -> dict[str, Form]:
        """The forms of cells, with those of texts in the languages that the map and headings name."""
        headings = dict.fromkeys(cell for sheet in sheets for row in sheet.rows[:LOOKED_AT] for cell in row if cell)
        return forms_in_languages(self.forms, said.columns, headings, self.checked.language)

    def _map(self) -> tuple[Path, str, ColumnMap]:
        """The file of the map, its text, and what it says. Raises FindingsError."""
        path = self.options.map_file or self.pack.root / MAP_FILE
        if self.options.map_file is None:
            if MAP_FILE not in self.pack.files:
                return path, "", ColumnMap()
            document = self._written(MAP_FILE)
        elif not path.exists():
            return path, "", ColumnMap()
        else:
            document = load(path)
        found = document.diagnostics or bundled_schema("import").diagnostics(document)
        if found and (document.data is not None or document.diagnostics):
            raise FindingsError(found)
        said = map_from(document.data)
        columns = {fold(heading): heading for heading in said.columns}
        if twice := [(at, columns[fold(one)]) for at, one in enumerate(said.ignore) if fold(one) in columns]:
            raise FindingsError(
                Diagnostic(
                    "repeated-item",
                    f'"{heading}" is in `columns`, and to be left out, too',
                    document.span(("ignore", at)),
                    f"remove it here, or `{heading}: {said.columns[heading]}` above",
                )
                for at, heading in twice
            )
        return path, document.text, said

    def _tables(self, sheets: Sequence[Sheet], said: ColumnMap) -> list[Table]:
        """The tables of the sheets that are wanted. Raises UsageError and FindingsError where there is none."""
        sheets = chosen(sheets, self.options.sheets)
        known = known_headings(self.forms, said)
        found = []
        for sheet in sheets:
            table = table_of(sheet, known)
            named = table and any(
                column.field == "name"
                for column in match_columns(table.columns.values(), self.forms, said, self.checked.language)
            )
            if table and named and table.rows:
                found.append(table)
            elif len(sheets) == 1 or sheet.name in self.options.sheets:
                raise FindingsError([_no_table(sheet, table)])
            else:
                self.done.notes.append(f'{sheet.path}: the sheet "{sheet.name}" is left out: it has no column of names')
        if not found:
            raise FindingsError([_no_table(sheets[0], None)])
        return found

    def _filled_down(self, table: Table, columns: Sequence[SheetColumn], said: ColumnMap) -> tuple[ColumnMap, Table]:
        """The map with what is asked to be filled down, and the table with it; what else may be meant so is noted."""
        wanted = set(map(fold, self.options.fill_down))
        asked = {column.field: DOWN for column in columns if fold(column.heading) in wanted and column.field}
        said = replace(said, fill={**said.fill, **asked})
        down = [column.place for column in columns if said.fill.get(column.field) == DOWN]
        for column in columns:
            closed = column.field in self.forms and (self.forms[column.field].words or column.field == "set")
            if closed and column.place not in down and is_sparse([row.cells[column.place] for row in table.rows]):
                self.done.sparse.append(column.heading)
        return said, filled_down(table, down) if down else table

    def _refuse_what_is_lacking(self, table: Table, columns: Sequence[SheetColumn], said: ColumnMap) -> None:
        """Raises FindingsError where no column holds what every card needs, and nothing else says it."""
        filled = {column.field.split(".")[0] for column in columns}
        known = {*self.checked.ids, *(fold(text(card.definition.get("name"))) for card in self.checked.cards)}
        rows = (CardRow(table, row, columns) for row in table.rows)
        if all({self._asked(row)[0], fold(self._asked(row)[2])} & known for row in rows):
            return
        faults = []
        for name in texts(self.checked.card_schema.get("required")):
            if name in (*filled, *said.fill, "id", "number"):
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

    def _set_of(self, table: Table, columns: Sequence[SheetColumn], said: ColumnMap, *, alone: bool) -> str:
        """The set of a table's cards, or the name of a new one. Raises UsageError where it may be several."""
        words, sheet = self.forms["set"].words, table.sheet.name
        if self.options.set_name:
            return self._known_set(self.options.set_name)
        if sheet in said.sets:
            return said.sets[sheet]
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
        """The id of a set by its id, name or code; a name that is like none of them is that of a new set."""
        words = self.forms["set"].words
        if fold(name) in words:
            return words[fold(name)]
        if meant := near(name, {*words.values(), *words}, n=1):
            sets = suggestion(name, self.forms["set"].names, "sets")
            raise UsageError(f'there is no set "{name}"', f'did you mean "{words.get(meant[0], meant[0])}"? {sets}')
        if not slug(name):
            raise UsageError(f'"{name}" has no letter or digit to make an id from', "--set names a set")
        return name

    def _set_of_row(self, row: CardRow, usual: str) -> str:
        """The set that a row names, else that of its table."""
        column = row.column("set")
        said = row.cell(column) if column else ""
        if not said:
            return usual
        found = self.forms["set"].words.get(fold(unguarded(said)))
        if found is None:
            listed = suggestion(said, self.forms["set"].names, "sets")
            self.faults.append(row.fault("unknown-set", f'there is no set "{said[:80]}"', column, listed))
        return found or usual

    def _with_sets(self, imported: dict[str, list[CardRow]]) -> None:
        """Name new sets in game.yaml, and call them by their ids."""
        from builder.authoring.new import with_set

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

    def _import_set(self, set_id: str, rows: Sequence[CardRow], said: CardValues, fill: Mapping[str, Data]) -> None:
        """Put the rows of a set into its files."""
        cards = [card for card in self.checked.cards if card.set_id == set_id and card.pack == self.own]
        matched = matched_rows(list(map(self._asked, rows)), cards, self.checked, set_id, self.rows)
        changes: dict[str, dict[int, dict[str, Data | Removed]]] = {}
        added: list[dict[str, Data]] = []
        readable = self._readable(cards)
        for row, one in zip(rows, matched, strict=True):
            values = said.of(row, one, readable)
            self.rows |= {one.id: row, text(values.get("id")) or one.id: row}
            if one.card is None:
                added.append(said.of_new_card(one, values, fill))
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

    def _asked(self, row: CardRow) -> Asked:
        """The id, the number and the name that a row says; a card's id may be written as `Some Id` or `SOME_ID`."""
        said = {column.field: unguarded(row.cell(column)) for column in row.columns if column.field}
        number = read_cell(self.forms["number"], said.get("number", ""))
        card_id = said.get("id", "")
        same = slug(card_id)
        return same if same in self.checked.ids else card_id, whole(number), said.get("name", "")

    def _readable(self, cards: Sequence[CardSource]) -> Mapping[str, Mapping[str, Data]]:
        """What cards say, with texts that are made of abilities, by their ids."""
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
        from builder.authoring.new import card_schemas, modeline

        if "card.schema.json" in self.pack.files:
            return "# yaml-language-server: $schema=../../card.schema.json\n"
        return modeline(self.pack.root, name, card_schemas(self.checked))

    # The card schema and the map

    def _with_fields(self, tables: Sequence[Table], said: ColumnMap) -> ColumnMap:
        """The map with columns that become fields of the card schema, which is changed for them."""
        if "card.schema.json" not in self.pack.files:
            raise UsageError("this pack has no card.schema.json of its own to add fields to", "leave --add out")
        written = self.changes.text("card.schema.json")
        new, fields = with_fields(written, tables, self.options.add, self.properties)
        self.changes.texts["card.schema.json"] = new
        self._open()
        self.done.notes += [f'"{heading}" is a field of cards now: {name}' for heading, name in fields.items()]
        ignore = [heading for heading in said.ignore if heading not in fields]
        return replace(said, columns={**said.columns, **fields}, ignore=ignore)

    # What is there, and what would be

    def _document(self, name: str) -> Document | None:
        """A file as it would be by now; None where there is none."""
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

    def _may_be_renamed(self, said: ColumnMap, columns: Sequence[SheetColumn]) -> list[str]:
        """Headings that may be new ones of columns that the map has; a note says of which."""
        filled = {column.field for column in columns}
        gone = {heading: name for heading, name in said.columns.items() if name in self.forms and name not in filled}
        new = [column.heading for column in columns if not column.field and column.how != "map"] if gone else []
        if new:
            self.done.notes.append(
                f"no column is called {some_of(list(gone))}, so what cards say there stays; "
                f"if {some_of(new)} is its new name, write that in {MAP_FILE}"
            )
        return new

    def _check(self, said: ColumnMap) -> None:
        """Check the pack as it would be; what is wrong with a card is said at its cells. Raises FindingsError."""
        columns = [column for _, listed in self.done.columns for column in listed]
        renamed = self._may_be_renamed(said, columns)
        map_text = with_new_columns(self.map_text, said, (one for one in columns if one.heading not in renamed))
        map_text = with_fill(map_text, said.fill)
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
        errors = [
            one for one, at_cell in found if one.severity == "error" and not (at_cell and _line_of(one) in spoiled)
        ]
        if self.faults or errors:
            raise FindingsError([*self.faults, *errors])
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
    headings = some_of(
        [heading for heading in (table.columns.values() if table else sheet.rows[row]) if heading.strip()]
    )
    help_ = f'call one "Name", or say in {MAP_FILE} which it is: columns: {{Heading: name}}; headings: {headings}'
    return sheet.fault("bad-spreadsheet", message, row, 0, help_)
