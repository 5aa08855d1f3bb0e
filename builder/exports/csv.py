"""Cards as CSV, a row a card, for spreadsheets.

Source of the format: RFC 4180, with the UTF-8 mark that spreadsheets look for. A pack that was imported from a
spreadsheet is written with the columns of that one, so that it can be imported again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence

from builder.diagnostics import FindingsError
from builder.documents.data import Data, mapping, value_in
from builder.documents.reading import load
from builder.exports import Bundle, Exported, Target, lost, lost_of_lists
from builder.games import Game
from builder.games.fields import for_readers
from builder.spreadsheets.cells import Form, forms_of, guarded, shown, write_cell
from builder.spreadsheets.columns import MAP_FILE, map_from, split_field


def export(bundle: Bundle) -> Exported:
    """A column for each field of the game's card schema; amounts by name have a column each (`cost.oil`).

    If the pack has an import.yaml, the columns of that map come first, with their headings.
    """
    columns, definitions, rows = _table(bundle)
    mapped = _mapped(bundle.game) if bundle.deck is None else {}
    taken = set(mapped.values())
    columns = [c for c in columns if any(c in row for row in rows) and c not in taken and c.split(".")[0] not in taken]
    if mapped and len({card.set_id for card in bundle.cards}) == 1:
        columns = [c for c in columns if c != "set"]
    left_out = sorted({key for row in rows for key in row} - {*columns, *taken, "set"})
    left_out = [key for key in left_out if key.split(".")[0] not in taken]
    counts = bundle.counts
    forms = forms_of(bundle.game.card_schema, bundle.game.definition) if mapped else {}
    translated = {name: split_field(name, forms) for name in mapped.values()}
    entries = {language: bundle.entries(language) for _, language in translated.values() if language}
    heads = (["count"] if bundle.deck else []) + [guarded(heading) for heading in (*mapped, *columns)]
    lines = []
    for card, definition, row in zip(bundle.cards, definitions, rows, strict=True):
        own = [
            _cell(forms.get(field), value_in(mapping(entries[language].get(card.id)), field))
            if language
            else _cell(forms.get(name), value_in({**definition, "set": card.set_id}, name))
            for name, (field, language) in translated.items()
        ]
        counted = [str(counts[card.id])] if bundle.deck else []
        lines.append(counted + own + [_cell(None, row.get(column)) for column in columns])
    losses = [lost("columns", names=", ".join(left_out))] if left_out else []
    return Exported(b"\xef\xbb\xbf" + _csv([heads, *lines]), [*losses, *lost_of_lists(bundle, "csv")])


def rows_of(bundle: Bundle) -> tuple[list[str], list[dict[str, Data]], list[str]]:
    """The columns that the cards fill, a row for each card, and what no column holds, in sentences."""
    columns, _, rows = _table(bundle)
    columns = [c for c in columns if any(c in row for row in rows)]
    left_out = sorted({key for row in rows for key in row} - set(columns))
    return columns, rows, [lost("columns", names=", ".join(left_out))] if left_out else []


def written(columns: Sequence[str], rows: Sequence[Mapping[str, Data]]) -> bytes:
    """A table as CSV for programs that print its cells: without a byte order mark, and with all texts as they are."""
    return _csv([columns, *([shown(row.get(column)) for column in columns] for row in rows)])


def _table(bundle: Bundle) -> tuple[list[str], list[Mapping[str, Data]], list[dict[str, Data]]]:
    """The columns of the game's fields, each card's data, and the same as rows."""
    columns = [name for name, field in bundle.game.fields.items() if field.kind != "tally"]
    definitions = [mapping(for_readers(dict(card.definition), bundle.game.card_schema)) for card in bundle.cards]
    rows = [{"set": card.set_id, **dict(_flat(one))} for card, one in zip(bundle.cards, definitions, strict=True)]
    return columns, definitions, rows


def _csv(lines: Sequence[Sequence[str]]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(lines)
    return out.getvalue().encode()


def _mapped(game: Game) -> dict[str, str]:
    """The fields of the columns of the spreadsheet that a game was imported from, by their headings."""
    path = game.root / MAP_FILE
    if not path.is_file():
        return {}
    document = load(path)
    if document.diagnostics:
        raise FindingsError(document.diagnostics)
    forms = forms_of(game.card_schema, game.definition)
    found: dict[str, str] = {}
    for heading, name in map_from(document.data).columns.items():
        if (name in forms or split_field(name, forms)[1]) and name not in found.values():
            found[heading] = name
    return found


def _flat(definition: Mapping[str, Data], prefix: str = "") -> Iterator[tuple[str, Data]]:
    for key, value in definition.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _cell(form: Form | None, value: Data) -> str:
    """A value as its author would write it in a spreadsheet; an apostrophe before a text that it would run."""
    cell = write_cell(form, value)
    return cell if isinstance(value, int | float) else guarded(cell)


TARGET = Target("csv", "", ".csv", export)
