"""Writes import.yaml, the map of a spreadsheet, and columns that become fields into a card schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from builder.diagnostics import UsageError, suggestion
from builder.documents.data import Data, mapping
from builder.documents.editing import CannotEditError, insert_key, set_values, to_yaml
from builder.documents.reading import parse
from builder.naming import fold, free, slug
from builder.spreadsheets.columns import MAP_FILE, ColumnMap, SheetColumn
from builder.spreadsheets.inferring import inferred
from builder.spreadsheets.tables import Table

_OPENING = """\
# Which column of the spreadsheet is which field of a card. `arsenal import` reads this and adds what is new;
# `arsenal export --to csv` writes the same columns. Change what you like.
"""
_REFUSED = f"{MAP_FILE} is written in a way that it can't be added to by itself"
LAST_FIELDS = ("text", "flavor", "art", "artist", "copies", "deckbuilding", "aliases", "errata")  # of every game


def with_new_columns(written: str, map_: ColumnMap, found: Iterable[SheetColumn]) -> str:
    """The text of a map to which the columns of a spreadsheet that it lacks are added.

    Raises UsageError where the map is written so that only its author can add to it.
    """
    columns, ignore = dict(map_.columns), list(map_.ignore)
    for column in found:
        heading = column.heading
        if fold(heading) in map(fold, columns if column.field else (*ignore, *columns)):
            continue
        if column.field:
            columns[heading] = column.field
        else:
            ignore.append(heading)
    try:
        if not written.strip():
            return _OPENING + to_yaml({"columns": columns, **({"ignore": ignore} if ignore else {})})
        return _added(written, columns, ignore)
    except CannotEditError:
        lines = ", ".join(f"{heading}: {name}" for heading, name in columns.items() if heading not in map_.columns)
        raise UsageError(_REFUSED, f"write there: {lines}"[:400]) from None


def with_fill(written: str, fill: Mapping[str, Data]) -> str:
    """The text of a map with the values that fields are filled with. Raises UsageError as `with_new_columns` does."""
    there = mapping(mapping(parse(written, MAP_FILE).data).get("fill"))
    new = {name: value for name, value in fill.items() if name not in there}
    if not new:
        return written
    try:
        if not there:
            return insert_key(parse(written, MAP_FILE), ("fill",), new)
        return set_values(written, {("fill", name): value for name, value in new.items()})
    except CannotEditError:
        raise UsageError(_REFUSED, f"write there: {to_yaml({'fill': new})}") from None


def _added(written: str, columns: Mapping[str, str], ignore: Sequence[str]) -> str:
    there = mapping(parse(written, MAP_FILE).data)
    listed = mapping(there.get("columns"))
    if not listed and columns and there:
        written = set_values(written, {("columns",): dict(columns)})
    elif not listed and columns:
        written += to_yaml({"columns": columns})
    else:
        for heading, name in columns.items():
            if heading not in listed:
                written = insert_key(parse(written, MAP_FILE), ("columns", heading), name)
            elif listed[heading] != name:
                written = set_values(written, {("columns", heading): name})
    now = there.get("ignore") or []
    if list(ignore) == now:
        return written
    if "ignore" in there:
        return set_values(written, {("ignore",): list(ignore)})
    return insert_key(parse(written, MAP_FILE), ("ignore",), list(ignore)) if ignore else written


def with_fields(
    written: str, tables: Sequence[Table], headings: Sequence[str], properties: Mapping[str, Data]
) -> tuple[str, dict[str, str]]:
    """The text of a card schema with fields for these columns, and their names by the headings.

    Raises UsageError for a heading that no table has, and where only its author can change the schema.
    """
    fields: dict[str, str] = {}
    for wanted in headings:
        heading, cells = _column(wanted, tables)
        name = free(slug(heading) or "field", {*properties, *fields.values()})
        written = with_property(written, name, inferred(cells).schema(heading))
        fields[heading] = name
    return written, fields


def with_property(written: str, name: str, schema: Mapping[str, Data]) -> str:
    """The text of a card schema with one more property, above those of every game. Raises UsageError."""
    refused = UsageError(
        f'"{name}" can\'t be added to card.schema.json by itself',
        f"write there: {json.dumps({name: schema}, ensure_ascii=False)[:300]}",
    )
    try:
        data = json.loads(written)
        listed = data["items"]["properties"]
        document = parse(written, "card.schema.json")
        before = next((key for key in LAST_FIELDS if key in listed), list(listed)[-1])
        place = document.key_span(("items", "properties", before))
        lines = written.split("\n")
        line, at = lines[place.line - 1].rstrip("\r"), place.column - 1
        indent = line[:at] if not line[:at].strip() else "      "
        inner = json.dumps(schema, ensure_ascii=False, indent=2).replace("\n", f"\n{indent}")
        lines[place.line - 1] = f"{line[:at]}{json.dumps(name)}: {inner},\n{indent}{line[at:].lstrip()}"
        result = "\n".join(lines)
        listed[name] = schema
        if json.loads(result) != data:
            raise refused
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        raise refused from None
    return result


def _column(wanted: str, tables: Sequence[Table]) -> tuple[str, list[str]]:
    """The heading of a column as it is written, and its cells. Raises UsageError where there is none."""
    for table in tables:
        for place, heading in enumerate(table.columns.values()):
            if fold(heading) == fold(wanted):
                return heading, [row.cells[place] for row in table.rows]
    headings = [heading for table in tables for heading in table.columns.values()]
    raise UsageError(f'no column is called "{wanted}"', suggestion(wanted, headings, "columns"))
