"""Verdicts on decks as lines of text."""

from __future__ import annotations

from collections.abc import Mapping

from builder.legality import Format, Verdict
from builder.library import OpenedDeck
from builder.words import words_here


def verdict_lines(opened: OpenedDeck, by: Format, verdict: Verdict, names: Mapping[str, str]) -> list[str]:
    """A verdict, with a line for each fault and, once each, its help. `names` are the cards' names by id."""
    say = words_here("terminal")
    players = verdict.players
    name = f"{opened.deck.name} ({opened.label})" if opened.label != opened.deck.name else opened.label
    table = say("format-for", format=by.name, players=say("count.players", players)) if players else by.name
    notes = [f"  {say('note', note=note)}" for note in verdict.notes]
    if verdict.legal:
        what = "count.components" if any(clause.kind == "inventory" for clause in by.clauses) else "count.cards"
        used = [
            f"  {say('let-in', one.copies, card=names.get(one.card, one.card), by=one.clause, group=one.group)}"
            for one in verdict.witness or ()
        ]
        return [say("legal", deck=name, format=table, cards=say(what, opened.deck.size)), *used, *notes]
    lines = [say("illegal", deck=name, format=table)]
    helped: set[tuple[str, str]] = set()
    for violation in verdict.violations:
        lines.append(f"  {say('said-of', name=violation.code, text=violation.message)}")
        if violation.help and (violation.code, violation.help) not in helped:
            lines.append(f"    {say('help', help=violation.help)}")
        helped.add((violation.code, violation.help))
    return [*lines, *notes]
