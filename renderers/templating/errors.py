"""The one way in which rendering stops for a fault of the pack."""

from __future__ import annotations

from builder.diagnostics import Diagnostic, Span


class RenderError(Exception):
    """A fault of the pack because of which a job can't go on. Paths of its diagnostic lead from the pack's folder."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def place_in(path: str, line: int, column: int = 1, length: int = 1) -> Span:
    """A place of so many characters in a line of a file."""
    return Span(path, line, column, line, column + length)
