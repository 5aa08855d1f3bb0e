"""The one exception by which a fault of a pack stops its rendering."""

from __future__ import annotations

from builder.diagnostics import Diagnostic, Span


class RenderError(Exception):
    """A fault of the pack that stops a job. Paths of its diagnostic are relative to the pack's folder."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def place_in(path: str, line: int, column: int = 1, length: int = 1) -> Span:
    """A place in one line of a file, `length` characters long."""
    return Span(path, line, column, line, column + length)
