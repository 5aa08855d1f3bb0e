"""The table of a game that is played, drawn with rich: an area for each player, side by side where there is room."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from builder.diagnostics.harmless import one_line, printable
from builder.games import Game
from builder.terminal.areas import Area
from builder.terminal.cards import rules_text, shortened

MOST_LINES = 60  # lines of an area at most
NARROWEST = 30  # columns of an area at least
WITH_ROWS = 80  # columns of an area that has rows of places, at least
WIDEST_PLACE = 22


def table(areas: Sequence[Area], game: Game, width: int) -> RenderableType:
    """The table of a game: shared areas over the whole width, those of players side by side."""
    whole = [_content(area, game, width) for area in areas if not area.title]
    players = [area for area in areas if area.title]
    narrowest = WITH_ROWS if any(area.rows for area in players) else NARROWEST
    across = max(1, min(len(players), width // narrowest))
    panels = [_panel(area, game, width // across) for area in players]
    return Group(*whole, Columns(panels, padding=(0, 0), expand=False))


def _panel(area: Area, game: Game, width: int) -> Panel:
    title = Text(
        f" {'▶ ' if area.acts else ''}{one_line(shortened(area.title, 60))} ", style="bold" if area.own else ""
    )
    style = "green" if area.own else "dim"
    return Panel(
        _content(area, game, width), title=title, title_align="left", border_style=style, width=width, padding=(0, 1)
    )


def _content(area: Area, game: Game, width: int) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    for label, words in area.lines[:MOST_LINES]:
        grid.add_row(Text(one_line(label), style="dim"), rules_text(shortened(words), game))
    drawings = [Text(printable(drawing)) for drawing in area.drawings]
    rows = Table(show_header=False, show_lines=True, border_style="dim", padding=(0, 1)) if area.rows else None
    if rows is not None:
        widest = max(len(cells) for _, cells in area.rows)
        labels = max(cell_len(label) for label, _ in area.rows)
        each = max(8, min(WIDEST_PLACE, (width - labels - 8) // widest - 3))
        for column in range(widest + 1):
            rows.add_column(width=each if column else labels)
        for label, cells in area.rows:
            shown = [rules_text(shortened(words), game) for words in cells]
            rows.add_row(Text(one_line(label), style="dim"), *shown)
    return Group(*drawings, *([rows] if rows is not None else []), *([grid] if area.lines else []))


def options_table(options: Sequence[tuple[str, str]], game: Game) -> RenderableType:
    """The options, each with what to type for it."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for typed, words in options:
        grid.add_row(Text(typed, style="bold", justify="right"), rules_text(words, game))
    return grid


def results_table(rows: Sequence[Sequence[str]], heads: Sequence[str]) -> Table:
    """A table whose first column has names, the others numbers."""
    found = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    for number, head in enumerate(heads):
        found.add_column(head, justify="right" if number else "left")
    for row in rows:
        found.add_row(*map(one_line, row))
    return found
