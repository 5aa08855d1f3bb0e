"""Replaces stretches of a text by their places, and nothing else: layout and comments stay as they were."""

from __future__ import annotations

from collections.abc import Iterable

from builder.diagnostics import Span, line_starts


def source_at(text: str, span: Span) -> str:
    """What stands at a place of a text."""
    start, end = _stretch(line_starts(text), span)
    return text[start:end]


def spliced(text: str, changes: Iterable[tuple[Span, str]]) -> str:
    """The text with other words at these places. Of places that overlap, the first is changed."""
    starts = line_starts(text)
    parts: list[str] = []
    done = 0
    for (start, end), new in sorted((_stretch(starts, span), new) for span, new in changes):
        if start >= done:
            parts += [text[done:start], new]
            done = end
    return "".join([*parts, text[done:]])


def _stretch(starts: list[int], span: Span) -> tuple[int, int]:
    """Where a place begins and ends, counted in characters from the beginning of the text.

    Raises ValueError for a place that the text does not have.
    """
    if span.end_line > len(starts):
        raise ValueError(f"the text has no line {span.end_line}")
    start = starts[span.line - 1] + span.column - 1
    return start, max(start, starts[span.end_line - 1] + span.end_column - 1)
