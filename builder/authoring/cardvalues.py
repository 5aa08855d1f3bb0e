"""What rows of a spreadsheet say of cards: the values of their cells, by the keys of a card."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from builder.authoring.languages import TextsByCard, other_text, same_words
from builder.authoring.matching import Matched, SheetRow
from builder.diagnostics import Diagnostic
from builder.documents.data import Data, mapping, text, texts, value_at, whole
from builder.documents.editing import Removed
from builder.naming import fold, slug
from builder.spreadsheets.cells import CellError, Form, read_cell, shown, unguarded, write_cell
from builder.spreadsheets.columns import DOWN, split_field
from builder.spreadsheets.inferring import EMPTY
from builder.spreadsheets.tables import clean

_OF_ABILITIES = "say in the cell what the abilities say, or leave it empty; what they do is changed in the YAML"
_SHORT = 40  # characters; what shorter cells say is cached, since other cells probably say the same


@dataclass
class CardValues:
    """Reads cells into values of cards. `forms` are forms of cells by field, `own` those of the game's own language.

    `schema` is the card schema, `files` are names of files in the pack, such as pictures. What is wrong with a cell is
    added to `faults`; texts in other languages are added to `in_languages`, by language.
    """

    forms: Mapping[str, Form]
    own: Mapping[str, Form]
    schema: Mapping[str, Data]
    files: Collection[str]
    faults: list[Diagnostic]
    in_languages: dict[str, TextsByCard] = field(default_factory=dict)
    _read_before: dict[tuple[str, str], Data] = field(default_factory=dict)  # what cells say, by their fields

    @cached_property
    def required(self) -> Sequence[str]:
        """The keys that every card needs."""
        return texts(self.schema.get("required"))

    @cached_property
    def properties(self) -> Mapping[str, Data]:
        """What the schema says of the keys, in their order."""
        return mapping(self.schema.get("properties"))

    def of(self, row: SheetRow, one: Matched, readable: Mapping[str, Mapping[str, Data]]) -> dict[str, Data | Removed]:
        """What a row says that its card does not, by the keys of a card."""
        before = one.card.definition if one.card else {}
        shown_now = readable.get(one.card.id, {}) if one.card else {}
        found: dict[str, Data | Removed] = {}
        for column in row.columns:
            cell = row.cell(column)
            if column.field in ("", "set") or (column.field in ("id", "number") and not cell):
                continue
            form = self.forms[column.field]
            field, language = split_field(column.field, self.own)
            if language:
                value = self._read(form, cell)
                texts_by_card = self.in_languages.setdefault(language, {})
                texts_by_card.setdefault(one.id, {})[field] = (text(value), row, column)
                continue
            way = column.field.split(".")
            if one.card and (_says(form, value_at(shown_now, way), cell) or (way == ["id"] and slug(cell) == one.id)):
                continue
            try:
                value = self._read(form, cell)
            except CellError as error:
                self.faults.append(row.fault("bad-cell", str(error), column, error.help))
                continue
            if column.field == "text" and one.card and "text" not in before and "text" in shown_now and value:
                printed = text(shown_now["text"])
                if not same_words(text(value), printed):
                    self.faults.append(row.fault("bad-cell", other_text(one.id, printed), column, _OF_ABILITIES))
                continue
            self._put(found, before, way, value)
        if one.card is None or text(before.get("id")) != one.id:
            found["id"] = one.id
        if whole(before.get("number")) != one.number and not isinstance(found.get("number"), str):
            found["number"] = one.number
        return {key: value for key, value in found.items() if not _is_same(value, before.get(key))}

    def _read(self, form: Form, cell: str) -> Data:
        """The value of a cell; cached if the cell is short."""
        if len(cell) > _SHORT:
            return self._read_anew(form, cell)
        key = (form.name, cell)
        if key not in self._read_before:
            self._read_before[key] = self._read_anew(form, cell)
        return self._read_before[key]

    def _read_anew(self, form: Form, cell: str) -> Data:
        if form.kind != "text" or form.words:
            cell = "" if fold(cell) in EMPTY and fold(cell) not in form.words else cell
        value = read_cell(form, cell)
        if form.name == "art" and isinstance(value, str) and value not in self.files:
            return f"art/{value}" if f"art/{value}" in self.files else value
        return None if value is False and form.name not in self.required else value

    def _put(
        self, found: dict[str, Data | Removed], before: Mapping[str, Data], way: Sequence[str], value: Data
    ) -> None:
        """Put a cell's value where it belongs; the key of an empty cell is removed."""
        key = way[0]
        if len(way) == 1:
            found[key] = Removed.REMOVED if value in (None, [], {}) else value
            return
        now = found.get(key, before.get(key))
        inner = dict(mapping(now))
        at: dict[str, Data] = inner
        for part in way[1:-1]:
            at[part] = within = dict(mapping(at.get(part)))
            at = within
        at.pop(way[-1], None)
        if value not in (None, 0) or (value == 0 and mapping(before.get(key)).get(way[-1]) == 0):
            at[way[-1]] = value
        order = list(mapping(mapping(self.properties.get(key)).get("properties")))
        found[key] = {part: inner[part] for part in sorted(inner, key=_position(order))} or Removed.REMOVED

    def of_new_card(
        self, one: Matched, values: Mapping[str, Data | Removed], fill: Mapping[str, Data]
    ) -> dict[str, Data]:
        """A new card with its keys in the schema's order; `fill` has the values that no column says."""
        card = {name: value for name, value in fill.items() if value != DOWN}
        for name in self.required:
            if name not in values and name not in card and name in self.forms and len(self.forms[name].names) == 1:
                card[name] = next(iter(self.forms[name].names))
        card |= {key: value for key, value in values.items() if not isinstance(value, Removed)}
        card |= {"id": one.id, "number": values.get("number", one.number)}  # type: ignore[dict-item]  # it was read
        return {key: card[key] for key in sorted(card, key=_position(list(self.properties)))}


def _says(form: Form, value: Data, cell: str) -> bool:
    """Whether a cell is what an export writes of a value."""
    if value is None:
        return not cell
    plain = unguarded(cell)
    return plain in (clean(write_cell(form, value)), clean(shown(value)))


def _is_same(value: Data | Removed, before: Data) -> bool:
    if isinstance(value, Removed):
        return before is None
    return before is not None and json.dumps(value, sort_keys=True) == json.dumps(before, sort_keys=True)


def _position(order: Sequence[str]) -> Callable[[str], int]:
    places = {name: place for place, name in enumerate(order)}
    return lambda name: places.get(name, len(places))
