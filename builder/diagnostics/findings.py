"""Collects findings: a limited number of each file and of each pack is listed, the rest is only counted.

The list does not depend on the order in which findings are added: errors come before warnings, each sorted by place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from builder.diagnostics.diagnostic import Diagnostic, Span
from builder.diagnostics.wording import count_of

MAX_OF_FILE = 200
MAX_OF_PACK = 2_000
MAX_OF_SOURCE = 10_000  # findings taken from one rule, or of one file
MAX_WORDS = 2_000  # characters of a message, or of its help

_UNSORTED = 4 * MAX_OF_PACK  # findings to collect before those that will not be listed are dropped
_Rank = tuple[bool, tuple[str, int, int, str, str]]


class Findings:
    """Takes in findings, and lists those that a report has room for."""

    def __init__(self) -> None:
        self._ranks: dict[Diagnostic, _Rank] = {}
        self._left: dict[str, int] = {}  # how many of each file are not listed
        self._first_left: dict[str, Diagnostic] = {}
        self._uncounted: set[str] = set()  # files with more findings than were counted
        self._errors = 0

    @property
    def is_full(self) -> bool:
        """True when the list is full of errors, so that further errors need no message."""
        return self._errors >= MAX_OF_PACK

    def add(self, found: Iterable[Diagnostic]) -> None:
        """Take in findings, up to `MAX_OF_SOURCE` of them."""
        rest = iter(found)
        for diagnostic in islice(rest, MAX_OF_SOURCE):
            self._add(diagnostic)
        for diagnostic in islice(rest, 1):
            self._leave(diagnostic)
            self._uncounted.add(_file(diagnostic))

    def leave(self, place: Span, number: int) -> None:
        """Count `number` or more findings of a file that are not listed, the first of them at this place."""
        self._leave(Diagnostic("more-findings", "", place), number)
        self._uncounted.add(place.path)

    def listed(self) -> list[Diagnostic]:
        """The findings in the order of a report, with one for each file that says how many more it has."""
        self._drop_excess()
        found = list(self._ranks)
        files = {_file(diagnostic) for diagnostic in found}
        found += [self._more([name], "of this file") for name in self._left if name in files]
        if unseen := [name for name in self._left if name not in files]:
            found.append(self._more(unseen, f"in {count_of(len(unseen), 'file')}"))
        return sorted(found, key=lambda diagnostic: diagnostic.sort_key)

    def _add(self, diagnostic: Diagnostic) -> None:
        diagnostic = _short(diagnostic)
        is_error = diagnostic.severity == "error"
        self._errors += is_error
        self._ranks[diagnostic] = (not is_error, diagnostic.sort_key)
        if len(self._ranks) >= _UNSORTED:
            self._drop_excess()

    def _leave(self, diagnostic: Diagnostic, number: int = 1) -> None:
        name = _file(diagnostic)
        self._left[name] = self._left.get(name, 0) + number
        first = self._first_left.setdefault(name, diagnostic)
        if diagnostic.sort_key < first.sort_key:
            self._first_left[name] = diagnostic

    def _drop_excess(self) -> None:
        ranked = sorted(self._ranks.items(), key=lambda item: item[1])
        self._ranks = {}
        of_file: dict[str, int] = {}
        for diagnostic, rank in ranked:
            name = _file(diagnostic)
            of_file[name] = of_file.get(name, 0) + 1
            if of_file[name] <= MAX_OF_FILE and len(self._ranks) < MAX_OF_PACK:
                self._ranks[diagnostic] = rank
            else:
                self._leave(diagnostic)

    def _more(self, names: Sequence[str], where: str) -> Diagnostic:
        number = sum(self._left[name] for name in names)
        first = min((self._first_left[name] for name in names), key=lambda diagnostic: diagnostic.sort_key)
        least = "at least " if self._uncounted & set(names) else ""
        findings = f"finding {where} is" if number == 1 else f"findings {where} are"
        message = f"{least}{number:,} more {findings} not listed"
        return Diagnostic("more-findings", message, first.span, "mend what is listed, then check again")


def _file(diagnostic: Diagnostic) -> str:
    return diagnostic.span.path if diagnostic.span else ""


def _short(diagnostic: Diagnostic) -> Diagnostic:
    """The finding with words that fit a report: ids and names of a pack may be of any length."""
    if len(diagnostic.message) <= MAX_WORDS and len(diagnostic.help) <= MAX_WORDS:
        return diagnostic
    return replace(diagnostic, message=_cut(diagnostic.message), help=_cut(diagnostic.help))


def _cut(words: str) -> str:
    return words if len(words) <= MAX_WORDS else words[: MAX_WORDS - 3] + "..."
