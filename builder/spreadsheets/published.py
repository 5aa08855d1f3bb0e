"""Reads the cards that a publisher offers as JSON as a sheet: `{"cards": [{"name": {"en": ...}, ...}]}`.

In costs a letter stands for one resource; in texts one in brackets is a symbol, and `<b>` and `<i>` are as in HTML.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import unescape

from builder.diagnostics import Diagnostic, FindingsError, Span
from builder.documents.data import Data, mapping, sequence
from builder.spreadsheets.sheets import MAX_ROWS, Sheet, too_large

HEADINGS = ("Name", "Type", "Faction", "Release", "Cost", "Income", "Weapons", "Durability", "Rarity", "Text")

_SYMBOL = re.compile(r"\[([A-Z])\]")
_BREAK = re.compile(r"\s*<br\s*/?>\s*|\s*</p>\s*(?:<p>)?\s*", re.IGNORECASE)
_MARKS = ((re.compile(r"</?(?:b|strong)>", re.IGNORECASE), "**"), (re.compile(r"</?(?:i|em)>", re.IGNORECASE), "*"))
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")


def is_published(content: bytes) -> bool:
    """Whether bytes begin as JSON does."""
    return content[:64].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def read_published(content: bytes, path: str) -> Sheet:
    """The cards, a row each, in English. Raises FindingsError for JSON that has none."""
    try:
        data = mapping(json.loads(content.decode("utf-8-sig")))
    except (ValueError, RecursionError) as error:
        before = error.doc[: error.pos] if isinstance(error, json.JSONDecodeError) else ""
        raise _refused("this is no JSON", Span.behind(path, before)) from None
    cards = [mapping(card) for card in sequence(data.get("cards"))]
    if not any("name" in card for card in cards):
        raise _refused("this JSON has no cards with names", Span(path))
    if len(cards) > MAX_ROWS:
        raise FindingsError([too_large(path, f"has more than {MAX_ROWS:,} cards")])
    rows = [list(HEADINGS), *(list(_row(card)) for card in cards)]
    in_french = any("fr" in mapping(card.get("name")) for card in cards)
    notes = ["names and texts in French are left out"] if in_french else []
    return Sheet(path, "", rows, lambda _row, _column: Span(path), notes)


def _row(card: Mapping[str, Data]) -> Iterator[str]:
    for name in ("name", "type", "faction", "release", "cost", "income", "weapons", "durability", "rarity"):
        yield _said(card.get(name))
    yield _text(_said(card.get("body")))


def _said(value: Data) -> str:
    """A value in words: in English where it has languages, its name where it has one."""
    if isinstance(value, Mapping):
        return _said(value.get("en", value.get("name", "")))
    return " ".join(str(value).split()) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _text(body: str) -> str:
    """A card's text as cells have it: `{T}` for a symbol by its letter, `**bold**`, a line a paragraph."""
    found = _BREAK.sub("\n", body)
    for tag, mark in _MARKS:
        found = tag.sub(mark, found)
    found = unescape(_TAG.sub("", found))
    return _SYMBOL.sub(r"{\1}", found).strip()


def _refused(message: str, place: Span) -> FindingsError:
    help_ = 'what is read is the publisher\'s answer, {"cards": [{"name": ...}]}, or a .csv, .tsv or .xlsx file'
    return FindingsError([Diagnostic("bad-spreadsheet", message, place, help_)])
