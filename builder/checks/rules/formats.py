"""Rules about formats: what they extend, and what their clauses and queries name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from builder.checks.checked import CheckedPack
from builder.diagnostics import Diagnostic, Span
from builder.schema import bundled_schema


def formats_are_consistent(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Formats extend each other without circles; their clauses name sections, cards and fields that exist."""
    good = {name: d for name, d in checked.formats.items() if bundled_schema("format").fits(d.data)}
    if not good:
        return
    from builder.legality import check_format, queries_of
    from builder.query.meaning import check as check_query

    definitions = {name: document.data for name, document in good.items()}
    known = checked.ids.keys() | checked.aliases.keys()
    for name, document in good.items():
        problems = check_format(
            name,
            definitions,
            cards=known,
            sets=checked.vocabulary("sets"),
            fields=checked.fields,
            faces=lambda card_id: _faces(checked, card_id),
        )
        for problem in problems:
            place = document.key_span(problem.path) if problem.at_key else document.span(problem.path)
            yield Diagnostic(problem.code, problem.message, place, problem.help)
        for path, text, at_key in queries_of(document.data):
            for fault in check_query(text, checked.fields):
                place = document.key_span(path) if at_key else document.span(path)
                column = document.text.splitlines()[place.line - 1].find(text, place.column - 1)
                if fault.span and column >= 0:
                    column += fault.span.column
                    width = fault.span.end_column - fault.span.column
                    place = Span(document.path, place.line, column, place.line, column + width)
                yield replace(fault, span=place, source="")


def _faces(checked: CheckedPack, card_id: str) -> list[list[str]] | None:
    """The faces of a card that is a die; None where it has none, or none that could be rolled."""
    card = checked.ids.get(checked.aliases.get(card_id, card_id))
    faces = card.definition.get("faces") if card else None
    if not isinstance(faces, list) or not faces or not all(isinstance(face, list) for face in faces):
        return None
    return faces if all(isinstance(symbol, str) for face in faces for symbol in face) else None
