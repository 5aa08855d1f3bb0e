"""Rules about dates, wherever a pack has some."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from builder.checks.checked import CheckedPack
from builder.diagnostics import Diagnostic, KeyPath
from builder.documents.data import mapping, sequence, text
from builder.documents.document import Document


def dates_exist(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Dates are days of the calendar: the schema lets the 30th of February through."""
    for document, path, day in _days(checked):
        if re.fullmatch(r"\d{4}-\d\d-\d\d", day):
            try:
                date.fromisoformat(day)
            except ValueError:
                yield Diagnostic("bad-date", f"{day} is not a day of the calendar", document.span(path))


def _days(checked: CheckedPack) -> Iterator[tuple[Document, KeyPath, str]]:
    """All that should be days, with the places."""
    for name, described in checked.described("sets"):
        yield checked.game, ("sets", name, "released"), text(described.get("released"))
    for reprint in checked.reprints:
        yield reprint.document, (reprint.index, "released"), text(reprint.definition.get("released"))
    for card in checked.cards:
        for index, erratum in enumerate(sequence(card.definition.get("errata"))):
            yield card.document, (card.index, "errata", index, "date"), text(mapping(erratum).get("date"))
    if checked.rulings:
        for index, ruling in enumerate(sequence(checked.rulings.data)):
            yield checked.rulings, (index, "date"), text(mapping(ruling).get("date"))
    for document in checked.formats.values():
        for index, entry in enumerate(sequence(mapping(document.data).get("history"))):
            yield document, ("history", index, "from"), text(mapping(entry).get("from"))
