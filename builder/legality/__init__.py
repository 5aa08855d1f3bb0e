"""What a legal deck is: formats as data, kinds of clauses, verdicts that list every violation. No I/O.

A format is composed for a day (`compose`), a judge compiles it once for a game's cards (`Judge`), and then
judges any number of decks. docs/legality.md is the user's description. `faults`, which finds what is wrong with
a format file, is a module of its own: only that needs more than Python's own library.
"""

from __future__ import annotations

from builder.games import Clause, Format
from builder.legality.context import Check, ChecksMaker, Context, Counted
from builder.legality.formats import compose
from builder.legality.judge import Judge
from builder.legality.kinds import ClauseKind, one_by_one
from builder.legality.verdicts import Allowance, Verdict, Violation, reported

__all__ = [
    "Allowance",
    "Check",
    "ChecksMaker",
    "Clause",
    "ClauseKind",
    "Context",
    "Counted",
    "Format",
    "Judge",
    "Verdict",
    "Violation",
    "compose",
    "one_by_one",
    "reported",
]
