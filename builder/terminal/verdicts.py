"""Verdicts on decks as lines of text."""

from __future__ import annotations

from builder.catalog import OpenedDeck
from builder.diagnostics import count_of
from builder.legality import Format, Verdict


def verdict_lines(opened: OpenedDeck, by: Format, verdict: Verdict) -> list[str]:
    """A verdict, a line a fault, and what would mend it."""
    name = f"{opened.deck.name} ({opened.label})" if opened.label != opened.deck.name else opened.label
    table = f"{by.name} for {count_of(verdict.players, 'player')}" if verdict.players else by.name
    notes = [f"  note: {note}" for note in verdict.notes]
    if verdict.legal:
        what = "component" if any(clause.kind == "inventory" for clause in by.clauses) else "card"
        lines = [f"{name}: legal in {table}, {count_of(opened.deck.size, what)}"]
        used = [f"  {part.card} x{part.copies} uses {part.group} of {part.clause}" for part in verdict.witness or ()]
        return [*lines, *used, *notes]
    lines = [f"{name}: not legal in {table}"]
    for violation in verdict.violations:
        lines.append(f"  {violation.code}: {violation.message}")
        if violation.help:
            lines.append(f"    = help: {violation.help}")
    return [*lines, *notes]
