"""Cards as CSV, a row a card, for spreadsheets.

Source of the format: RFC 4180, with the UTF-8 mark that spreadsheets look for.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from builder.documents.data import Data, mapping
from builder.exports import Bundle, Exported, Target
from builder.games.fields import told

_FORMULA = frozenset("=+-@＝＋－＠\t\r\n")  # also in full width, which spreadsheets take for the same


def export(bundle: Bundle) -> Exported:
    """A column a field of the game's card schema; amounts by name have a column each (`cost.oil`)."""
    columns, rows, losses = rows_of(bundle)
    counts = bundle.counts
    if bundle.deck:
        columns = ["count", *columns]
        rows = [{"count": counts[card.id], **row} for card, row in zip(bundle.cards, rows, strict=True)]
    if bundle.deck and len(bundle.deck.sections) > 1:
        losses.append("the deck's sections are added together: csv has one count a card")
    if bundle.deck and bundle.deck.dice:
        losses.append("the deck's crafted dice are left out")
    return Exported(b"\xef\xbb\xbf" + written(columns, rows), losses)


def rows_of(bundle: Bundle) -> tuple[list[str], list[dict[str, Data]], list[str]]:
    """The columns that the cards fill, a row for each card, and what no column holds, in sentences."""
    columns = [name for name, field in bundle.game.fields.items() if field.kind != "tally"]
    rows = [
        {"set": card.set_id, **dict(_flat(mapping(told(dict(card.definition), bundle.game.card_schema))))}
        for card in bundle.cards
    ]
    columns = [c for c in columns if any(c in row for row in rows)]
    lost = sorted({key for row in rows for key in row} - set(columns))
    losses = [f"no column holds {', '.join(lost)}"] if lost else []
    return columns, rows, losses


def written(columns: Sequence[str], rows: Sequence[Mapping[str, Data]]) -> bytes:
    """A table as CSV, without a mark; nothing in it is run by a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([_cell(column) for column in columns])
    writer.writerows([_cell(row.get(column)) for column in columns] for row in rows)
    return out.getvalue().encode()


def _flat(definition: Mapping[str, Data], prefix: str = "") -> Iterator[tuple[str, Data]]:
    for key, value in definition.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _cell(value: Data) -> str:
    """A value as a spreadsheet shows it; an apostrophe makes plain what it would run as a formula."""
    if isinstance(value, list):
        lists = any(isinstance(item, list) for item in value)  # such as a die's faces
        shown = (" | " if lists else ", ").join(map(_words, value))
    else:
        shown = _words(value)
    is_text = not isinstance(value, int | float)
    return f"'{shown}" if is_text and _runs(shown) else shown


def _words(value: Data) -> str:
    """A value in a line of words, however much it holds."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_words(inner)}".strip() for key, inner in value.items())
    if isinstance(value, list):
        return " ".join(map(_words, value))
    return str(value)


def _runs(text: str) -> bool:
    """Whether a spreadsheet may take the text for a formula: by its first character that is seen."""
    return next((c for c in text if c in _FORMULA or not _unseen(c)), "") in _FORMULA


def _unseen(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) in ("Cc", "Cf")


TARGET = Target("csv", "CSV, a row a card", ".csv", export)
