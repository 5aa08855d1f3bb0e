"""Starts a game from a spreadsheet: its words, its card schema and its cards are inferred from the cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from builder.authoring.columnmaps import LAST_FIELDS, with_new_columns
from builder.authoring.importing import Import, ImportOptions, plan_import
from builder.authoring.inferring import (
    OF_EVERY_GAME,
    InferredGame,
    heading_of,
    headings_of,
    infer,
    language_of_names,
    name_heading,
)
from builder.authoring.new import COMMON, TEMPLATE, as_json, id_of, new_folder, root_of, schemas_of_game, with_face
from builder.diagnostics import FindingsError
from builder.documents.data import Data
from builder.documents.editing import to_yaml
from builder.naming import fold, slug
from builder.packs.pack import in_memory
from builder.spreadsheets.columns import MAP_FILE, USUAL, ColumnMap, SheetColumn
from builder.spreadsheets.sheets import Sheet
from builder.spreadsheets.tables import Table, is_sparse, table_of

_ORDER = ("id", "number", "name", "faction", "type", "rarity", "cost")
_LAST = ("keywords", *LAST_FIELDS)
_FORMAT = """\
# yaml-language-server: $schema=../.vscode/schemas/format.schema.json
name: Standard
description: Any cards, as many of each as you like. Say here what a legal deck is.
"""


@dataclass
class Started:
    """A game that was started: the files in its folder, what became of each column, and the import of its cards.

    `columns` are headings with their fields and what these are; the field is empty for a column that is left out.
    """

    paths: list[Path] = field(default_factory=list)
    columns: list[tuple[str, str, str]] = field(default_factory=list)
    done: Import = field(default_factory=lambda: Import(Path()))
    notes: list[str] = field(default_factory=list)


def new_game_from(
    name: str,
    sheets: Sequence[Sheet],
    parent: Path,
    pictures_from: Path | None = None,
    fill_down: Sequence[str] = (),
    ask: Callable[[str], bool] = lambda _: False,
    face: str = "",
) -> Started:
    """Make a folder for a new game in `parent`, with the cards of these sheets.

    Pictures that a column names are copied from `pictures_from`. In columns whose headings are in `fill_down`, an empty
    cell has the value of the cell above it; for other columns that look like this, `ask` is called with the heading.
    Raises UsageError for a game that can't be made, FindingsError for faults of cells.
    """
    root = root_of(name, parent)
    files, started = plan_game_from(name, root, sheets, pictures_from, fill_down, face)
    if more := [heading for heading in started.done.sparse if ask(heading)]:
        files, started = plan_game_from(name, root, sheets, pictures_from, [*fill_down, *more], face)
    started.paths = new_folder(root, files)
    return started


def plan_game_from(
    name: str,
    root: Path,
    sheets: Sequence[Sheet],
    pictures_from: Path | None = None,
    fill_down: Sequence[str] = (),
    face: str = "",
) -> tuple[dict[str, bytes], Started]:
    """The files of a new game with the cards of these sheets, by their paths in its folder `root`."""
    game = InferredGame()
    tables = _tables(game, sheets)
    infer(game, tables, pictures_from)
    down = {*fill_down, *_types_that_are_above(game, tables)}
    files = {path: text.encode() for path, text in with_face(_base(name, game, tables), face, _rank_of(game)).items()}
    files |= game.pictures
    options = ImportOptions(fill_down=sorted(down))
    done = plan_import([table.sheet for table in tables], in_memory(root, files), options)
    files |= {path: text.encode() for path, text in done.texts.items()}
    fields = {heading: game.columns.get(heading, "") for heading in headings_of(tables)}
    columns = [(heading, name, game.kinds.get(name, "left out")) for heading, name in fields.items()]
    return files, Started([], columns, done, game.notes)


def _types_that_are_above(game: InferredGame, tables: Sequence[Table]) -> Iterator[str]:
    """The heading of the types if most of its cells are empty below a value, since every card needs a type."""
    heading = heading_of(game, "type")
    for table in tables:
        place = {fold(found): place for place, found in enumerate(table.columns.values())}.get(fold(heading))
        if heading and place is not None and is_sparse([row.cells[place] for row in table.rows]):
            game.notes.append(f"an empty cell of {heading} says what the one above it says")
            yield heading


def _tables(game: InferredGame, sheets: Sequence[Sheet]) -> list[Table]:
    """The tables of the sheets that have names of cards; where none has, all tables, with numbers as names.

    Raises FindingsError where there is no table.
    """
    known = {heading for headings in USUAL.values() for heading in headings}
    tables = [table for sheet in sheets if (table := table_of(sheet, known)) and table.rows]
    game.language = language_of_names(tables)
    found = [table for table in tables if name_heading(table, game.language)]
    if not tables:
        message = "no column of this spreadsheet holds the names of cards"
        help_ = "write a row of headings, such as Name, Type and Text, and a row for each card"
        raise FindingsError([sheets[0].fault("bad-spreadsheet", message, 0, 0, help_)])
    if not found:
        numbers = count(1)
        found = [table for one in tables if (table := table_of(_numbered(one, numbers), known))]
        game.notes.append(
            "no column holds the names of cards, which are called Card 1 and so on: "
            "add a column Name before you import the spreadsheet again"
        )
    return found


def _numbered(table: Table, numbers: Iterator[int]) -> Sheet:
    """The table's sheet with names for its cards, by number, in a column of their own."""
    taken = {fold(heading) for heading in table.columns.values()}
    heading = next(word for word in USUAL["name"] if word not in taken).capitalize()
    width = max(map(len, table.sheet.rows))
    cells = {table.header: heading} | {row.index: f"Card {next(numbers)}" for row in table.rows}
    rows = [
        [*row, *[""] * (width - len(row)), cells[index]] if index in cells else row
        for index, row in enumerate(table.sheet.rows)
    ]
    return replace(table.sheet, rows=rows)


