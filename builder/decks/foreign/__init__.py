"""Decks as other programs save them, read into entries; `builder.decks.lists` finds the cards that these name.

Cockatrice, OCTGN and LackeyCCG write XML; Tabletop Simulator and Arsenal write JSON; spreadsheets and sites write CSV.
"""

from __future__ import annotations

from builder.decks.foreign.csv import read_csv
from builder.decks.foreign.entries import Entry, Foreign, NotReadable
from builder.decks.foreign.json import read_json
from builder.decks.foreign.xml import read_xml

__all__ = ["Entry", "Foreign", "NotReadable", "read"]


def read(text: str) -> Foreign | None:
    """The deck that another program's file holds; None for what is no such file, such as a list.

    Raises NotReadable for a file that begins as one and is none.
    """
    start = text[:200].lstrip("\ufeff \t\r\n")
    if start.startswith("<"):
        return read_xml(text)
    return read_json(text) if start.startswith("{") else read_csv(text)
