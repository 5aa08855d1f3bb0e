"""Puts what a spreadsheet says in other languages into a pack's translations: `locales/fr.yaml`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from builder.authoring.changes import Changes
from builder.authoring.matching import SheetRow
from builder.checks import CheckedPack
from builder.diagnostics import Diagnostic, FindingsError, KeyPath, some_of
from builder.documents.data import Data, mapping, text
from builder.documents.editing import CannotEditError, Removed, set_values, to_yaml
from builder.documents.reading import parse
from builder.schema import bundled_schema
from builder.spreadsheets.columns import SheetColumn
from builder.translations.words import ORIGIN, digest

Cell = tuple[str, SheetRow, SheetColumn]
TextsByCard = dict[str, dict[str, Cell]]  # what cells say in a language, by the ids of cards and by their fields
_MODELINE = "# yaml-language-server: $schema=../.vscode/schemas/locale.schema.json\n"
_SIGNS = str.maketrans("\u2018\u2019\u201c\u201d\u00a0\u202f\u2013\u2212", "''\"\"  --")


def with_language(
    changes: Changes, checked: CheckedPack, language: str, by_card: Mapping[str, Mapping[str, Cell]], notes: list[str]
) -> list[Diagnostic]:
    """Write what cells say into a language's file; returns faults of cells. `checked` is the pack with its new cards.

    Changed entries get the digest of the words that they translate. Raises FindingsError for a file that can't change.
    """
    usual = f"locales/{language}.yaml"
    name = next((name for name in changes.pack.files if name.lower() == usual), usual)  # pt-BR.yaml is there for pt-br
    written = changes.text(name) if name in changes.texts or name in changes.pack.files else ""
    entries = mapping(mapping(parse(written, name).data).get("cards"))
    values: dict[KeyPath, Data | Removed] = {}
    faults: list[Diagnostic] = []
    unsaid: list[str] = []
    for card_id, cells in by_card.items():
        card = checked.ids.get(card_id)
        words = checked.translatable.cards.get(card_id, {})
        own = {field: cell for field, cell in cells.items() if (field,) in words}
        for field in cells.keys() - own.keys():
            made, row, column = cells[field]
            texts = checked.abilities.texts(card.definition, language) if card and field == "text" else {}
            printed = texts.get(("abilities",), "")
            if printed and made and not same_words(made, printed):
                message = other_text(card_id, printed)
                faults.append(row.fault("bad-cell", message, column, f"phrases/{language}.yaml says what they print"))
            elif made and not printed:
                unsaid.append(card_id)
            elif printed and field in mapping(entries.get(card_id)):  # left from before the text was made of abilities
                own[field] = ("", row, column)
        values |= _changed(card_id, mapping(entries.get(card_id)), own, digest(words), is_there=card_id in entries)
    if unsaid:
        why = f"no words of their own, or texts that phrases/{language}.yaml says"
        notes.append(f"cells in {language} of cards that have {why}, are left out: {some_of(unsaid)}")
    if values:
        changes.texts[name] = _written(written, values, changes.pack.shown(name))
    return faults


def same_words(one: str, other: str) -> bool:
    """Whether two texts are the same but for spaces, line breaks, quotation marks and capitals."""
    return _plain(one) == _plain(other)


def other_text(card_id: str, printed: str) -> str:
    """The message for a cell whose text differs from that of a card's abilities."""
    return f'the text of "{card_id}" is made from its abilities, which say: {" ".join(printed.split())}'


def _plain(words: str) -> str:
    text = unicodedata.normalize("NFC", words).translate(_SIGNS).replace("*", "")
    return re.sub(r"\s+", " ", text).strip().rstrip(".").casefold()


def _changed(
    card_id: str, entry: Mapping[str, Data], cells: Mapping[str, Cell], origin: str, *, is_there: bool
) -> dict[KeyPath, Data | Removed]:
    """What changes in the entry of a card, by its place in the file."""
    texts = {field: cell for field, (cell, _, _) in cells.items()}
    differ = {field: cell for field, cell in texts.items() if cell != text(entry.get(field))}
    after = {key: value for key, value in {**entry, **texts}.items() if value and key != ORIGIN}
    if not differ:
        return {}
    if not is_there or not after:
        return {("cards", card_id): {ORIGIN: origin, **after} if after else Removed.REMOVED}
    changes: dict[KeyPath, Data | Removed] = {
        ("cards", card_id, field): cell or Removed.REMOVED for field, cell in differ.items()
    }
    return {**changes, ("cards", card_id, ORIGIN): origin}


def _written(written: str, values: Mapping[KeyPath, Data | Removed], shown: str) -> str:
    """The text of a language's file with these values. Raises FindingsError."""
    new = {str(path[1]): value for path, value in values.items() if len(path) == 2 and not isinstance(value, Removed)}
    there = mapping(parse(written, shown).data)
    if not there:
        return f"{written or _MODELINE}{to_yaml({'cards': new})}"
    try:
        if "cards" not in there:
            values = {("cards",): new}
        return set_values(written, dict(reversed(list(values.items()))), bundled_schema("locale").schema)
    except CannotEditError as error:
        raise FindingsError([error.diagnostic(shown)]) from None
