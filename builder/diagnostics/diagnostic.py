"""What is wrong, where, and what would mend it: the one shape in which every part of Arsenal reports a fault.

Nothing here reads files or prints. The page of checks (`docs/checks.md`) and `arsenal explain` come from
`builder.authoring.explaining`, which describes every code.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file. Lines and columns count from 1, in characters; the end is exclusive."""

    path: str
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 2


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault: `code` is stable and explained by `arsenal explain`, `help` says what would mend it.

    `span` is None where no file is at fault (a name given on the command line, say). `related` points at
    other places that belong to the fault, each with a few words: `("first used here", span)`. `source` is the text
    that the span points into where that is no file, such as a query.
    """

    code: str
    message: str
    span: Span | None = None
    help: str = ""
    severity: Severity = "error"
    related: tuple[tuple[str, Span], ...] = field(default=())
    source: str = ""

    @property
    def sort_key(self) -> tuple[Any, ...]:
        """Order of a report: by file, then by place, then by code."""
        span = self.span or Span("", 0, 0)
        return (span.path, span.line, span.column, self.code, self.message)


class UsageError(Exception):
    """The user asked for something that can't be done as said; the command line prints it and exits 2."""

    def __init__(self, message: str, help: str = "") -> None:  # noqa: A002 - the same word as on a Diagnostic
        super().__init__(message)
        self.help = help


class FindingsError(Exception):
    """Work stopped because of faults in the user's files; the command line reports them and exits 1."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__("; ".join(d.message for d in self.diagnostics[:3]))


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """True when at least one of the faults is an error, not a warning."""
    return any(d.severity == "error" for d in diagnostics)


def count_of(n: int, what: str) -> str:
    """A number of things in a message.

    >>> count_of(1, "card"), count_of(2, "card")
    ('1 card', '2 cards')
    """
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def near(word: str, known: Iterable[str], n: int = 3) -> list[str]:
    """Up to `n` of the known words that `word` was probably meant to be, best first.

    >>> near("Sheild", ["Ambush", "Shield", "Swarm"])
    ['Shield']
    """
    # The limits keep a hostile list of long words from costing more than a moment.
    by_folded = {k.casefold()[:80]: k for k in known}
    found = difflib.get_close_matches(word.casefold()[:80], by_folded, n=n, cutoff=0.6)
    return [by_folded[f] for f in found]


def suggestion(word: str, known: Iterable[str], what: str = "known") -> str:
    """A help line for a word that is not among `known`: what was probably meant, then what there is.

    >>> suggestion("Sheild", ["Swarm", "Ambush", "Shield"])
    'did you mean "Shield"? known: Ambush, Shield, Swarm'
    """
    names = sorted(set(known))
    if not names:
        return f"{what}: none"
    meant = near(word, names, n=1)
    shown = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
    listing = f"{what}: {shown}"
    return f'did you mean "{meant[0]}"? {listing}' if meant else listing
