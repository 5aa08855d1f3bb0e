"""A game's statistics as plain text: what to look at first, then who does what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rich.table import Table as Drawn

from builder.diagnostics.harmless import one_line
from builder.statistics import GameStatistics
from builder.statistics.report import Shown
from builder.terminal.charts import WIDTH, bars, drawn_lines
from builder.words import words_here

SHOWN = 10  # findings of a sort; the report has all
MOST_COLUMNS = 9  # of a table


def game_lines(found: GameStatistics, *, width: int = WIDTH) -> list[str]:
    """The statistics as lines of at most `width` columns; what is wide is in the report alone."""
    shown = Shown(found, words_here("statistics"))
    outliers = [
        (name, text, shown.words("power.costs", cost=cost, worth=worth))
        for name, text, cost, worth, _ in shown.outliers
    ]
    blocks = [
        [shown.words("title", game=found.name), shown.lead],
        *_tables(shown, width),
        *([title, *bars(rows, width=width)] for title, rows in shown.curves if title),
        [shown.words("deeds", by=shown.deeds_by), *(shown.lacks or [shown.nothing_lacks])],
        [shown.words("power"), shown.power_text, *_listed(outliers)],
        [shown.words("dominated"), *(_listed(shown.dominated) or [shown.words("dominated.none")])],
        [shown.words("twins"), *(_listed(shown.twins) or [shown.words("twins.none")])],
        [shown.words("by-hand"), shown.by_hand_text, *_listed([(", ".join(shown.hand_words[:SHOWN]),)])],
    ]
    if not found.complete:
        blocks.append([shown.words("incomplete")])
    lines = [line for block in blocks for line in (*block, "")]
    return [wrapped for line in lines[:-1] for wrapped in _wrapped(line, width)]


def _tables(shown: Shown, width: int) -> Iterator[list[str]]:
    for table in shown.found.tables:
        if not 0 < len(table.column_names) <= MOST_COLUMNS:
            continue
        made = Drawn(box=None, padding=(0, 2, 0, 0))
        made.add_column(one_line(table.titles[0]))
        for name in table.column_names.values():
            made.add_column(one_line(name or shown.words("none")), justify="right")
        for row, name in table.row_names.items():
            made.add_row(one_line(name or shown.words("none")), *(str(n or "") for n in table.counts[row].values()))
        yield [shown.table_title(table), *(f"  {line}" for line in drawn_lines(made, width - 2))]


def _listed(rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [f"  {', '.join(filter(None, map(one_line, row)))}" for row in rows if any(row)]
    return lines[:SHOWN] + ([f"  ... {len(lines) - SHOWN}"] if len(lines) > SHOWN else [])


def _wrapped(line: str, width: int) -> list[str]:
    indent = "  " if line.startswith("  ") else ""
    text = indent + one_line(line.strip())
    return wrap(text, width, subsequent_indent=indent + "  ") if len(text) > width else [text]
