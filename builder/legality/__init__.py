"""What a legal deck is: formats as data, clauses as functions, verdicts that list every fault. No I/O.

A format is composed for a day (`compose`), a judge compiles it once for a game's cards (`Judge`), and then
judges any number of decks. docs/legality.md is the user's description.
"""

from __future__ import annotations

from builder.legality.clauses import CLAUSES
from builder.legality.faults import FORMAT_CODES, check_format, queries_of
from builder.legality.formats import Clause, Format, FormatProblem, compose
from builder.legality.judge import Judge
from builder.legality.verdicts import VIOLATIONS, Allowance, Verdict, Violation

__all__ = [
    "CLAUSES",
    "FORMAT_CODES",
    "VIOLATIONS",
    "Allowance",
    "Clause",
    "Format",
    "FormatProblem",
    "Judge",
    "Verdict",
    "Violation",
    "check_format",
    "compose",
    "queries_of",
]
