"""What is wrong, where, and what would mend it: the one form in which every part of Arsenal reports a fault."""

from __future__ import annotations

from builder.diagnostics.codes import Severity
from builder.diagnostics.diagnostic import (
    Diagnostic,
    FindingsError,
    Fix,
    KeyPath,
    Span,
    UsageError,
    has_errors,
    line_starts,
    lines_of,
)
from builder.diagnostics.wording import (
    KnownWords,
    bounded_comparisons,
    count_of,
    near,
    some_of,
    suggested,
    suggestion,
    sure_fix,
)

__all__ = [
    "Diagnostic",
    "FindingsError",
    "Fix",
    "KeyPath",
    "KnownWords",
    "Severity",
    "Span",
    "UsageError",
    "bounded_comparisons",
    "count_of",
    "has_errors",
    "line_starts",
    "lines_of",
    "near",
    "some_of",
    "suggested",
    "suggestion",
    "sure_fix",
]
