"""Comparisons of decks as plain text: cards added and removed, and curves side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.decks.comparing import Comparison, SectionChanges, Side
from builder.decks.statistics import Amounts
from builder.diagnostics.harmless import one_line
from builder.terminal.charts import WIDTH, filled, fitted, side_by_side
from builder.words import words_here


def comparison_lines(found: Comparison, *, width: int = WIDTH) -> list[str]:
    """The comparison as lines of at most `width` columns; equal curves are left out."""
    say = words_here("terminal")
    lines = [say("said-of", name=_called(side), text=say("count.cards", side.cards)) for side in found.decks]
    if found.same:
        return [fitted(line, width) for line in [*lines, "", say("compare.same")]]
    for section in found.sections:
        lines += ["", *_section(section)]
    for first, second in found.curves:
        if first.curve != second.curve:
            lines += ["", *_curve((first, second), width)]
    return [fitted(line, width) for line in lines]


def _called(side: Side) -> str:
    return f"{side.name} ({side.label})" if side.label != side.name else side.name


def _section(section: SectionChanges) -> Iterator[str]:
    more = sum(max(change.after - change.before, 0) for change in section.changes)
    less = sum(max(change.before - change.after, 0) for change in section.changes)
    yield words_here("terminal")("compare.section", section=section.name, came=more, went=less, kept=section.in_both)
    for change in section.came_in:
        yield f"  + {change.after} {change.name}"
    for change in section.went_out:
        yield f"  - {change.before} {change.name}"
    for change in section.changed:
        yield f"    {change.before} -> {change.after} {change.name}"


def _curve(pair: Sequence[Amounts], width: int) -> Iterator[str]:
    """A curve of each deck, side by side."""
    first, second = pair
    say = words_here("terminal")
    averages = [say.decimal(one.average, ".2f") for one in pair]
    yield say("compare.curve", title=one_line(first.title), first=averages[0], second=averages[1])
    rows = [
        (label, first.curve.get(amount, 0), second.curve.get(amount, 0))
        for label, amount in filled({**first.curve, **second.curve})
    ]
    yield from side_by_side(rows, width=width)