# Files


def _rank_of(game: InferredGame) -> str:
    """The field that is the card's rank: one with such a name, or the first number, or else the collector number."""
    plain = {
        name: kind for name, schema in game.properties.items() if (kind := schema.get("type")) in ("string", "integer")
    }
    usual = [name for name in ("rank", "value", "cost", "power", "points") if name in plain]
    return next(iter([*usual, *(name for name, kind in plain.items() if kind == "integer")]), "rank")


def _base(name: str, game: InferredGame, tables: Sequence[Table]) -> dict[str, str]:
    """The files of the game but for its cards."""
    sets = game.words.pop("sets", None) or _sets_of(tables)
    lists = {key: game.words[key] for key in ("types", "factions", "resources", "rarities", "keywords", "symbols")
             if game.words.get(key)}  # fmt: skip
    words: dict[str, Data] = {
        "id": id_of(name), "name": name, "credit": "Designed by me.", "language": game.language,
        "card-size": "standard", "sets": sets, **lists,
    }  # fmt: skip
    columns = [SheetColumn(0, heading, name) for heading, name in game.columns.items()]
    of_sheets = {table.sheet.name: slug(table.sheet.name) for table in tables if slug(table.sheet.name) in sets}
    in_map = to_yaml({"sets": of_sheets}) if len(tables) > 1 and of_sheets else ""
    files = {
        "game.yaml": "# yaml-language-server: $schema=.vscode/schemas/game.schema.json\n" + to_yaml(words),
        "card.schema.json": _card_schema(game),
        MAP_FILE: with_new_columns("", ColumnMap(), columns) + in_map,
        "formats/standard.yaml": _FORMAT,
        **schemas_of_game(),
    }
    for file in ("settings.json", "extensions.json"):
        files[f".vscode/{file}"] = (TEMPLATE / ".vscode" / file).read_text("utf-8")
    return files


def _sets_of(tables: Sequence[Table]) -> dict[str, Data]:
    """The sets: one, or one a sheet."""
    named = {slug(table.sheet.name): table.sheet.name for table in tables}
    if len(tables) == 1 or "" in named:
        return {"core": {"name": "Core"}}
    return {set_id: {"name": called} for set_id, called in named.items()}


def _card_schema(game: InferredGame) -> str:
    """The schema of a file of cards."""
    properties: dict[str, Data] = {key: {"$ref": f"{COMMON}#/$defs/{key}"} for key in OF_EVERY_GAME}
    properties |= game.properties
    order = [*_ORDER, *(key for key in game.properties if key not in (*_ORDER, *_LAST)), *_LAST]
    item = {
        "title": "Card", "type": "object", "additionalProperties": False, "required": ["id", "number", "name", "type"],
        "properties": {key: properties[key] for key in order if key in properties},
    }  # fmt: skip
    comment = "Found out from a spreadsheet; change it as your game grows. Words of game.yaml's lists come from there: "
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": f"{comment}`arsenal sync` writes them.",
        "title": "A file of cards", "type": "array", "items": item,
    }  # fmt: skip
    return as_json(schema)
