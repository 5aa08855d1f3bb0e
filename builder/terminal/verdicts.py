"""Verdicts on decks as lines of text."""

from __future__ import annotations

from collections.abc import Mapping

from builder.diagnostics import count_of
from builder.legality import Format, Verdict
from builder.library import OpenedDeck


def verdict_lines(opened: OpenedDeck, by: Format, verdict: Verdict, names: Mapping[str, str]) -> list[str]:
    """A verdict, a line a fault, and what would mend it, which is said once. `names` are those of cards by id."""
    name = f"{opened.deck.name} ({opened.label})" if opened.label != opened.deck.name else opened.label
    table = f"{by.name} for {count_of(verdict.players, 'player')}" if verdict.players else by.name
    notes = [f"  note: {note}" for note in verdict.notes]
    if verdict.legal:
        what = "component" if any(clause.kind == "inventory" for clause in by.clauses) else "card"
        lines = [f"{name}: legal in {table}, {count_of(opened.deck.size, what)}"]
        used = [
            f"  {part.copies} {'copy' if part.copies == 1 else 'copies'} of {names.get(part.card, part.card)} "
            f"let in by {part.clause}: {part.group}"
            for part in verdict.witness or ()
        ]
        return [*lines, *used, *notes]
    lines = [f"{name}: not legal in {table}"]
    helped: set[tuple[str, str]] = set()
    for violation in verdict.violations:
        lines.append(f"  {violation.code}: {violation.message}")
        if violation.help and (violation.code, violation.help) not in helped:
            lines.append(f"    = help: {violation.help}")
        helped.add((violation.code, violation.help))
    return [*lines, *notes]
