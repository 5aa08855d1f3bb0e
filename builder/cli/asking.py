"""Asks at a terminal what a spreadsheet leaves open; elsewhere a note says how to say it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace

from builder.cli.saying import note, say_aside
from builder.diagnostics.harmless import one_line
from builder.spreadsheets.columns import USUAL
from builder.spreadsheets.sheets import Sheet
from builder.spreadsheets.tables import header_choices


def can_ask(spreadsheet: str) -> bool:
    """Whether somebody is there to answer."""
    return spreadsheet != "-" and sys.stdin.isatty() and sys.stdout.isatty()


def is_filled_down(heading: str) -> bool:
    """Ask whether empty cells of a column say what is above them."""
    question = f'"{heading}" is mostly empty below its values. Does an empty cell mean the value above it? [y/N] '
    return _answer(question).lower() in ("y", "yes")


def with_headers(sheets: Iterable[Sheet]) -> list[Sheet]:
    """The sheets, each with the header that the user chooses where several rows may be it."""
    known = {heading for headings in USUAL.values() for heading in headings}
    return [_with_header(sheet, header_choices(sheet, known)) for sheet in sheets]


def note_sparse(headings: Sequence[str]) -> None:
    """Note columns in which an empty cell may mean what is above it."""
    for heading in headings:
        how = f"--fill-down {shlex.quote(heading)} takes the value above"
        note(f'cells of "{heading}" are mostly empty below a value; if they mean the same, {how}')


def _with_header(sheet: Sheet, rows: dict[int, str]) -> Sheet:
    if not rows:
        return sheet
    likely = max(rows)
    say_aside(f"{sheet.path} {sheet.name}".rstrip() + " has several rows that may be the headings:")
    say_aside(*(f"  {row}: {words}" for row, words in rows.items()))
    answer = _answer(f"Which row are they? [{likely}] ")
    return replace(sheet, header=(int(answer) if answer.isdecimal() and int(answer) in rows else likely) - 1)


def _answer(question: str) -> str:
    try:
        return input(one_line(question)).strip()
    except EOFError:
        return ""
