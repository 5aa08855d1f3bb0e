"""Rules about formats: what they extend, and what their clauses and queries name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

from builder.checks.checked import CheckedPack
from builder.checks.rules.references import renamed_card
from builder.diagnostics import Diagnostic, Span
from builder.documents.data import mapping, sequence, text, texts, value_in, whole
from builder.documents.document import Document
from builder.games.card import Faces
from builder.schema import bundled_schema


def formats_are_consistent(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Formats extend each other without circles; their clauses name sections, cards and fields that exist."""
    good = {name: d for name, d in checked.formats.items() if bundled_schema("format").fits(d.data)}
    if not good:
        return
    from builder.legality.faults import (
        cards_named_in,
        check_format,
        queries_of,
    )  # slow to import, and a pack may have no formats
    from builder.query import faults_in

    definitions = {name: document.data for name, document in good.items()}
    known = checked.ids.keys() | checked.aliases.keys()
    has_amounts = cache(partial(_has_amounts, checked))
    for name, document in good.items():
        faults = check_format(
            name,
            definitions,
            cards=known,
            sets=checked.vocabulary("sets"),
            fields=checked.fields,
            has_amounts=has_amounts,
            faces=lambda card_id: _faces(checked, card_id),
        )
        yield from map(document.located, faults)
        for _, card_id, path, at_key in cards_named_in(document.data):
            if card_id in checked.aliases and card_id not in checked.ids:
                place = document.key_span(path) if at_key else document.span(path)
                yield renamed_card(checked, card_id, place)
        for _, query, path, at_key in queries_of(document.data):
            place = document.key_span(path) if at_key else document.span(path)
            for fault in faults_in(query, checked.fields):
                yield replace(fault, span=_within(document, place, query, fault.span), source="")


def uses_added_kinds(checked: CheckedPack) -> bool:
    """Whether a format has a clause of a kind that a plugin adds."""
    if not checked.formats:
        return False
    from builder.legality.formats import changes_of
    from builder.legality.kinds import PREFIX

    layers = (layer for document in checked.formats.values() for layer in changes_of(mapping(document.data)))
    return any(text(clause.get("clause")).startswith(PREFIX) for layer in layers for clause in layer.clauses.values())


def _within(document: Document, place: Span, query: str, part: Span | None) -> Span:
    """The place of a part of a query, if the file has the query word for word; otherwise the place of the query."""
    column = document.lines[place.line - 1].find(query, place.column - 1)
    if part is None or column < 0:
        return place
    start = column + part.column
    return Span(document.path, place.line, start, place.line, start + part.end_column - part.column)


def _has_amounts(checked: CheckedPack, name: str) -> bool:
    """Whether a field is for numbers, or a card has a number in it."""
    if checked.fields[name].kind in ("number", "tally"):
        return True
    values = (value_in(one.definition, name) for one in checked.cards)
    return any(isinstance(value, dict) or whole(value, -1) == whole(value) for value in values)


def _faces(checked: CheckedPack, card_id: str) -> Faces | None:
    """The faces of a card that is a die; None where it has none that can be rolled."""
    card = checked.ids.get(checked.aliases.get(card_id, card_id))
    written = sequence(card.definition.get("faces")) if card else ()
    faces = tuple(texts(face) for face in written)
    return faces if faces and [list(face) for face in faces] == written else None
