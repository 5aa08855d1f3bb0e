"""Rules about dates, wherever a pack has some."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from builder.checks.checked import CheckedPack
from builder.diagnostics import Diagnostic, KeyPath
from builder.documents.document import Document


def dates_exist(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Dates are days of the calendar: the schema lets the 30th of February through."""
    places: list[tuple[Document, KeyPath, Any]] = [
        (checked.game, ("sets", name, "released"), described.get("released"))
        for name, described in checked.vocabulary("sets").items()
        if isinstance(described, dict)
    ]
    if checked.rulings and isinstance(checked.rulings.data, list):
        places += [
            (checked.rulings, (i, "date"), r.get("date"))
            for i, r in enumerate(checked.rulings.data)
            if isinstance(r, dict)
        ]
    for document in checked.formats.values():
        history = document.data.get("history") if isinstance(document.data, dict) else None
        for index, entry in enumerate(history if isinstance(history, list) else ()):
            if isinstance(entry, dict):
                places.append((document, ("history", index, "from"), entry.get("from")))
    for document, path, value in places:
        if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value):
            try:
                date.fromisoformat(value)
            except ValueError:
                yield Diagnostic("bad-date", f"{value} is not a day of the calendar", document.span(path))
